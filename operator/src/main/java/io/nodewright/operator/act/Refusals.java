package io.nodewright.operator.act;

import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.snapshot.Refusal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Creates that were refused, and when each is tried again (03 §11.1). Kept for speed: after a
/// restart each is met once more.
public final class Refusals {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Clock clock;
  private final Consumer<Refusal> news;
  private final Map<JobKey, Refusal> refusals = new HashMap<>();

  /// @param clock of the pass
  /// @param news told of each refusal when it is met first
  public Refusals(Clock clock, Consumer<Refusal> news) {
    this.clock = clock;
    this.news = news;
  }

  /// What is remembered of creates whose node and NodeWright still are; the rest is forgotten.
  public synchronized Map<JobKey, Refusal> current(Predicate<JobKey> stillThere) {
    refusals.keySet().removeIf(stillThere.negate());
    return new HashMap<>(refusals);
  }

  /// Remembers a refusal; the pause doubles while the same create is refused again.
  ///
  /// @param object kind and name of what was to be created
  synchronized void refused(JobKey key, Refusal.Kind kind, String object, String message) {
    Instant now = clock.instant();
    Refusal before = refusals.get(key);
    Instant since = before == null || before.kind() != kind ? now : before.since();
    Duration pause = before == null ? FIRST_PAUSE : longerThan(before, now);
    Refusal refusal = new Refusal(key, kind, object, message, since, now.plus(pause));
    refusals.put(key, refusal);
    if (before == null || before.kind() != kind) {
      news.accept(refusal);
    }
  }

  /// Forgets a refusal: the create succeeded.
  synchronized void granted(JobKey key) {
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
