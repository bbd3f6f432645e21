package io.nodewright.operator.pass;

import io.nodewright.api.seen.WatchedPods;
import io.nodewright.engine.Decision;
import io.nodewright.engine.Engine;
import io.nodewright.engine.PlanMemory;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.operator.act.ActionRunner;
import io.nodewright.operator.act.Refusals;
import io.nodewright.operator.metrics.OperatorMetrics;
import io.nodewright.operator.observe.Caches;
import io.nodewright.operator.observe.SnapshotReader;
import io.nodewright.operator.publish.OrphanEvents;
import io.nodewright.operator.publish.StatusWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes passes, one at a time over all NodeWrights, so that each sees what the others have begun.
public final class Passes {

  private static final Logger LOG = LoggerFactory.getLogger(Passes.class);
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(60);

  private final ReentrantLock oneAtATime = new ReentrantLock();
  private final Engine engine = new Engine();
  private PlanMemory memory = new PlanMemory();
  private final Caches caches;
  private final SnapshotReader reader;
  private final ActionRunner runner;
  private final Refusals refusals;
  private final WatchedPods pods;
  private final OrphanEvents orphans;
  private final StatusWriter statuses;
  private final OperatorMetrics metrics;
  private final PassPace pace;
  private final Watchdog watchdog;
  private final BooleanSupplier mayDecide;
  private final Clock clock;
  private final Map<String, Integer> bugs = new HashMap<>();

  /// What was told of and stands; with this process it is forgotten, and told once more.
  private final Map<String, SortedMap<String, String>> told = new HashMap<>();

  /// @param mayDecide whether this process leads, and has seen everything that there is
  Passes(
      Caches caches,
      SnapshotReader reader,
      ActionRunner runner,
      Refusals refusals,
      WatchedPods pods,
      OrphanEvents orphans,
      StatusWriter statuses,
      OperatorMetrics metrics,
      PassPace pace,
      Watchdog watchdog,
      BooleanSupplier mayDecide,
      Clock clock) {
    this.caches = caches;
    this.reader = reader;
    this.runner = runner;
    this.refusals = refusals;
    this.pods = pods;
    this.orphans = orphans;
    this.statuses = statuses;
    this.metrics = metrics;
    this.pace = pace;
    this.watchdog = watchdog;
    this.mayDecide = mayDecide;
    this.clock = clock;
  }

  /// One pass for one NodeWright.
  ///
  /// @return in how long the next one is due if nothing happens before; empty when something will
  ///   wake it
  public Optional<Duration> pass(String nodeWright) {
    oneAtATime.lock();
    try {
      if (!mayDecide.getAsBoolean() || beingWritten(nodeWright)) {
        return Optional.empty();
      }
      long begun = System.nanoTime();
      watchdog.passBegins();
      try {
        return Optional.of(decide(nodeWright));
      } finally {
        watchdog.passEnds();
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        pace.passTook(took);
        metrics.passTook(took);
      }
    } finally {
      oneAtATime.unlock();
    }
  }

  /// Nothing is decided on a NodeWright that this process is writing; the end of the write wakes
  /// it.
  private boolean beingWritten(String nodeWright) {
    return runner.ownListRuns(nodeWright) || statuses.writing(nodeWright);
  }

  private Duration decide(String nodeWright) {
    Instant now = clock.instant();
    try {
      // In this order: what a list wrote is in the caches before its node is free again.
      SortedMap<String, String> busy = runner.busyNodes();
      FleetSnapshot seen = reader.read(busy, refusals.current(caches::mayStillBe), told);
      Decision decision = engine.decide(seen, nodeWright, now, memory);
      decision.logs().forEach(line -> LOG.atInfo().addKeyValue("nodewright", nodeWright).log(line));
      told.put(nodeWright, decision.told());
      pods.want(nodeWright, decision.podsWanted());
      orphans.look(seen);
      runner.start(decision);
      metrics.decided(seen, decision);
      bugs.remove(nodeWright);
      Duration pause = Duration.between(now, decision.lookAgainAt());
      return pause.compareTo(PassPace.SHORTEST) < 0 ? PassPace.SHORTEST : pause;
    } catch (RuntimeException bug) {
      return afterBug(nodeWright, bug);
    }
  }

  /// Our bug: it stays with this NodeWright, is said once, and the pass is made again, ever later.
  private Duration afterBug(String nodeWright, RuntimeException bug) {
    int times = bugs.merge(nodeWright, 1, Integer::sum);
    memory = new PlanMemory(); // nothing that a broken pass may have left is relied on
    (times == 1 ? LOG.atError() : LOG.atDebug())
        .addKeyValue("nodewright", nodeWright)
        .setCause(bug)
        .log("the pass failed by a bug; it is made again, others go on");
    Duration retry = FIRST_RETRY.multipliedBy(1L << Math.min(times - 1, 6));
    return retry.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : retry;
  }
}
