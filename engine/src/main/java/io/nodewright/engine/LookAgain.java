package io.nodewright.engine;

import io.nodewright.engine.lifecycle.Evidence;
import io.nodewright.engine.lifecycle.JobFacts;
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
    Stream<Instant> fixed =
        Stream.concat(
            acting ? Stream.of(now.plus(SOON)) : Stream.empty(),
            configHeld ? Stream.of(now.plus(CONFIG_HELD)) : Stream.empty());
    return Stream.concat(Stream.concat(settling, refusals), fixed)
        .min(Comparator.naturalOrder())
        .filter(at -> at.isBefore(idle))
        .orElse(idle);
  }
}
