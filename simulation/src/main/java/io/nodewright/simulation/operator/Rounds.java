package io.nodewright.simulation.operator;

import io.nodewright.api.seen.Alarm;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Gathers alarms and hands them on as rounds of passes. An alarm is never lost: it belongs to the
/// round that begins after it. Passes take no virtual time, so rounds keep the shortest distance.
final class Rounds implements Alarm {

  static final Duration SHORTEST = Duration.ofMillis(20);

  private final Life life;
  private final Supplier<Set<String>> names;
  private final Consumer<String> pass;
  private final Set<String> waiting = new TreeSet<>();
  private boolean allWait;
  private boolean roundComes;
  private Instant next = Instant.MIN;

  /// @param names all NodeWrights that are known
  /// @param pass makes a pass
  Rounds(Life life, Supplier<Set<String>> names, Consumer<String> pass) {
    this.life = life;
    this.names = names;
    this.pass = pass;
  }

  @Override
  public void wake(String nodeWright) {
    waiting.add(nodeWright);
    roundComes();
  }

  @Override
  public void wakeAll() {
    allWait = true;
    roundComes();
  }

  private void roundComes() {
    if (!roundComes) {
      roundComes = true;
      Instant now = life.now();
      life.after(
          now.isBefore(next) ? Duration.between(now, next) : Duration.ZERO, "round", this::round);
    }
  }

  private void round() {
    roundComes = false;
    Set<String> woken = new TreeSet<>(waiting);
    if (allWait) {
      woken.addAll(names.get());
    }
    waiting.clear();
    allWait = false;
    next = life.now().plus(SHORTEST);
    woken.forEach(pass);
  }
}
