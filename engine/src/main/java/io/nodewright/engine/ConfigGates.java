package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.configgate.ConfigBounds;
import io.nodewright.engine.configgate.ConfigDifference;
import io.nodewright.engine.configgate.GateNode;
import io.nodewright.engine.configgate.GateNode.Standing;
import io.nodewright.engine.configgate.GateStep;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.PackageProgress;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.engine.status.Since;
import io.nodewright.engine.status.Texts;
import io.nodewright.engine.status.Verdict;
import io.nodewright.engine.status.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The config gates of the subject's packages in this pass (02 §6): the step that each is at, and
/// what is done for it. The steps go by what earlier passes stored: the mark on the ConfigMap, then
/// the changed keys in the status, then the records of the nodes, then the data.
final class ConfigGates {

  private final Subject subject;
  private final SortedMap<String, GateStep> steps = new TreeMap<>();

  ConfigGates(Subject subject, SortedMap<String, NodeCase> cases) {
    this.subject = subject;
    for (PackageSpec spec : subject.packages().values()) {
      steps.put(spec.name(), step(spec, cases));
    }
  }

  private GateStep step(PackageSpec spec, SortedMap<String, NodeCase> cases) {
    Optional<ConfigMapView> map = subject.configMap(spec.ref());
    SortedSet<String> difference =
        map.map(seen -> ConfigDifference.keys(seen.data(), spec.configMap()))
            .orElseGet(TreeSet::new);
    boolean open = map.filter(ConfigMapView::gateOpen).isPresent();
    if (!open && difference.isEmpty() && subject.changedKeys(spec).isEmpty()) {
      return new GateStep.Idle(); // nearly always: without a look at the nodes
    }
    return GateStep.of(
        new GateStep.Facts(
            hold(spec).map(Hold::why).orElse(""),
            hold(spec).map(Hold::release).orElse(""),
            open,
            difference,
            subject.changedKeys(spec),
            cases.values().stream().map(node -> node(spec, node)).toList()));
  }

  private record Hold(String why, String release) {}

  private Optional<Hold> hold(PackageSpec spec) {
    if (subject.view().deleting()) {
      return Optional.of(new Hold("the NodeWright is being deleted", ""));
    }
    if (subject.view().paused()) {
      return Optional.of(new Hold("the NodeWright is paused", "remove the annotation pause"));
    }
    if (subject.view().disabled()) {
      return Optional.of(new Hold("the NodeWright is disabled", "remove the annotation disable"));
    }
    return subject
        .holdsAll()
        .or(() -> ConfigBounds.problem(spec.configMap()))
        .map(problem -> new Hold(problem, "correct the spec"));
  }

  private GateNode node(PackageSpec spec, NodeCase node) {
    if (node.unreadable().isPresent()) {
      return GateNode.unreadable(node.name());
    }
    PackageRecord entry = node.entries().get(spec.ref());
    boolean atWork =
        node.ownJobs().stream()
            .anyMatch(job -> job.unfinished() && job.key().ref().name().equals(spec.name()));
    boolean oldJobs = node.ownJobs().stream().anyMatch(job -> ranWithOldData(spec, job));
    // A start that is being written is not seen yet: its Job would run with the old data.
    boolean onItsWay =
        node.busy() && entry != null && entry.at(Stage.CONFIG, StageState.IN_PROGRESS);
    return GateNode.of(
        node.name(),
        entry == null ? Standing.ABSENT : Standing.of(entry, spec),
        !PackageProgress.active(spec, node.entries(), subject.view().deleting())
            || PackageProgress.doneForGood(spec, node.entries(), subject.changedKeys(spec)),
        atWork,
        oldJobs || onItsWay);
  }

  private static boolean ranWithOldData(PackageSpec spec, JobFacts job) {
    return job.key().ref().equals(spec.ref())
        && GateNode.usesConfig(job.key().stage())
        && !job.deleting();
  }

  /// Whether the change of the package's config is on its way, so that no stage of it may start.
  boolean opening(PackageSpec spec) {
    boolean marked = subject.configMap(spec.ref()).filter(ConfigMapView::gateOpen).isPresent();
    return !subject.view().deleting() && (marked || step(spec) instanceof GateStep.Open);
  }

  /// Whether no package's config changes, and none is about to.
  boolean idle() {
    for (GateStep step : steps.values()) {
      if (!(step instanceof GateStep.Idle)) {
        return false;
      }
    }
    return true;
  }

  /// Whether any package's wanted config is not delivered yet.
  boolean pending() {
    return steps.values().stream()
        .anyMatch(
            step ->
                switch (step) {
                  case GateStep.Idle _, GateStep.Forget _ -> false;
                  case GateStep.Held _,
                      GateStep.Open _,
                      GateStep.Remember _,
                      GateStep.Reset _,
                      GateStep.Deliver _ ->
                      true;
                });
  }

  /// Whether any change waits for something that no event tells of (02 §6: look every 30 s).
  boolean anyHeld() {
    return steps.values().stream().anyMatch(GateStep.Held.class::isInstance);
  }

