package io.nodewright.engine;

import io.nodewright.engine.drain.DrainStep;
import io.nodewright.engine.drain.QuietStep;
import io.nodewright.engine.interrupt.InterruptResult;
import io.nodewright.engine.lifecycle.Evidence;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.names.ByName;
import io.nodewright.engine.snapshot.Refusal;
import java.time.Duration;
import java.time.Instant;

/// When a decision may be another one though nothing happens: what the cluster changes by itself
/// wakes the pass, so only time itself counts here (02 §8).
final class LookAgain {

  private static final Duration SOON = Duration.ofSeconds(2);
  private static final Duration CONFIG_HELD = Duration.ofSeconds(30);

  private LookAgain() {}

  static Instant at(
      Subject subject, ByName<NodeCase> cases, ByName<NodePlan> plans, boolean configHeld) {
    Instant now = subject.now();
    Earliest next = new Earliest(now, Instant.MAX);
    for (NodePlan plan : plans.values()) {
      if (plan.actions().isPresent()) {
        next.orAt(now.plus(SOON));
        break;
      }
    }
    if (configHeld) {
      next.orAt(now.plus(CONFIG_HELD));
    }
    for (Refusal refusal : subject.seen().refusals().values()) {
      if (refusal.key().nodeWright().equals(subject.name())) {
        next.orAt(refusal.retryAt());
      }
    }
    for (int node = 0; node < cases.size(); node++) {
      next.orAt(plans.isEmpty() ? changesAt(cases.value(node)) : plans.value(node).changesAt());
    }
    return next.at;
  }

  /// When what is seen on a node may mean something else by time alone; [Instant#MAX] when never.
  static Instant changesAt(NodeCase node) {
    if (node.ownJobs().isEmpty() && !node.quiet().needed()) {
      return Instant.MAX;
    }
    Earliest next = new Earliest(node.subject().now(), Instant.MAX);
    jobs(node, next);
    drain(node, next);
    return next.at;
  }

  /// When what the Jobs of a node tell may change by time alone.
  private static void jobs(NodeCase node, Earliest next) {
    for (JobFacts job : node.ownJobs()) {
      if (job.unfinished()) {
        Evidence.settlesAt(job, next.now).ifPresent(next::orAt);
        StuckPods.missedAt(job).ifPresent(next::orAt);
      }
      if (job.key().stage().isInterrupt()
          && job.phase() instanceof JobPhase.Failing(Instant since)) {
        next.orAt(since.plus(InterruptResult.NEVER_BACK));
      }
    }
  }

  /// When a drain may go on, or is over, by time alone.
  private static void drain(NodeCase node, Earliest next) {
    if (!node.quiet().needed() || !(node.quiet().step() instanceof QuietStep.Drains(var drain))) {
      return;
    }
    Duration timeout = node.subject().view().spec().drain().timeout();
    if (timeout.isPositive()) {
      drain.began().ifPresent(began -> next.orAt(began.plus(timeout)));
    }
    if (drain instanceof DrainStep.Pauses pauses) {
      next.orAt(pauses.until());
    }
  }

  /// The earliest of the times to come.
  private static final class Earliest {
    private final Instant now;
    private Instant at;

    private Earliest(Instant now, Instant latest) {
      this.now = now;
      this.at = latest;
    }

    private void orAt(Instant time) {
      if (time.isAfter(now) && time.isBefore(at)) {
        at = time;
      }
    }
  }
}
