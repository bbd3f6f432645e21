package io.nodewright.operator.act;

import io.nodewright.api.seen.Alarm;
import io.nodewright.engine.Decision;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeActions;
import io.nodewright.operator.answer.Failure;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/// Runs the lists of decisions, each on a virtual thread of its own, and wakes passes as they end.
/// Nothing waits for them: a node whose list runs is [#busyNodes], and nothing new is decided for
/// it.
public final class ActionRunner {

  private static final ListRun.Ending NOTHING_DONE = new ListRun.Ending.Completed(false);
  private static final Logger LOG = LoggerFactory.getLogger(ActionRunner.class);

  private final Performer performer;
  private final RequestGate gate;
  private final Pauses pauses;
  private final Alarm alarm;
  private final Map<Place, Running> running = new HashMap<>();
  private final Map<Place, Integer> failures = new HashMap<>();
  private final Set<Place> awaited = new HashSet<>();
  private long lists;
  private volatile boolean stopping;

  /// @param performer performs single actions
  /// @param alarm woken as lists end
  public ActionRunner(ActionPerformer performer, Alarm alarm) {
    this(performer, RequestGate.standard(System::nanoTime), Thread::sleep, alarm);
  }

  ActionRunner(Performer performer, RequestGate gate, Pauses pauses, Alarm alarm) {
    this.performer = performer;
    this.gate = gate;
    this.pauses = pauses;
    this.alarm = alarm;
  }

  /// Starts the lists of a decision; returns at once. A list for a place whose earlier list still
  /// runs is dropped: it was decided without what that one does, and its end wakes a pass.
  public void start(Decision decision) {
    String nodeWright = decision.nodeWright();
    for (NodeActions list : decision.nodes()) {
      Turn.Level level = list.atWork() ? Turn.Level.AT_WORK : Turn.Level.NEW;
      start(new Place.OfNode(list.node()), nodeWright, level, list.actions());
    }
    if (!decision.own().isEmpty()) {
      start(new Place.OfNodeWright(nodeWright), nodeWright, Turn.Level.OWN, decision.own());
    }
  }

  /// How many lists run or wait for their turn.
  public synchronized int running() {
    return running.size();
  }

  /// Nodes whose list runs, each with the NodeWright that it is of.
  public synchronized SortedMap<String, String> busyNodes() {
    SortedMap<String, String> busy = new TreeMap<>();
    running.forEach(
        (place, list) -> {
          switch (place) {
            case Place.OfNode(String node) -> busy.put(node, list.nodeWright());
            case Place.OfNodeWright _ -> {}
          }
        });
    return busy;
  }

  /// Whether the list that is about the NodeWright itself runs. Its end then wakes that NodeWright:
  /// nothing is decided on a status that is being written.
  public synchronized boolean ownListRuns(String nodeWright) {
    Place place = new Place.OfNodeWright(nodeWright);
    if (!running.containsKey(place)) {
      return false;
    }
    awaited.add(place);
    return true;
  }

  /// Lets requests in flight end and begins no other.
  ///
  /// @param bound how long this waits for them
  public void stop(Duration bound) throws InterruptedException {
    stopping = true;
    long end = System.nanoTime() + bound.toNanos();
    synchronized (this) {
      while (!running.isEmpty()) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          running.values().forEach(list -> list.thread().interrupt());
          return;
        }
        wait(left);
      }
    }
  }

  private synchronized void start(
      Place place, String nodeWright, Turn.Level level, List<Action> actions) {
    if (stopping || running.containsKey(place)) {
      return;
    }
    Turn turn = new Turn(level, lists++);
    ListRun list = new ListRun(performer, gate, pauses, () -> stopping, turn, actions);
    Thread thread = Thread.ofVirtual().unstarted(() -> run(place, nodeWright, list));
    running.put(place, new Running(nodeWright, thread));
    thread.start();
  }

  private void run(Place place, String nodeWright, ListRun list) {
    boolean wake = true;
    try {
      ListRun.Ending ending = list.run();
      wake = !ending.equals(NOTHING_DONE);
      pauses.pause(ended(place, nodeWright, ending));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // A bug of ours: it stays with this place, and is tried again like a refusal.
      log(LOG.atError().setCause(e), place, nodeWright).log("an action failed by a bug");
      coolDown(place);
    } finally {
      finished(place, nodeWright, wake);
    }
  }

  /// Says how a list ended.
  ///
  /// @return how long its place stays busy all the same, so that nothing is tried in a hot loop
  private Duration ended(Place place, String nodeWright, ListRun.Ending ending) {
    return switch (ending) {
      case ListRun.Ending.Completed _ -> forget(place);
      case ListRun.Ending.Held(Action action, String why) -> {
        log(LOG.atDebug(), place, nodeWright)
            .addKeyValue("error", why)
            .log("{} is held", action.getClass().getSimpleName());
        yield forget(place);
      }
      case ListRun.Ending.Failed(Action action, Failure failure) -> {
        boolean unusual = failure.kind() == Failure.Kind.REFUSED;
        log(unusual ? LOG.atWarn() : LOG.atDebug(), place, nodeWright)
            .addKeyValue("error", failure.message())
            .log("{} was {}", action.getClass().getSimpleName(), unusual ? "refused" : "dropped");
        yield failure.kind() == Failure.Kind.NOT_LEADING ? Duration.ZERO : backOff(place);
      }
    };
  }

  private synchronized Duration forget(Place place) {
    failures.remove(place);
    return Duration.ZERO;
  }

  /// Nothing after a first failure, since what failed was read anew; then longer each time.
  private synchronized Duration backOff(Place place) {
    int count = failures.merge(place, 1, Integer::sum);
    if (count == 1) {
      return Duration.ZERO;
    }
    long ceiling = Math.min(30_000, 500L << Math.min(count, 6));
    return Duration.ofMillis(ceiling / 2 + ThreadLocalRandom.current().nextLong(ceiling / 2));
  }

  private void coolDown(Place place) {
    try {
      backOff(place);
      pauses.pause(backOff(place));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void finished(Place place, String nodeWright, boolean wake) {
    boolean passWaits;
    synchronized (this) {
      running.remove(place);
      passWaits = awaited.remove(place);
      notifyAll();
    }
    if (stopping) {
      return;
    }
    if (wake) {
      alarm.wakeAll(); // others may have left the node alone while it was busy
    } else if (passWaits) {
      alarm.wake(nodeWright);
    }
  }

  private static LoggingEventBuilder log(LoggingEventBuilder line, Place place, String nodeWright) {
    LoggingEventBuilder named = line.addKeyValue("nodewright", nodeWright);
    return switch (place) {
      case Place.OfNode(String node) -> named.addKeyValue("node", node);
      case Place.OfNodeWright _ -> named;
    };
  }

  private record Running(String nodeWright, Thread thread) {}

  /// What a list is for; one at a time each.
  private sealed interface Place {
    record OfNode(String node) implements Place {}

    record OfNodeWright(String name) implements Place {}
  }
}
