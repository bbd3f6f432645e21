package io.nodewright.engine;

import io.nodewright.engine.drain.Barrier;
import io.nodewright.engine.drain.CordonFacts;
import io.nodewright.engine.drain.CordonStep;
import io.nodewright.engine.drain.DrainStep;
import io.nodewright.engine.drain.PodRef;
import io.nodewright.engine.drain.PodView;
import io.nodewright.engine.drain.QuietStep;
import io.nodewright.engine.interrupt.OwedInterrupt;
import io.nodewright.engine.lifecycle.DependencyGraph;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.NextStage;
import io.nodewright.engine.lifecycle.PackageProgress;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.snapshot.PodsSeen;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whether a node is as quiet as what runs there, or is to start, needs it (LD9, LD11; 04 §3).
/// Looks at what was seen alone, so that each step rests on the one before being stored.
final class QuietNode {

  private final NodeCase node;
  private final Subject subject;
  private final List<PackageSpec> gated;

  QuietNode(NodeCase node) {
    this.node = node;
    this.subject = node.subject();
    this.gated =
        subject.mayInterrupt() && !node.complete() && node.unreadable().isEmpty()
            ? subject.packages().values().stream().filter(this::needsQuiet).toList()
            : List.of();
  }

  /// Whether any package needs a quiet node now.
  boolean needed() {
    return !gated.isEmpty();
  }

  /// Packages that need it, by name.
  List<PackageSpec> gated() {
    return gated;
  }

  /// Protected pods that hold the node, or would hold it once it is cordoned (04 §5.1).
  List<PodRef> heldBy() {
    LabelSelector selector = subject.view().spec().protectedPods();
    if (!needed() || selector.empty()) {
      return List.of();
    }
    List<PodView> pods =
        new ArrayList<>(subject.seen().pods().onNodes().getOrDefault(node.name(), List.of()));
    guarded().ifPresent(seen -> pods.addAll(seen.onNodes().getOrDefault(node.name(), List.of())));
    return Barrier.holding(selector, pods);
  }

  /// How far the node is.
  QuietStep step() {
    CordonFacts holders = node.node().cordon(subject.name());
    CordonStep cordon = CordonStep.of(holders);
    if (!cordon.holds()) {
      return new QuietStep.Cordons(cordon);
    }
    List<PodRef> heldBy = heldBy();
    if (!heldBy.isEmpty()) {
      return new QuietStep.Held(heldBy);
    }
    List<PodView> pods = subject.seen().pods().onNodes().get(node.name());
    boolean guardKnown = subject.view().spec().protectedPods().empty() || guarded().isPresent();
    if (pods == null || !guardKnown) {
      return new QuietStep.Unseen();
    }
    DrainStep drain =
        DrainStep.of(
            new DrainStep.Facts(
                pods,
                node.record().drainStartText(),
                node.record().drainBlocked(),
                subject.seen().pods().refused().getOrDefault(node.name(), List.of())),
            subject.name(),
            subject.view().spec().drain(),
            subject.now());
    return switch (drain) {
      case DrainStep.Drained _ -> new QuietStep.Quiet(!holders.own());
      case DrainStep.Call _,
          DrainStep.Awaits _,
          DrainStep.Held _,
          DrainStep.Pauses _,
          DrainStep.TimedOut _ ->
          new QuietStep.Drains(drain);
    };
  }

  /// Whether stages that need it may start.
  boolean quiet() {
    return step() instanceof QuietStep.Quiet;
  }

  /// Whether the time for the drain is over (04 §8).
  boolean timedOut() {
    return needed()
        && step() instanceof QuietStep.Drains(var drain)
        && drain instanceof DrainStep.TimedOut;
  }

  /// The protected pods, when they were watched by the selector that the spec has now.
  private Optional<PodsSeen.Guarded> guarded() {
    return Optional.ofNullable(subject.seen().pods().guarded().get(subject.name()))
        .filter(seen -> seen.selector().equals(subject.view().spec().protectedPods()));
  }

  private boolean needsQuiet(PackageSpec spec) {
    Optional<PackageRecord> entry = Optional.ofNullable(node.entries().get(spec.ref()));
    NextStage next =
        NextStage.of(
            spec,
            node.entries(),
            entry.flatMap(node::failedJob).isPresent(),
            subject.uninstalls(spec),
            subject.changedKeys(spec));
    return switch (next) {
      case NextStage.Nothing _, NextStage.TimedOut _, NextStage.Remove _ -> false;
      case NextStage.Begin(PackageRecord record) -> needsQuiet(spec, record);
      case NextStage.Cancel(PackageRecord record) -> needsQuiet(spec, record);
      case NextStage.OwesInterrupt(PackageRecord record) -> needsQuiet(spec, record);
      case NextStage.Continue(PackageRecord record) ->
          !hasEnded(record) && needsQuiet(spec, record);
    };
  }

  private boolean needsQuiet(PackageSpec spec, PackageRecord record) {
    return OwedInterrupt.needsQuietNode(spec, record, subject.changedKeys(spec))
        && runnable(spec, record)
        && fits(record);
  }

  /// Nobody has to leave for a record that would outgrow the node, and so is not begun (02 §2.1).
  private boolean fits(PackageRecord record) {
    return node.entries().containsKey(record.ref())
        || RecordSize.excess(node, node.entries(), record) <= 0;
  }

  /// The stage's Job has ended, and that is about to be recorded.
  private boolean hasEnded(PackageRecord record) {
    return node.ownJobs().stream()
        .filter(JobFacts::awaitsProcessing)
        .anyMatch(
            job ->
                job.key().stage() == record.stage()
                    && (job.key().ref().equals(record.ref())
                        || job.covers().contains(record.ref())));
  }

  private boolean runnable(PackageSpec spec, PackageRecord record) {
    if (record.stage().inUninstallLane()) {
      return DependencyGraph.dependentsToGoFirst(
              spec, subject.packages(), node.entries(), subject.view().deleting())
          .isEmpty();
    }
    if (subject.view().deleting()) {
      return PackageProgress.mustEnd(node.entries(), record, subject.uninstalls(spec));
    }
    return !subject.graph().cyclic().contains(spec.name())
        && DependencyGraph.notDone(
                spec, subject.packages(), node.entries(), subject.changedKeys(), false)
            .isEmpty();
  }
}
