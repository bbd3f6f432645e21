package io.nodewright.engine.lifecycle;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What was seen of one Job of ours.
///
/// @param key what it is for, from its labels and its package annotation
/// @param name its object name
/// @param uid its UID
/// @param ownerUid UID of its controller owner; empty when it has none of kind NodeWright
/// @param created when it was created
/// @param activeSince since when it starts Pods: its start, or its last resume; [Instant#EPOCH]
///   while the Job controller has not said so
/// @param phase how it stands
/// @param processed whether its result is recorded (the processed marker, 03 §4)
/// @param suspended `spec.suspend`
/// @param deleting whether it has a deletion timestamp
/// @param hasTtl whether `ttlSecondsAfterFinished` is set
/// @param failedAttempts `status.failed`
/// @param template what is compared with the spec; meaningful for package stages
/// @param covers packages that an interrupt Job satisfies, winner first; empty for package stages
/// @param restartAllowance restart budget of an interrupt Job fixed at its creation; negative when
///   it has none
/// @param restartLimitExceeded whether it was ended for its restarts
/// @param told what of it was told already, one word each
/// @param run what only an interrupt Job tells; [InterruptRun#NONE] for a package stage
/// @param attempts the Pods that were seen, oldest first
public record JobFacts(
    JobKey key,
    String name,
    String uid,
    String ownerUid,
    Instant created,
    Instant activeSince,
    JobPhase phase,
    boolean processed,
    boolean suspended,
    boolean deleting,
    boolean hasTtl,
    int failedAttempts,
    JobTemplate template,
    SortedSet<PackageRef> covers,
    int restartAllowance,
    boolean restartLimitExceeded,
    SortedSet<String> told,
    InterruptRun run,
    List<Attempt> attempts) {

  /// Copies the collections.
  public JobFacts {
    covers =
        covers.isEmpty()
            ? Collections.emptySortedSet()
            : Collections.unmodifiableSortedSet(new TreeSet<>(covers));
    told =
        told.isEmpty()
            ? Collections.emptySortedSet()
            : Collections.unmodifiableSortedSet(new TreeSet<>(told));
    attempts = List.copyOf(attempts);
  }

  /// A Job that was taken away from its Pod, which still is on the node and may be at work: told by
  /// the Pod alone, and as good as a Job that is being deleted. Its Pod stands for its name.
  public static JobFacts lost(JobKey key, String uid, Attempt pod) {
    return new JobFacts(
        key,
        pod.pod(),
        uid,
        "",
        pod.created(),
        Instant.EPOCH,
        new JobPhase.Lost(),
        false,
        false,
        true,
        false,
        0,
        JobTemplate.UNKNOWN,
        key.stage().isInterrupt()
            ? new TreeSet<>(List.of(key.ref()))
            : Collections.emptySortedSet(),
        -1,
        false,
        Collections.emptySortedSet(),
        InterruptRun.NONE,
        List.of(pod));
  }

  /// Whether it may still start Pods, or have one at work.
  public boolean unfinished() {
    return phase.unfinished();
  }

  /// Whether it may work on its node now: a suspended Job has no Pods.
  public boolean atWork() {
    return unfinished() && !suspended;
  }

  /// Whether it finished and its result is not recorded yet.
  public boolean awaitsProcessing() {
    return !unfinished() && !processed;
  }

  /// This Job with the Pods that were seen of it.
  public JobFacts withAttempts(List<Attempt> seen) {
    return new JobFacts(
        key,
        name,
        uid,
        ownerUid,
        created,
        activeSince,
        phase,
        processed,
        suspended,
        deleting,
        hasTtl,
        failedAttempts,
        template,
        covers,
        restartAllowance,
        restartLimitExceeded,
        told,
        run,
        seen);
  }
}
