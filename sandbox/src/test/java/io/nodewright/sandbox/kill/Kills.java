package io.nodewright.sandbox.kill;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The plan of the kills, and what came of it. A write that comes for the first time kills the
/// operator before it is sent; when the next operator sends it again, it kills that one after it is
/// stored; then it passes. Writes that come at one moment, as those on two nodes do, kill one
/// operator together.
final class Kills implements Judge {

  /// How long a first write waits for others of the same moment.
  private static final Duration MOMENT = Duration.ofMillis(40);

  private final Runnable kill;
  private final Consumer<String> story;
  private final Map<String, Set<Fate>> deaths = new TreeMap<>();
  private final Set<String> expected = new TreeSet<>();
  private final Set<String> refused = new TreeSet<>();
  private final Map<Fate, Integer> counts = new EnumMap<>(Fate.class);
  private final LinkedBlockingQueue<Volley> dead = new LinkedBlockingQueue<>();
  private boolean armed;
  private boolean expecting;
  private boolean down;
  private boolean leads;
  private int passed;
  private int besides;
  private int kills;
  private long lastWrite = System.nanoTime();
  private @Nullable Volley volley;

  /// @param kill kills the operator and returns when it is dead
  /// @param story told of each death, for people
  Kills(Runnable kill, Consumer<String> story) {
    this.kill = kill;
    this.story = story;
  }

  /// Notes each write that passes from now on: all of them have to kill in later runs.
  synchronized void expect() {
    expecting = true;
  }

  /// Begins to kill.
  synchronized void arm() {
    armed = true;
  }

  /// Begins a new plan: no write has killed yet.
  synchronized void forget() {
    deaths.clear();
    expected.clear();
    refused.clear();
    counts.clear();
    passed = 0;
    besides = 0;
    kills = 0;
  }

  /// Whether the operator is dead, or is being killed.
  synchronized boolean deadly() {
    return down;
  }

  /// Lets everything pass.
  synchronized void disarm() {
    armed = false;
    expecting = false;
  }

  /// Whether an operator died within `bound`.
  boolean died(Duration bound) throws InterruptedException {
    return dead.poll(bound.toMillis(), TimeUnit.MILLISECONDS) != null;
  }

  /// The next operator is about to start.
  synchronized void next() {
    down = false;
    leads = false;
  }

  /// Whether the operator that runs has the lease.
  synchronized boolean leads() {
    return leads && !down;
  }

  /// Begins to count the quiet anew.
  synchronized void disturb() {
    lastWrite = System.nanoTime();
  }

  /// How long no write has come.
  synchronized Duration quiet() {
    return Duration.ofNanos(System.nanoTime() - lastWrite);
  }

  /// Writes of the run without kills that have not died in both ways, each with the ways that it
  /// did. Published statuses kill like all others, but which of them there are depends on which
  /// node is first. A write that the API server refuses has no moment after it.
  synchronized List<String> survivors() {
    List<String> survivors = new ArrayList<>();
    for (String write : expected) {
      Set<Fate> ways = deaths.getOrDefault(write, EnumSet.noneOf(Fate.class));
      if (ways.size() < 2 && !published(write) && !refused.contains(write)) {
        survivors.add(ways + " " + write);
      }
    }
    return survivors;
  }

  /// How many survivors there may be, a tenth of what is expected: a few writes are sent only while
  /// one node is ahead of the other, and with kills it need not be.
  synchronized int allowance() {
    return (int) expected.stream().filter(write -> !published(write)).count() / 10;
  }

  private static boolean published(String write) {
    return write.startsWith("PATCH /apis/") && write.contains("/status ");
  }

  /// How many operators were killed.
  synchronized int count() {
    return kills;
  }

  /// Figures for people.
  synchronized String report() {
    return "%d distinct writes, %d of them in the run without kills; killed before %d, after %d, in %d kills; %d writes passed, beside %d to leases and events"
        .formatted(
            deaths.size(),
            expected.size(),
            counts.getOrDefault(Fate.DIES_BEFORE, 0),
            counts.getOrDefault(Fate.DIES_AFTER, 0),
            kills,
            passed,
            besides);
  }

  @Override
  public synchronized Fate fate(Write write) {
    if (write.besides()) {
      besides++;
      leads |= write.path().contains("/leases") && !down;
      return Fate.PASSES;
    }
    lastWrite = System.nanoTime();
    if (down) {
      return Fate.DIES_BEFORE; // on its way while its operator died
    }
    Fate fate = armed ? fateOfNext(write) : Fate.PASSES;
    if (fate == Fate.PASSES) {
      passed++;
      if (expecting) {
        expected.add(write.identity());
      }
      return fate;
    }
    if (volley == null) {
      volley = new Volley();
      Volley begun = volley;
      Thread.ofVirtual().start(() -> fire(begun));
    }
    if (fate == Fate.DIES_AFTER) {
      volley.unanswered++;
    } else {
      count(write, fate);
    }
    return fate;
  }

  @Override
  public synchronized void stored(Write write) {
    count(write, Fate.DIES_AFTER);
    answered();
  }

  @Override
  public synchronized void refused(Write write) {
    refused.add(write.identity());
    passed++;
    answered();
  }

  @Override
  public void awaitDeath() throws InterruptedException {
    Volley held;
    synchronized (this) {
      held = volley;
    }
    if (held != null) {
      held.over.await();
    }
  }

  private Fate fateOfNext(Write write) {
    Set<Fate> had = deaths.computeIfAbsent(write.identity(), _ -> EnumSet.noneOf(Fate.class));
    if (!had.contains(Fate.DIES_BEFORE)) {
      return Fate.DIES_BEFORE;
    }
    return had.contains(Fate.DIES_AFTER) ? Fate.PASSES : Fate.DIES_AFTER;
  }

  private void count(Write write, Fate fate) {
    Volley current = volley;
    if (current != null) {
      current.deadly = true;
    }
    story.accept("%s %s".formatted(fate, write.identity()));
    deaths.computeIfAbsent(write.identity(), _ -> EnumSet.noneOf(Fate.class)).add(fate);
    counts.merge(fate, 1, Integer::sum);
  }

  private void answered() {
    Volley current = volley;
    if (current != null) {
      current.unanswered--;
      notifyAll();
    }
  }

  private void fire(Volley fired) {
    try {
      TimeUnit.MILLISECONDS.sleep(MOMENT.toMillis());
      boolean deadly;
      synchronized (this) {
        while (fired.unanswered > 0) {
          wait();
        }
        deadly = fired.deadly;
        if (deadly) {
          down = true;
          kill.run();
          kills++;
          story.accept("killed, the %d. time".formatted(kills));
        }
        volley = null;
      }
      fired.over.countDown();
      if (deadly) {
        dead.add(fired);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The writes of one moment.
  private static final class Volley {
    private final CountDownLatch over = new CountDownLatch(1);
    private int unanswered;
    private boolean deadly;
  }
}
