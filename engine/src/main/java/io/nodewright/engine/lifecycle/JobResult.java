package io.nodewright.engine.lifecycle;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// What a finished or failing Job changes in the node's record (03 §11.3, §11.4, §12.4). Evidence
/// updates an entry that is open at the Job's stage; it never creates one (LW5, LX1).
///
/// @param put records that change
/// @param remove records that go
/// @param failedForGood whether this is the verdict that the stage failed, to be told once
public record JobResult(
    SortedMap<PackageRef, PackageRecord> put, SortedSet<PackageRef> remove, boolean failedForGood) {

  /// Nothing changes: the postcondition holds already, or the entry is not the Job's any more.
  public static final JobResult NOTHING =
      new JobResult(Collections.emptySortedMap(), Collections.emptySortedSet(), false);

  /// Copies the collections.
  public JobResult {
    put = Collections.unmodifiableSortedMap(new TreeMap<>(put));
    remove = Collections.unmodifiableSortedSet(new TreeSet<>(remove));
  }

  /// Whether it changes anything.
  public boolean changesRecord() {
    return !put.isEmpty() || !remove.isEmpty();
  }

  /// The result of a finished, unprocessed Job.
  ///
  /// @param job of stage `apply`, `upgrade`, `config`, `post-interrupt` or `uninstall`
  /// @param entries the node's record
  /// @param evidence what its Pods tell
  /// @param interruptFollows whether the package's interrupt comes after its uninstall
  public static JobResult ofFinished(
      JobFacts job,
      Map<PackageRef, PackageRecord> entries,
      Evidence evidence,
      Predicate<PackageRef> interruptFollows) {
    PackageRecord entry = entries.get(job.key().ref());
    return switch (job.phase()) {
      case JobPhase.Complete _ ->
          ofComplete(job, Optional.ofNullable(entry), entries, interruptFollows);
      case JobPhase.Failed _ -> ofFailed(job, Optional.ofNullable(entry), evidence);
      case JobPhase.Unfinished _, JobPhase.Failing _, JobPhase.Lost _ -> NOTHING;
    };
  }

  /// What the Pods of an unfinished Job change (03 §12.4): the first genuine failure makes the
  /// stage `erroring`, later ones count; a running retry changes nothing.
  public static JobResult ofAttempts(
      JobFacts job, Map<PackageRef, PackageRecord> entries, Evidence evidence) {
    PackageRecord entry = entries.get(job.key().ref());
    if (entry == null || !entry.openAt(job.key().stage())) {
      return NOTHING;
    }
    if (evidence.genuineFailure()) {
      int restarts = Math.max(entry.restarts(), evidence.restarts());
      return changed(entry, entry.with(StageState.ERRORING, restarts));
    }
    if (evidence.stuck()) {
      return changed(entry, entry.with(StageState.ERRORING, entry.restarts()));
    }
    return NOTHING;
  }

  private static JobResult ofComplete(
      JobFacts job,
      Optional<PackageRecord> entry,
      Map<PackageRef, PackageRecord> entries,
      Predicate<PackageRef> interruptFollows) {
    Stage stage = job.key().stage();
    if (entry.isEmpty() || !entry.get().openAt(stage)) {
      return NOTHING; // an old Job's success, or one that is recorded already (L107, J27, J28)
    }
    return switch (stage) {
      case APPLY, CONFIG, POST_INTERRUPT ->
          put(entry.get().with(StageState.COMPLETE, job.failedAttempts()));
      case UPGRADE -> upgraded(entry.get(), job, entries);
      case UNINSTALL ->
          interruptFollows.test(job.key().ref())
              ? put(uninstalled(entry.get()))
              : new JobResult(new TreeMap<>(), single(job.key().ref()), false);
      case INTERRUPT, UNINSTALL_INTERRUPT -> NOTHING;
    };
  }

  /// What is uninstalled waits for its interrupt (02 §4.8 #6).
  private static PackageRecord uninstalled(PackageRecord entry) {
    return new PackageRecord(
        entry.ref(),
        entry.image(),
        entry.containerSha(),
        Stage.UNINSTALL_INTERRUPT,
        StageState.IN_PROGRESS,
        0,
        false,
        entry.sequence(),
        entry.unknownMembers());
  }

  /// An upgrade leaves no other version of the package behind (02 §4.3 row 2).
  private static JobResult upgraded(
      PackageRecord entry, JobFacts job, Map<PackageRef, PackageRecord> entries) {
    SortedSet<PackageRef> others = new TreeSet<>();
    for (PackageRef ref : entries.keySet()) {
      if (ref.name().equals(entry.ref().name()) && !ref.equals(entry.ref())) {
        others.add(ref);
      }
    }
    SortedMap<PackageRef, PackageRecord> put = new TreeMap<>();
    put.put(entry.ref(), entry.with(StageState.COMPLETE, job.failedAttempts()).inSequence(0));
    return new JobResult(put, others, false);
  }

  /// A spent budget counts only with a genuine failure, seen now or recorded before (03 §11.3,
  /// L70).
  private static JobResult ofFailed(
      JobFacts job, Optional<PackageRecord> entry, Evidence evidence) {
    if (entry.isEmpty() || !entry.get().openAt(job.key().stage())) {
      return NOTHING;
    }
    PackageRecord open = entry.get();
    boolean recordedBefore = open.state() == StageState.ERRORING && job.attempts().isEmpty();
    if (!evidence.genuineFailure() && !recordedBefore) {
      return NOTHING;
    }
    int restarts = Math.max(open.restarts(), evidence.restarts());
    PackageRecord failed = open.with(StageState.ERRORING, restarts);
    SortedMap<PackageRef, PackageRecord> put = new TreeMap<>();
    if (!failed.equals(open)) {
      put.put(failed.ref(), failed);
    }
    return new JobResult(put, Collections.emptySortedSet(), true);
  }

  private static JobResult changed(PackageRecord before, PackageRecord after) {
    return before.equals(after) ? NOTHING : put(after);
  }

  private static JobResult put(PackageRecord record) {
    SortedMap<PackageRef, PackageRecord> put = new TreeMap<>();
    put.put(record.ref(), record);
    return new JobResult(put, Collections.emptySortedSet(), false);
  }

  private static SortedSet<PackageRef> single(PackageRef ref) {
    SortedSet<PackageRef> set = new TreeSet<>();
    set.add(ref);
    return set;
  }
}
