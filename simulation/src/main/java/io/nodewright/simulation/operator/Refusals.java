package io.nodewright.simulation.operator;

import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.simulation.time.ProcessClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Creates that were refused, and when each is tried again (03 §11.1).
final class Refusals {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final ProcessClock clock;
  private final Consumer<Refusal> news;
  private final Map<JobKey, Refusal> refusals = new HashMap<>();

  /// @param news told of each refusal when it is met first
  Refusals(ProcessClock clock, Consumer<Refusal> news) {
    this.clock = clock;
    this.news = news;
  }

  Map<JobKey, Refusal> current(Predicate<JobKey> stillThere) {
    refusals.keySet().removeIf(stillThere.negate());
    return new HashMap<>(refusals);
  }

  void refused(JobKey key, Refusal.Kind kind, String object, String message) {
    Instant now = clock.now();
    Refusal before = refusals.get(key);
    boolean first = before == null || before.kind() != kind;
    Instant since = before == null || first ? now : before.since();
    Duration pause = before == null ? FIRST_PAUSE : longerThan(before, now);
    Refusal refusal = new Refusal(key, kind, object, message, since, now.plus(pause));
    refusals.put(key, refusal);
    if (first) {
      news.accept(refusal);
    }
  }

  void granted(JobKey key) {
    refusals.remove(key);
  }

  /// As long again as it has been refused, within the bounds: 1, 2, 4 … 30 s.
  private static Duration longerThan(Refusal before, Instant now) {
    Duration lasted = Duration.between(before.since(), now);
    if (lasted.compareTo(FIRST_PAUSE) < 0) {
      return FIRST_PAUSE;
    }
    return lasted.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : lasted;
  }
}
