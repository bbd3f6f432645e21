package io.nodewright.operator.metrics;

import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.rollout.CompartmentSpec;
import io.nodewright.engine.rollout.Strategy;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.PolicyView;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.PublishedStatus.CompartmentStatus;
import io.nodewright.engine.status.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// All numbers of one NodeWright after one pass, counted from what the pass derived.
final class Numbers {

  /// In place of a policy's name for `interruptionBudget` (05 §4).
  private static final String NO_POLICY = "legacy";

  private final NodeWrightView subject;
  private final @Nullable PolicyView policy;
  private final PublishedStatus status;
  private @Nullable List<Sample> counted;

  /// Keeps what is to be counted.
  ///
  /// @param policy that the NodeWright names; null when there is none of that name
  /// @param status as the pass derived it, also when it is not stored so
  Numbers(NodeWrightView subject, @Nullable PolicyView policy, PublishedStatus status) {
    this.subject = subject;
    this.policy = policy;
    this.status = status;
  }

  /// Whether they are the numbers of these, too: what is the same object says the same.
  @SuppressWarnings("ReferenceEquality")
  boolean of(NodeWrightView otherSubject, @Nullable PolicyView otherPolicy, PublishedStatus other) {
    return subject == otherSubject && policy == otherPolicy && status == other;
  }

  /// The numbers; counted once, by who asks first.
  synchronized List<Sample> samples() {
    List<Sample> known = counted;
    if (known == null) {
      known = count();
      counted = known;
    }
    return known;
  }

  private List<Sample> count() {
    List<Sample> samples = new ArrayList<>();
    for (Status each : Status.values()) {
      samples.add(sample(Family.STATUS, each == status.status() ? 1 : 0, each.word()));
    }
    Tally<Status> nodes = new Tally<>(Status.class);
    status.nodeStatus().values().forEach(nodes::add);
    nodes
        .counts()
        .forEach((each, count) -> samples.add(sample(Family.NODE_STATUS, count, each.word())));
    samples.add(sample(Family.NODE_TARGET, status.nodeStatus().size()));
    packages().forEach((ref, package_) -> samples.addAll(package_.samples(ref)));
    status.compartments().forEach((name, each) -> samples.addAll(compartment(name, each)));
    return List.copyOf(samples);
  }

  /// Packages that some node records, and those that the spec wants on nodes. One that is to be
  /// uninstalled is gone with its last record (02 §5).
  private Map<PackageRef, OnNodes> packages() {
    Map<PackageRef, OnNodes> found = new HashMap<>(); // by hash: a look-up for each record
    for (NodeState.Known node : status.nodeState().values()) {
      for (PackageRecord each : node.entries().values()) {
        found.computeIfAbsent(each.ref(), _ -> new OnNodes()).add(each);
      }
    }
    if (!subject.deleting()) {
      for (PackageSpec each : subject.spec().packages().values()) {
        if (!each.uninstallApply()) {
          found.computeIfAbsent(each.ref(), _ -> new OnNodes());
        }
      }
    }
    return new TreeMap<>(found);
  }

  /// How one package stands on the nodes that record it.
  private final class OnNodes {
    private final Tally<StageState> states = new Tally<>(StageState.class);
    private final Tally<Stage> stages = new Tally<>(Stage.class);
    private int restarts;

    void add(PackageRecord record) {
      states.add(record.state());
      stages.add(record.stage());
      restarts += record.restarts();
    }

    List<Sample> samples(PackageRef ref) {
      String name = ref.name();
      String version = ref.version();
      List<Sample> samples = new ArrayList<>();
      states
          .counts()
          .forEach(
              (each, count) ->
                  samples.add(sample(Family.PACKAGE_STATE, count, name, version, each.word())));
      stages
          .counts()
          .forEach(
              (each, count) ->
                  samples.add(sample(Family.PACKAGE_STAGE, count, name, version, each.word())));
      samples.add(sample(Family.PACKAGE_RESTARTS, restarts, name, version));
      return samples;
    }
  }

  private List<Sample> compartment(String name, CompartmentStatus now) {
    String named = subject.spec().deploymentPolicy();
    String[] labels = {named.isEmpty() ? NO_POLICY : named, name, strategy(name)};
    return List.of(
        sample(Family.MATCHED, now.matched(), labels),
        sample(Family.CEILING, now.ceiling(), labels),
        sample(Family.IN_PROGRESS, now.inProgress(), labels),
        sample(Family.COMPLETED, now.completed(), labels),
        sample(Family.PROGRESS, now.progressPercent(), labels),
        sample(Family.CURRENT_BATCH, now.batch().currentBatch(), labels),
        sample(Family.CONSECUTIVE_FAILURES, now.batch().consecutiveFailures(), labels),
        sample(Family.SHOULD_STOP, now.batch().shouldStop() ? 1 : 0, labels));
  }

  /// The word for how a compartment's batches grow; `unknown` also while its policy is missing.
  private String strategy(String compartment) {
    if (subject.spec().deploymentPolicy().isEmpty()) {
      return "fixed"; // 05 §4
    }
    PolicyView known = policy;
    if (known == null) {
      return "unknown";
    }
    if (compartment.equals(CompartmentSpec.DEFAULT)) {
      return word(known.defaults().strategy());
    }
    return known.compartments().stream()
        .filter(each -> each.name().equals(compartment))
        .findFirst()
        .map(each -> word(each.strategy()))
        .orElse("unknown");
  }

  private static String word(Strategy strategy) {
    return switch (strategy) {
      case Strategy.Fixed _ -> "fixed";
      case Strategy.Linear _ -> "linear";
      case Strategy.Exponential _ -> "exponential";
      case Strategy.None _ -> "unknown";
    };
  }

  private Sample sample(Family family, double value, String... labels) {
    List<String> all = new ArrayList<>(labels.length + 1);
    all.add(subject.name());
    all.addAll(List.of(labels));
    return new Sample(family, all, value);
  }
}
