package io.nodewright.engine.interrupt;

import io.nodewright.engine.interrupt.Member.Standing;
import io.nodewright.engine.lifecycle.DependencyGraph;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.NextStage;
import io.nodewright.engine.lifecycle.PackageProgress;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Who belongs to the interrupt group of a node (04 §9.2; LM1, LM2, LM13), worked out from the spec
/// for that node alone.
public final class InterruptMembers {

  private final Map<String, PackageSpec> packages;
  private final Map<PackageRef, PackageRecord> entries;
  private final Map<String, List<String>> changedKeys;
  private final boolean deleting;
  private final Predicate<PackageRecord> failedForGood;
  private final Collection<JobFacts> jobs;

  /// Of one node.
  ///
  /// @param packages of the spec, by name
  /// @param entries the node's record
  /// @param changedKeys changed config keys by package name
  /// @param deleting whether the NodeWright is being deleted
  /// @param failedForGood whether the stage of a record failed for good
  /// @param jobs the NodeWright's Jobs on the node
  public InterruptMembers(
      Map<String, PackageSpec> packages,
      Map<PackageRef, PackageRecord> entries,
      Map<String, List<String>> changedKeys,
      boolean deleting,
      Predicate<PackageRecord> failedForGood,
      Collection<JobFacts> jobs) {
    this.packages = packages;
    this.entries = entries;
    this.changedKeys = changedKeys;
    this.deleting = deleting;
    this.failedForGood = failedForGood;
    this.jobs = jobs;
  }

  /// Members of the lane of that stage.
  ///
  /// @param lane `interrupt` or `uninstall-interrupt`
  public List<Member> of(Stage lane) {
    List<Member> members = new ArrayList<>();
    for (PackageSpec spec : packages.values()) {
      member(spec, lane).ifPresent(members::add);
    }
    return members;
  }

  private Optional<Member> member(PackageSpec spec, Stage lane) {
    Optional<PackageRecord> entry = Optional.ofNullable(entries.get(spec.ref()));
    boolean uninstall = PackageProgress.uninstallRequested(spec, deleting);
    NextStage next =
        NextStage.of(
            spec,
            entries,
            entry.filter(failedForGood).isPresent(),
            uninstall,
            changedKeys.getOrDefault(spec.name(), List.of()));
    return switch (next) {
      case NextStage.Nothing _, NextStage.TimedOut _, NextStage.Remove _ -> Optional.empty();
      case NextStage.Begin(PackageRecord record) -> standing(spec, record, lane, uninstall);
      case NextStage.Continue(PackageRecord record) -> standing(spec, record, lane, uninstall);
      case NextStage.Cancel(PackageRecord record) -> standing(spec, record, lane, uninstall);
      case NextStage.OwesInterrupt(PackageRecord record) ->
          owing(spec, record, lane, Standing.READY);
    };
  }

  private Optional<Member> standing(
      PackageSpec spec, PackageRecord record, Stage lane, boolean uninstall) {
    return switch (record.stage()) {
      case UNINSTALL ->
          goesBehind(spec) ? Optional.empty() : owing(spec, record, lane, Standing.BUSY);
      case UNINSTALL_INTERRUPT ->
          covered(spec.ref(), record.stage())
              ? Optional.empty()
              : owing(spec, record, lane, Standing.READY);
      case APPLY, UPGRADE, CONFIG ->
          uninstall ? Optional.empty() : owing(spec, record, lane, Standing.BUSY);
      case INTERRUPT ->
          covered(spec.ref(), record.stage())
              ? Optional.empty()
              : owing(spec, record, lane, Standing.BEGUN);
      case POST_INTERRUPT -> Optional.empty();
    };
  }

  private Optional<Member> owing(
      PackageSpec spec, PackageRecord record, Stage lane, Standing standing) {
    boolean uninstalls = record.stage().inUninstallLane();
    if (uninstalls != (lane == Stage.UNINSTALL_INTERRUPT) || (!uninstalls && waits(spec, record))) {
      return Optional.empty();
    }
    return switch (OwedInterrupt.of(
        spec, record, changedKeys.getOrDefault(spec.name(), List.of()))) {
      case Interrupt.None _ -> Optional.empty();
      case Interrupt.Of owed -> Optional.of(new Member(spec.ref(), owed, standing));
    };
  }

  /// Not runnable together with the others: a dependency is not done on this node (I52). In a
  /// deletion only an interrupt that was begun, of a package that goes, still has to end.
  private boolean waits(PackageSpec spec, PackageRecord record) {
    return deleting
        ? !PackageProgress.mustEnd(
            entries, record, PackageProgress.uninstallRequested(spec, deleting))
        : !DependencyGraph.notDone(spec, packages, entries, changedKeys, deleting).isEmpty();
  }

  /// Its uninstall waits for packages that depend on it (02 §5.4).
  private boolean goesBehind(PackageSpec spec) {
    return !DependencyGraph.dependentsToGoFirst(spec, packages, entries, deleting).isEmpty();
  }

  /// Whether a Job stands for the package's interrupt: it runs, waits for its result to be
  /// recorded, or is the mark that it failed for good (LM10, LM12).
  private boolean covered(PackageRef ref, Stage stage) {
    return jobs.stream()
        .filter(job -> job.key().stage() == stage && job.covers().contains(ref))
        .anyMatch(this::stands);
  }

  private boolean stands(JobFacts job) {
    if (job.unfinished() || job.awaitsProcessing()) {
      return true;
    }
    PackageRecord host = entries.get(job.key().ref());
    return job.phase() instanceof JobPhase.Failed
        && host != null
        && host.stage() == job.key().stage()
        && failedForGood.test(host);
  }
}
