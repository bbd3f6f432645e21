package io.nodewright.engine;

import io.nodewright.engine.drain.DrainStep;
import io.nodewright.engine.drain.QuietStep;
import io.nodewright.engine.interrupt.InterruptResult;
import io.nodewright.engine.lifecycle.Evidence;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.snapshot.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.stream.Stream;

/// When to decide again if nothing happens before: what the cluster changes by itself wakes the
/// pass, so only time itself counts here (02 §8).
final class LookAgain {

  private static final Duration SOON = Duration.ofSeconds(2);
  private static final Duration CONFIG_HELD = Duration.ofSeconds(30);

  private LookAgain() {}

  /// When a drain may go on, or is over, by time alone; and when an interrupt Job that is about to
  /// fail counts as failed.
  private static Stream<Instant> quietChanges(Subject subject, NodeCase node) {
    Stream<Instant> failing =
        node.ownJobs().stream()
            .filter(job -> job.key().stage().isInterrupt())
            .flatMap(
                job ->
                    job.phase() instanceof JobPhase.Failing(Instant since)
                        ? Stream.of(since.plus(InterruptResult.NEVER_BACK))
                        : Stream.empty());
    if (!node.quiet().needed() || !(node.quiet().step() instanceof QuietStep.Drains(var drain))) {
      return failing;
    }
    Duration timeout = subject.view().spec().drain().timeout();
    Stream<Instant> over =
        timeout.isPositive()
            ? drain.began().map(began -> began.plus(timeout)).stream()
            : Stream.of();
    Stream<Instant> again =
        drain instanceof DrainStep.Pauses pauses ? Stream.of(pauses.until()) : Stream.of();
    return Stream.concat(failing, Stream.concat(over, again));
  }

  static Instant at(
      Subject subject,
      SortedMap<String, NodeCase> cases,
      SortedMap<String, NodePlan> plans,
      boolean configHeld) {
    Instant now = subject.now();
    Instant idle = now.plus(subject.settings().idleInterval());
    boolean acting = plans.values().stream().anyMatch(plan -> plan.actions().isPresent());
    Stream<Instant> settling =
        cases.values().stream()
            .flatMap(node -> node.ownJobs().stream())
            .filter(JobFacts::unfinished)
            .flatMap(
                job ->
                    Stream.concat(
                        Evidence.settlesAt(job, now).stream(),
                        StuckPods.missedAt(job).filter(at -> at.isAfter(now)).stream()));
    Stream<Instant> refusals =
        subject.seen().refusals().values().stream()
            .filter(refusal -> refusal.key().nodeWright().equals(subject.name()))
            .map(Refusal::retryAt)
            .filter(at -> at.isAfter(now));
    Stream<Instant> drains =
        cases.values().stream().flatMap(node -> quietChanges(subject, node)).filter(now::isBefore);
    Stream<Instant> fixed =
        Stream.concat(
            acting ? Stream.of(now.plus(SOON)) : Stream.empty(),
            configHeld ? Stream.of(now.plus(CONFIG_HELD)) : Stream.empty());
    return Stream.concat(Stream.concat(Stream.concat(settling, drains), refusals), fixed)
        .min(Comparator.naturalOrder())
        .filter(at -> at.isBefore(idle))
        .orElse(idle);
  }
}