  /// Sets the packages whose data is about to change back to `config` on that node: first their
  /// Jobs that ran with the old data go, whatever became of them (LO3, 02 §4.6).
  void reset(NodeCase node, NodeWork work) {
    for (PackageSpec spec : subject.packages().values()) {
      PackageRecord entry = work.entries().get(spec.ref());
      if (entry == null
          || !(step(spec) instanceof GateStep.Reset)
          || !GateNode.usesConfig(entry.stage())) {
        continue;
      }
      for (JobFacts job : node.ownJobs()) {
        if (ranWithOldData(spec, job)) {
          work.first(new Action.DeleteJob(job, "the config that it ran with is being changed"));
          work.voided(job);
        }
      }
      PackageRecord reset = GateNode.reset(entry, spec);
      if (!reset.equals(entry)) {
        work.put(reset);
        work.judged(spec.ref());
      }
    }
  }

  /// What is done on the ConfigMaps.
  ///
  /// @param outside nodes that are not in scope
  List<Action> actions(List<NodeView> outside) {
    List<Action> actions = new ArrayList<>();
    for (PackageSpec spec : subject.packages().values()) {
      Optional<ConfigMapView> map = subject.configMap(spec.ref());
      if (map.isEmpty() || refused(spec).isPresent()) {
        continue;
      }
      switch (step(spec)) {
        case GateStep.Open _ -> actions.add(new Action.OpenConfigGate(map.get()));
        case GateStep.Deliver(var keys) -> {
          MissedConfig.event(subject, spec, outside).ifPresent(actions::add);
          actions.add(new Action.ReplaceConfigMap(map.get(), subject.view(), spec));
          if (!keys.isEmpty()) {
            actions.add(delivered(spec, keys));
          }
        }
        case GateStep.Idle _,
            GateStep.Forget _,
            GateStep.Held _,
            GateStep.Remember _,
            GateStep.Reset _ -> {}
      }
    }
    return actions;
  }

  private Action delivered(PackageSpec spec, SortedSet<String> keys) {
    return subject.event(
        false,
        "Config",
        "ConfigApplied",
        "Package [%s]: configMap keys [%s] are delivered"
            .formatted(spec.ref().shown(), Texts.some(keys)));
  }

  private Optional<Refusal> refused(PackageSpec spec) {
    return Optional.ofNullable(
            subject.seen().refusals().get(ConfigMapsOfSubject.claim(subject.name(), spec.ref())))
        .filter(refusal -> refusal.retryAt().isAfter(subject.now()));
  }

  /// What is to be remembered of changes that are being rolled out (LO2, LO6).
  SortedMap<String, List<String>> configUpdates() {
    SortedMap<String, List<String>> updates = new TreeMap<>(subject.changedKeys());
    steps.forEach(
        (name, step) -> {
          switch (step) {
            case GateStep.Forget _ -> updates.remove(name);
            case GateStep.Remember(var keys) -> updates.put(name, List.copyOf(keys));
            case GateStep.Idle _,
                GateStep.Held _,
                GateStep.Open _,
                GateStep.Reset _,
                GateStep.Deliver _ -> {}
          }
        });
    return updates;
  }

  /// Why a change is not delivered yet, one verdict per package, on no node alone.
  List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    for (PackageSpec spec : subject.packages().values()) {
      verdict(spec).ifPresent(verdicts::add);
    }
    return verdicts;
  }

  private Optional<Verdict> verdict(PackageSpec spec) {
    Optional<Refusal> refused = refused(spec);
    if (refused.isPresent() && step(spec) instanceof GateStep.Deliver) {
      return Optional.of(
          say(
              spec,
              Reason.REFUSED,
              refused.get().object() + ": " + refused.get().message(),
              "change the configMap; it is tried again by itself"));
    }
    return switch (step(spec)) {
      case GateStep.Idle _, GateStep.Forget _ -> Optional.empty();
      case GateStep.Held held ->
          Optional.of(say(spec, Reason.CONFIG_CHANGE_HELD, heldText(held), held.release()));
      case GateStep.Reset(var nodes) ->
          Optional.of(
              say(
                  spec,
                  Reason.CONFIG_CHANGE_OPENING,
                  "nodes go back to config first: " + Texts.some(nodes),
                  ""));
      case GateStep.Open _, GateStep.Remember _, GateStep.Deliver _ ->
          Optional.of(
              say(
                  spec,
                  Reason.CONFIG_CHANGE_OPENING,
                  "its changed configMap is being delivered",
                  ""));
    };
  }

  private Verdict say(PackageSpec spec, Reason reason, String message, String release) {
    return new Verdict("", spec.name(), reason, message, new Since.Unknown(), release);
  }

  private static String heldText(GateStep.Held held) {
    return "changed configMap keys [%s] are held back: %s"
        .formatted(Texts.some(held.keys()), held.why());
  }

  /// Why the package's config is held; empty when it is not.
  Optional<String> held(PackageSpec spec) {
    return step(spec) instanceof GateStep.Held held
        ? Optional.of(heldText(held))
        : Optional.empty();
  }

  private GateStep step(PackageSpec spec) {
    GateStep step = steps.get(spec.name());
    return step == null ? new GateStep.Idle() : step;
  }
}
