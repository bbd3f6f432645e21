package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.Evidence;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Tells of Pods that cannot start, or are not even made (03 §12.4, §17): each thing once per Job,
/// since what was told is noted on the Job.
final class StuckPods {

  /// How long a Job may be without a Pod before that is told.
  static final Duration POD_MISSED = Duration.ofMinutes(2);

  private static final String POD_REJECTED = "PodRejected";

  private final NodeCase node;
  private final NodeWork work;
  private final JobFacts job;

  private StuckPods(NodeCase node, NodeWork work, JobFacts job) {
    this.node = node;
    this.work = work;
    this.job = job;
  }

  /// Tells what is new.
  ///
  /// @param job an unfinished Job
  /// @param evidence what its Pods tell
  static void tell(NodeCase node, NodeWork work, JobFacts job, Evidence evidence) {
    StuckPods pods = new StuckPods(node, work, job);
    if (evidence.stuck()) {
      pods.cannotStart(evidence);
    } else if (missedAt(job).filter(at -> !at.isAfter(node.subject().now())).isPresent()) {
      pods.missed();
    }
  }

  /// When a Job that is without any Pod is told of; empty when it has or had one, or was told of.
  static Optional<Instant> missedAt(JobFacts job) {
    boolean without =
        job.phase() instanceof JobPhase.Unfinished
            && !job.suspended()
            && !job.deleting()
            && !job.activeSince().equals(Instant.EPOCH)
            && job.attempts().isEmpty()
            && job.failedAttempts() == 0
            && !job.told().contains(POD_REJECTED);
    return without ? Optional.of(job.activeSince().plus(POD_MISSED)) : Optional.empty();
  }

  private void cannotStart(Evidence evidence) {
    String action = evidence.pullFailure() ? "ImagePullFailed" : "ContainerNotStarted";
    String once = action + " " + evidence.inTrouble();
    if (job.told().contains(once)) {
      return;
    }
    String note = note(evidence.cause());
    if (evidence.pullFailure()) {
      work.then(node.eventOnNodeWright(true, "ImagePullFailed", "Apply", note));
    } else {
      tellBoth(action, note);
    }
    noted(once);
  }

  private void missed() {
    tellBoth(
        POD_REJECTED,
        note(
            "Job %s has had no Pod for %d s; the API server may refuse its Pods: see the events of"
                    .formatted(
                        job.name(),
                        Duration.between(job.activeSince(), node.subject().now()).toSeconds())
                + " the Job"));
    noted(POD_REJECTED);
  }

  private void tellBoth(String action, String note) {
    work.then(node.event(true, "Apply", action, note));
    work.then(node.eventOnNodeWright(true, "Apply", action, note));
  }

  private void noted(String once) {
    SortedSet<String> told = new TreeSet<>(job.told());
    told.add(once);
    work.then(new Action.NoteOnJob(job, told)); // effects first, so that it is told at least once
  }

  private String note(String what) {
    return "Package [%s] stage [%s] on node [%s]: %s"
        .formatted(job.key().ref().shown(), job.key().stage().word(), node.name(), what);
  }
}
