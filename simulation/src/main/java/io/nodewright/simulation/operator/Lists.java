package io.nodewright.simulation.operator;

import io.nodewright.api.seen.Alarm;
import io.nodewright.engine.Decision;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeActions;
import io.nodewright.simulation.chance.Dice;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Runs the lists of decisions beside each other, one at a time for each node and each NodeWright,
/// and wakes passes as they end.
final class Lists {

  private final Performer performer;
  private final Life life;
  private final Protections protections;
  private final Dice dice;
  private final Alarm alarm;
  private final Map<Place, String> running = new HashMap<>();
  private final Map<Place, Integer> failures = new HashMap<>();
  private final Set<Place> awaited = new HashSet<>();
  private long lists;

  Lists(Performer performer, Life life, Protections protections, Dice dice, Alarm alarm) {
    this.performer = performer;
    this.life = life;
    this.protections = protections;
    this.dice = dice;
    this.alarm = alarm;
  }

  /// Starts the lists of a decision. A list for a place whose earlier list still runs is dropped.
  void start(Decision decision) {
    for (NodeActions list : decision.nodes()) {
      start(new Place.OfNode(list.node()), decision.nodeWright(), list.actions());
    }
    if (!decision.own().isEmpty()) {
      start(new Place.OfNodeWright(decision.nodeWright()), decision.nodeWright(), decision.own());
    }
  }

  /// Nodes whose list runs, each with the NodeWright that it is of.
  SortedMap<String, String> busyNodes() {
    SortedMap<String, String> busy = new TreeMap<>();
    if (protections.on(Protection.BUSY_NODES)) {
      running.forEach(
          (place, nodeWright) -> {
            switch (place) {
              case Place.OfNode(String node) -> busy.put(node, nodeWright);
              case Place.OfNodeWright _ -> {}
            }
          });
    }
    return busy;
  }

  /// Whether the list about the NodeWright itself runs; its end then wakes that NodeWright.
  boolean ownListRuns(String nodeWright) {
    Place place = new Place.OfNodeWright(nodeWright);
    if (!running.containsKey(place)) {
      return false;
    }
    awaited.add(place);
    return true;
  }

  private void start(Place place, String nodeWright, List<Action> actions) {
    boolean free = running.putIfAbsent(place, nodeWright) == null;
    if (!free && protections.on(Protection.BUSY_NODES)) {
      return;
    }
    new ListRun(
            performer,
            life,
            protections,
            dice.part("list", lists++),
            nodeWright,
            actions,
            ending -> ended(place, nodeWright, ending))
        .begin();
  }

  private void ended(Place place, String nodeWright, ListRun.Ending ending) {
    Duration pause =
        switch (ending) {
          case ListRun.Ending.Completed _, ListRun.Ending.Held _ -> {
            failures.remove(place);
            yield Duration.ZERO;
          }
          case ListRun.Ending.Failed(Failure failure) ->
              failure.kind() == Failure.Kind.NOT_LEADING ? Duration.ZERO : backOff(place);
        };
    boolean wake = !ending.equals(new ListRun.Ending.Completed(false));
    if (pause.isZero()) {
      finished(place, nodeWright, wake);
    } else {
      life.after(pause, "back-off", () -> finished(place, nodeWright, wake));
    }
  }

  /// Nothing after a first failure, since what failed was read anew; then longer each time.
  private Duration backOff(Place place) {
    int count = failures.merge(place, 1, Integer::sum);
    if (count == 1) {
      return Duration.ZERO;
    }
    long ceiling = Math.min(30_000, 500L << Math.min(count, 6));
    return Duration.ofMillis(
        ceiling / 2 + dice.roll((int) (ceiling / 2), "back-off", place, count, life.now()));
  }

  private void finished(Place place, String nodeWright, boolean wake) {
    running.remove(place);
    boolean passWaits = awaited.remove(place);
    if (wake) {
      alarm.wakeAll(); // others may have left the node alone while it was busy
    } else if (passWaits) {
      alarm.wake(nodeWright);
    }
  }

  /// What a list is for; one at a time each.
  private sealed interface Place {
    record OfNode(String node) implements Place {}

    record OfNodeWright(String name) implements Place {}
  }
}
