package io.nodewright.engine.interrupt;

import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.JobResult;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// What an interrupt Job changes in a node's record (03 §11.3, §11.4; LM7, LM12). It never creates
/// a record, and a repeat changes nothing more.
public final class InterruptResult {

  /// A Job that is about to fail for longer than this counts as failed: on an unreachable node its
  /// Pod never goes, and so it never ends (04 §11).
  public static final Duration NEVER_BACK = Duration.ofMinutes(2);

  private InterruptResult() {}

  /// What a Job changes now.
  ///
  /// @param job of stage `interrupt` or `uninstall-interrupt`
  /// @param entries the node's record
  public static JobResult of(JobFacts job, Map<PackageRef, PackageRecord> entries, Instant now) {
    return switch (job.phase()) {
      case JobPhase.Complete _ -> completed(job, entries);
      case JobPhase.Failed failed -> failed(job, entries, failed.reason());
      case JobPhase.Failing(Instant since) ->
          since.plus(NEVER_BACK).isAfter(now)
              ? attempts(job, entries)
              : erroring(job, entries, InterruptEvidence.of(job).restarts(), true);
      case JobPhase.Unfinished _ -> attempts(job, entries);
      case JobPhase.Lost _ -> new JobResult(new TreeMap<>(), new TreeSet<>(), false);
    };
  }

  /// Whether the Job counts as failed for good before it is (04 §11).
  public static boolean neverBack(JobFacts job, Instant now) {
    return job.phase() instanceof JobPhase.Failing(Instant since)
        && !since.plus(NEVER_BACK).isAfter(now);
  }

  private static JobResult completed(JobFacts job, Map<PackageRef, PackageRecord> entries) {
    SortedMap<PackageRef, PackageRecord> put = new TreeMap<>();
    for (PackageRef ref : job.covers()) {
      PackageRecord entry = entries.get(ref);
      if (entry != null && covered(job, entry)) {
        put.put(ref, completed(entry, job.failedAttempts()));
      }
    }
    return new JobResult(put, new TreeSet<>(), false);
  }

  private static boolean covered(JobFacts job, PackageRecord entry) {
    Stage stage = job.key().stage();
    boolean host = entry.ref().equals(job.key().ref());
    return switch (stage) {
      case INTERRUPT -> host ? entry.openAt(stage) : entry.at(Stage.INTERRUPT, StageState.SKIPPED);
      case UNINSTALL_INTERRUPT -> entry.openAt(stage);
      case APPLY, UPGRADE, CONFIG, POST_INTERRUPT, UNINSTALL ->
          throw new IllegalStateException("no interrupt Job: " + job.name());
    };
  }

  /// The stage is complete and nothing is owed any more.
  public static PackageRecord completed(PackageRecord entry, int restarts) {
    return new PackageRecord(
        entry.ref(),
        entry.image(),
        entry.containerSha(),
        entry.stage(),
        StageState.COMPLETE,
        restarts,
        false,
        entry.sequence(),
        entry.unknownMembers());
  }

  /// Its deadline and its spent restarts need no further evidence; any other end counts only when a
  /// failure was seen or recorded (03 §11.3).
  private static JobResult failed(
      JobFacts job, Map<PackageRef, PackageRecord> entries, String reason) {
    InterruptEvidence evidence = InterruptEvidence.of(job);
    boolean certain =
        reason.equals("DeadlineExceeded") || job.restartLimitExceeded() || evidence.failing();
    PackageRecord host = entries.get(job.key().ref());
    boolean recorded = host != null && host.at(job.key().stage(), StageState.ERRORING);
    return certain || recorded
        ? erroring(job, entries, evidence.restarts(), true)
        : JobResult.NOTHING;
  }

  private static JobResult attempts(JobFacts job, Map<PackageRef, PackageRecord> entries) {
    InterruptEvidence evidence = InterruptEvidence.of(job);
    return evidence.failing()
        ? erroring(job, entries, evidence.restarts(), false)
        : JobResult.NOTHING;
  }

  private static JobResult erroring(
      JobFacts job, Map<PackageRef, PackageRecord> entries, int restarts, boolean forGood) {
    PackageRecord host = entries.get(job.key().ref());
    if (host == null || !host.openAt(job.key().stage())) {
      return JobResult.NOTHING;
    }
    PackageRecord failed = host.with(StageState.ERRORING, Math.max(host.restarts(), restarts));
    SortedMap<PackageRef, PackageRecord> put = new TreeMap<>();
    if (!failed.equals(host)) {
      put.put(failed.ref(), failed);
    }
    return new JobResult(put, new TreeSet<>(), forGood);
  }
}
