package io.nodewright.engine.lifecycle;

import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/// Whether a Job that stands under our name may stay (03 §11.2 matching, §11.5 rerun rule).
public sealed interface JobFate {

  /// It stays.
  record Keep() implements JobFate {}

  /// It goes, foreground; the record stays as it is and the stage runs again when it is due.
  ///
  /// @param why for the log
  record Delete(String why) implements JobFate {}

  /// It stood for a failure that an edit has made void: it goes, and its stage is open again (L67).
  ///
  /// @param why for the log
  record Reopen(String why) implements JobFate {}

  /// The fate of an unfinished Job, or of one that is processed. Unprocessed finished Jobs stay:
  /// processing comes first (J18).
  ///
  /// @param job a Job of ours
  /// @param ownerUid UID of the NodeWright as it is now
  /// @param entries the node's record
  /// @param packages the spec's packages by name
  /// @param wanted the template that the spec asks for, of a Job and its package
  static JobFate of(
      JobFacts job,
      String ownerUid,
      Map<PackageRef, PackageRecord> entries,
      Map<String, PackageSpec> packages,
      BiFunction<JobFacts, PackageSpec, JobTemplate> wanted) {
    if (job.deleting()) {
      return new Keep();
    }
    if (!job.ownerUid().equals(ownerUid)) {
      return new Delete("it belongs to an earlier NodeWright of this name");
    }
    if (job.awaitsProcessing()) {
      return new Keep();
    }
    Optional<PackageSpec> spec =
        Optional.ofNullable(packages.get(job.key().ref().name()))
            .filter(p -> p.ref().equals(job.key().ref()));
    Optional<PackageRecord> entry = Optional.ofNullable(entries.get(job.key().ref()));
    return job.unfinished()
        ? ofUnfinished(job, entry, spec, wanted)
        : ofFinished(job, entry, spec, wanted);
  }

  private static JobFate ofUnfinished(
      JobFacts job,
      Optional<PackageRecord> entry,
      Optional<PackageSpec> spec,
      BiFunction<JobFacts, PackageSpec, JobTemplate> wanted) {
    Stage stage = job.key().stage();
    if (entry.isEmpty() || !entry.get().openAt(stage)) {
      return new Delete("the node's record is not at its stage");
    }
    if (spec.isEmpty()) {
      // An uninstall whose package is gone from the spec cannot be compared and runs on (03 §11.2).
      return stage == Stage.UNINSTALL
          ? new Keep()
          : new Delete("the spec has no package " + job.key().ref().shown() + " any more");
    }
    return matches(job, wanted.apply(job, spec.get()))
        ? new Keep()
        : new Delete("the spec of the package has changed");
  }

  private static JobFate ofFinished(
      JobFacts job,
      Optional<PackageRecord> entry,
      Optional<PackageSpec> spec,
      BiFunction<JobFacts, PackageSpec, JobTemplate> wanted) {
    Stage stage = job.key().stage();
    boolean complete = job.phase() instanceof JobPhase.Complete;
    if (entry.isEmpty()) {
      return complete && stage.inUninstallLane()
          ? new Keep()
          : new Delete("the node has no record of its package");
    }
    PackageRecord record = entry.get();
    if (record.at(stage, StageState.COMPLETE) || record.stage().after(stage)) {
      return complete ? new Keep() : new Delete("its stage has completed since");
    }
    if (record.at(stage, StageState.ERRORING) && !complete) {
      boolean edited = spec.isPresent() && !matches(job, wanted.apply(job, spec.get()));
      return edited
          ? new Reopen("the spec of the package has changed since it failed")
          : new Keep();
    }
    return new Delete("its stage is to run again");
  }

  /// Of an interrupt Job only the agent is compared, never what it runs (03 §11.2, I67).
  private static boolean matches(JobFacts job, JobTemplate wanted) {
    return job.key().stage().isInterrupt()
        ? job.template().agentImage().equals(wanted.agentImage())
        : job.template().matches(wanted);
  }
}
