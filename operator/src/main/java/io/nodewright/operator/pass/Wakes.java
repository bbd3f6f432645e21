package io.nodewright.operator.pass;

import io.nodewright.api.seen.Alarm;
import io.nodewright.operator.timing.Delays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Gathers alarms and hands them on as rounds of passes, at the pace of [PassPace]. An alarm is
/// never lost: it belongs to the round that begins after it.
public final class Wakes implements Alarm {

  private final PassPace pace;
  private final Delays delays;
  private final Set<String> waiting = new TreeSet<>();
  private boolean allWait;
  private boolean roundComes;
  private Supplier<Set<String>> names = Set::of;
  private Consumer<String> passes = _ -> {};

  Wakes(PassPace pace, Delays delays) {
    this.pace = pace;
    this.delays = delays;
  }

  /// At the pace of this process.
  public static Wakes standard() {
    return new Wakes(new PassPace(System::nanoTime), Delays.onVirtualThreads());
  }

  /// The pace that passes are made at.
  PassPace pace() {
    return pace;
  }

  /// Says who there is to be woken, and how.
  ///
  /// @param allNames all NodeWrights
  /// @param startPass asks for a pass of the one named; it may ask twice
  synchronized void connect(Supplier<Set<String>> allNames, Consumer<String> startPass) {
    names = allNames;
    passes = startPass;
  }

  /// How many NodeWrights wait for the next round.
  public synchronized int waiting() {
    return allWait ? names.get().size() : waiting.size();
  }

  @Override
  public synchronized void wake(String nodeWright) {
    waiting.add(nodeWright);
    roundComes();
  }

  @Override
  public synchronized void wakeAll() {
    allWait = true;
    roundComes();
  }

  // Callers hold locks of their own: the round begins in another thread.
  private void roundComes() {
    if (!roundComes) {
      roundComes = true;
      delays.after(pace.untilNext(), this::round);
    }
  }

  private void round() {
    Set<String> woken;
    Consumer<String> start;
    Supplier<Set<String>> all;
    boolean everyone;
    synchronized (this) {
      roundComes = false;
      if (pace.untilNext().isPositive()) {
        roundComes(); // the last round's passes took longer than was known when this was set
        return;
      }
      woken = new TreeSet<>(waiting);
      everyone = allWait;
      waiting.clear();
      allWait = false;
      start = passes;
      all = names;
      pace.roundBegins();
    }
    if (everyone) {
      woken.addAll(all.get());
    }
    woken.forEach(start);
  }
}
