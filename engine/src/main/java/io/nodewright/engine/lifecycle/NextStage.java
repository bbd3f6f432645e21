package io.nodewright.engine.lifecycle;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/// What a package has to do next on a node (02 §4.1 to §4.10), apart from whether it may do it now.
public sealed interface NextStage {

  /// Nothing: it is done, or gone and not wanted.
  record Nothing() implements NextStage {}

  /// The recorded stage is to be worked on: its Job runs, is about to exist, or is missing and made
  /// again.
  ///
  /// @param record as it has to be before the Job is created; equal to the stored one when nothing
  ///   changes
  record Continue(PackageRecord record) implements NextStage {}

  /// A stage is to begin.
  ///
  /// @param record as it has to be stored before the Job is created (LW3)
  record Begin(PackageRecord record) implements NextStage {}

  /// The stage's Job failed for good; nothing runs until somebody clears it (02 §4.14).
  ///
  /// @param record the stored one
  record TimedOut(PackageRecord record) implements NextStage {}

  /// The package owes an interrupt at this point.
  ///
  /// @param record the stored one
  record OwesInterrupt(PackageRecord record) implements NextStage {}

  /// Its uninstall's interrupt is done: the record goes, whether its uninstall is still asked for
  /// or not (02 §4.8 #9).
  ///
  /// @param record the stored one
  record Remove(PackageRecord record) implements NextStage {}

  /// A running uninstall was cancelled: its Job goes first, then the package starts over (02 §4.9).
  ///
  /// @param record as it has to be once the Job is gone
  record Cancel(PackageRecord record) implements NextStage {}

  /// Works out the next stage.
  ///
  /// @param spec the package
  /// @param entries the node's record
  /// @param failedForGood whether the Job of the recorded stage stands as failed and processed (02
  ///   §1.2)
  /// @param uninstall whether its uninstall is asked for (LD2)
  /// @param changedKeys config keys whose change is being rolled out
  static NextStage of(
      PackageSpec spec,
      Map<PackageRef, PackageRecord> entries,
      boolean failedForGood,
      boolean uninstall,
      Collection<String> changedKeys) {
    Optional<PackageRecord> entry = Optional.ofNullable(entries.get(spec.ref()));
    if (entry.isEmpty()) {
      return uninstall ? new Nothing() : new Begin(firstRecord(spec, entries)); // 4.10; 4.1, 4.3
    }
    if (entry.get().at(Stage.UNINSTALL_INTERRUPT, StageState.COMPLETE)) {
      return new Remove(entry.get());
    }
    return uninstall
        ? uninstalling(spec, entry.get(), failedForGood)
        : installing(spec, entries, entry.get(), failedForGood, changedKeys);
  }

  private static NextStage installing(
      PackageSpec spec,
      Map<PackageRef, PackageRecord> entries,
      PackageRecord entry,
      boolean failedForGood,
      Collection<String> changedKeys) {
    if (entry.stage() == Stage.UNINSTALL) {
      return new Cancel(starting(spec, Stage.APPLY, entries)); // 4.9
    }
    if (entry.state() != StageState.COMPLETE) {
      return resumed(spec, entries, entry, failedForGood);
    }
    Optional<Stage> again = new RecordedVersions(spec, entries).runsAgain(); // 4.5 rows 1, 2
    if (again.isPresent()) {
      return new Begin(starting(spec, again.get(), entries));
    }
    if (PackageProgress.done(spec, entries, changedKeys)) {
      return new Nothing();
    }
    return switch (entry.stage()) {
      case APPLY, UPGRADE -> new Begin(entry.movedTo(Stage.CONFIG, spec)); // 4.1 #3
      case CONFIG -> new OwesInterrupt(entry); // 4.2 #6
      case INTERRUPT -> new Begin(entry.movedTo(Stage.POST_INTERRUPT, spec)); // 4.2 #8
      case POST_INTERRUPT, UNINSTALL, UNINSTALL_INTERRUPT -> new Nothing();
    };
  }

  private static NextStage uninstalling(
      PackageSpec spec, PackageRecord entry, boolean failedForGood) {
    if (entry.inUninstallCycle()) {
      return open(entry, failedForGood);
    }
    boolean leaves = entry.state() == StageState.COMPLETE || failedForGood; // 4.8 #1, #3
    return leaves
        ? new Begin(entry.movedTo(Stage.UNINSTALL, spec))
        : new Continue(entry); // 4.8 #2: the stage in flight runs to its end
  }

  private static NextStage open(PackageRecord entry, boolean failedForGood) {
    return failedForGood ? new TimedOut(entry) : new Continue(entry);
  }

  /// 4.5 row 3: where another version ran meanwhile, the stage gets a fresh Job, and its run comes
  /// after that one.
  private static NextStage resumed(
      PackageSpec spec,
      Map<PackageRef, PackageRecord> entries,
      PackageRecord entry,
      boolean failedForGood) {
    RecordedVersions versions = new RecordedVersions(spec, entries);
    if (!versions.ranSince(entry)) {
      return open(entry, failedForGood);
    }
    PackageRecord later = entry.inSequence(versions.nextSequence());
    return failedForGood ? new Begin(later.with(StageState.IN_PROGRESS, 0)) : new Continue(later);
  }

  private static PackageRecord firstRecord(
      PackageSpec spec, Map<PackageRef, PackageRecord> entries) {
    boolean upgrades = new RecordedVersions(spec, entries).upgradeBase();
    return starting(spec, upgrades ? Stage.UPGRADE : Stage.APPLY, entries);
  }

  private static PackageRecord starting(
      PackageSpec spec, Stage stage, Map<PackageRef, PackageRecord> entries) {
    return PackageRecord.starting(spec, stage, declaresInterrupt(spec))
        .inSequence(new RecordedVersions(spec, entries).nextSequence());
  }

  private static boolean declaresInterrupt(PackageSpec spec) {
    return spec.interrupt() instanceof Interrupt.Of;
  }
}
