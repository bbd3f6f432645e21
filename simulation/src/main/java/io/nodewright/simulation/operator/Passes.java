package io.nodewright.simulation.operator;

import io.nodewright.api.seen.WatchedPods;
import io.nodewright.engine.Decision;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.simulation.time.Agenda;
import io.nodewright.simulation.time.ProcessClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;

/// Makes passes, one at a time over all NodeWrights, so that each sees what the others have begun.
final class Passes {

  private final Mutations engine;
  private final EngineSettings settings;
  private final Caches caches;
  private final Lists lists;
  private final Refusals refusals;
  private final StatusWrites statuses;
  private final BooleanSupplier mayDecide;
  private final ProcessClock clock;
  private final Life life;
  private final DecisionListener listener;
  private final WatchedPods pods;
  private final Map<String, Agenda.Entry> looks = new HashMap<>();
  private final Map<String, SortedMap<String, String>> told = new HashMap<>();

  /// @param mayDecide whether this process leads, and has seen everything that there is
  Passes(
      OperatorSettings settings,
      Caches caches,
      Lists lists,
      Refusals refusals,
      StatusWrites statuses,
      WatchedPods pods,
      BooleanSupplier mayDecide,
      ProcessClock clock,
      Life life,
      DecisionListener listener) {
    this.engine = new Mutations(settings.protections());
    this.settings = settings.engine();
    this.caches = caches;
    this.lists = lists;
    this.refusals = refusals;
    this.statuses = statuses;
    this.pods = pods;
    this.mayDecide = mayDecide;
    this.clock = clock;
    this.life = life;
    this.listener = listener;
  }

  /// One pass for one NodeWright; a next one is put down for when it is due if nothing wakes
  /// before.
  void pass(String nodeWright) {
    Agenda.Entry before = looks.remove(nodeWright);
    if (before != null) {
      before.cancel();
    }
    // Nothing is decided on a NodeWright that this process is writing; the end of that wakes it.
    if (!mayDecide.getAsBoolean()
        || lists.ownListRuns(nodeWright)
        || statuses.writing(nodeWright)
        || caches.nodeWrights().view(nodeWright).isEmpty()) {
      return;
    }
    life.decides();
    Instant now = clock.now();
    // In this order: what a list wrote is in the caches before its node is free again.
    SortedMap<String, String> busy = lists.busyNodes();
    pods.guard(caches.nodeWrights().views().values());
    FleetSnapshot seen =
        caches.snapshot(settings, busy, refusals.current(caches::mayStillBe), pods.seen(), told);
    Decision decision = engine.decide(seen, nodeWright, now);
    told.put(nodeWright, decision.told());
    pods.want(nodeWright, decision.podsWanted());
    listener.decided(life.now(), decision);
    lists.start(decision);
    Duration pause = Duration.between(now, decision.lookAgainAt());
    looks.put(
        nodeWright,
        life.after(
            pause.compareTo(Rounds.SHORTEST) < 0 ? Rounds.SHORTEST : pause,
            "look again",
            () -> pass(nodeWright)));
  }
}
