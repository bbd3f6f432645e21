package io.nodewright.simulation.run;

import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Notices when something goes round and round: more happens in a minute of virtual time than any
/// rollout needs. Tells what it was that looped.
final class HotLoop {

  /// The id under which it is reported.
  static final String ID = "no-hot-loop";

  private static final Duration SPAN = Duration.ofMinutes(1);

  /// From there on events are counted by name.
  private final long suspicious;

  private final long most;
  private final SortedMap<String, Integer> byName = new TreeMap<>();
  private Instant end = Instant.MIN;
  private long steps;

  /// @param nodes of the fleet
  /// @param nodeWrights that it is to run
  HotLoop(int nodes, int nodeWrights) {
    most = 6_000L + 1_500L * nodes * nodeWrights;
    suspicious = most - most / 4;
  }

  /// The next event of an agenda is about to run.
  ///
  /// @return whether there are too many
  boolean tooManyWith(Agenda agenda) {
    if (!agenda.now().isBefore(end)) {
      end = agenda.now().plus(SPAN);
      steps = 0;
      byName.clear();
    }
    steps++;
    if (steps > suspicious) {
      byName.merge(agenda.nextWhat(), 1, Integer::sum);
    }
    return steps > most;
  }

  /// What looped: the events that happened most often of late.
  String told() {
    StringBuilder told =
        new StringBuilder("%d events within a minute; the last ones:".formatted(steps));
    byName.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(4)
        .forEach(each -> told.append(" %d %s".formatted(each.getValue(), each.getKey())));
    return told.toString();
  }
}
