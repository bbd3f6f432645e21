package io.nodewright.simulation.run;

import io.nodewright.engine.Decision;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.invariant.Findings;
import io.nodewright.simulation.invariant.Invariants;
import io.nodewright.simulation.invariant.Settlement;
import io.nodewright.simulation.node.Machine;
import io.nodewright.simulation.operator.Protections;
import io.nodewright.simulation.operator.WritePlan;
import io.nodewright.simulation.operator.Writer;
import io.nodewright.simulation.scenario.Disturbance;
import io.nodewright.simulation.scenario.Scenario;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One run of a scenario, from its beginning to the peace after its calm: disturbed until the calm,
/// then put right, then settled within a bound (V-live), then quiet (V-quiet). Ends at the first
/// violation.
public final class Run {

  /// From the calm to a settled world, at most: failed Jobs live up to ten minutes, attempts up to
  /// two.
  private static final Duration LIVE = Duration.ofMinutes(90);

  /// What was begun before the calm ends: machines come back, pauses are over.
  private static final Duration PENDING = Duration.ofSeconds(100);

  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final Duration REPAIR = Duration.ofMinutes(5);

  /// From a settled world to the last writes that follow from it.
  private static final Duration STRAGGLERS = Duration.ofSeconds(15);

  private static final Duration QUIET = Duration.ofMinutes(25);

  private final Scenario scenario;
  private final World world;
  private final WritePlan plan;
  private final Chronicle chronicle;
  private final Findings findings = new Findings();
  private final Invariants invariants;
  private final Settlement settlement;
  private final HotLoop hotLoop;
  private long operatorChanges;
  private @Nullable Change<?> lastOperatorChange;

  private Run(Scenario scenario, Protections protections, WritePlan plan, Chronicle chronicle) {
    this.scenario = scenario;
    this.plan = plan;
    this.chronicle = chronicle;
    this.world = new World(scenario, protections, plan, this::decided, this::ran);
    this.invariants =
        new Invariants(
            scenario, world.agenda(), world.cluster().server(), world.origin(), findings);
    this.settlement =
        new Settlement(
            invariants.truth(),
            node -> Optional.ofNullable(world.cluster().machines().get(node)).map(Machine::host));
    this.hotLoop = new HotLoop(scenario.nodes().size(), scenario.nodeWrights().size());
    world.cluster().server().observe(this::changed);
  }

  /// Runs a scenario.
  ///
  /// @param protections what of the operator's shell is kept
  /// @param plan what is to happen at single writes
  /// @param chronicle told of everything
  public static Outcome of(
      Scenario scenario, Protections protections, WritePlan plan, Chronicle chronicle) {
    return new Run(scenario, protections, plan, chronicle).run();
  }

  private Outcome run() {
    try {
      world.begin();
      for (Disturbance each : scenario.disturbances()) {
        putDown(each);
      }
      Instant calm = World.BEGIN.plus(scenario.calm());
      world.agenda().at(calm.plusMillis(1), "calm", this::calm);
      if (goesOnUntil(calm.plusMillis(2)) && settles(calm)) {
        staysQuiet();
      }
    } catch (RuntimeException bug) {
      findings.violated("no-bug", world.agenda().now(), Bug.shown(bug));
    }
    chronicle.ended(world.agenda().now());
    return new Outcome(
        scenario,
        findings,
        world.counts(),
        FinalState.of(invariants.truth(), world.cluster()),
        plan.writes(),
        chronicle.fingerprint());
  }

  private void putDown(Disturbance disturbance) {
    if (disturbance instanceof Disturbance.Act act) {
      world
          .agenda()
          .at(
              World.BEGIN.plus(act.from()),
              "deed",
              () -> {
                boolean done = world.people().perform(act.deed());
                chronicle.deed(world.agenda().now(), act, done);
              });
    }
  }

  private void calm() {
    chronicle.calm(world.agenda().now());
    world.calm();
  }

  /// @return false when a violation ended the run
  private boolean goesOnUntil(Instant when) {
    Agenda agenda = world.agenda();
    while (agenda.isDueBy(when)) {
      if (hotLoop.tooManyWith(agenda)) {
        findings.violated(
            HotLoop.ID,
            agenda.now(),
            "%s; the last write: %s".formatted(hotLoop.told(), shown(lastOperatorChange)));
      } else {
        agenda.step();
      }
      if (findings.broken()) {
        return false;
      }
    }
    return true;
  }

  private boolean settles(Instant calm) {
    Instant end = calm.plus(LIVE);
    Instant look = calm.plus(PENDING);
    Instant repair = calm.plus(REPAIR);
    findings.judged("V-live");
    while (true) {
      look = look.plus(LOOK);
      if (!goesOnUntil(look)) {
        return false;
      }
      Optional<String> missing = settlement.missing();
      if (missing.isEmpty()) {
        return true;
      }
      if (look.isAfter(end)) {
        findings.violated(
            "V-live",
            world.agenda().now(),
            "not settled %d minutes after the calm: %s".formatted(LIVE.toMinutes(), missing.get()));
        return false;
      }
      if (look.isAfter(repair)) {
        repair = look.plus(REPAIR);
        world.calmAgain();
      }
    }
  }

  private void staysQuiet() {
    if (!goesOnUntil(world.agenda().now().plus(STRAGGLERS))) {
      return;
    }
    findings.judged("V-quiet");
    long changesBefore = operatorChanges;
    long writesBefore = plan.writes();
    long events =
        world.cluster().server().events().counts().values().stream().mapToInt(each -> each).sum();
    Instant look = world.agenda().now();
    Instant end = look.plus(QUIET);
    while (look.isBefore(end) && plan.writes() == writesBefore) {
      look = look.plus(LOOK);
      if (!goesOnUntil(look)) {
        return;
      }
    }
    if (operatorChanges > changesBefore || plan.writes() > writesBefore) {
      findings.violated(
          "V-quiet",
          world.agenda().now(),
          "%d writes in a settled world, %d of them changes, the last one: %s"
              .formatted(
                  plan.writes() - writesBefore,
                  operatorChanges - changesBefore,
                  shown(lastOperatorChange)));
    }
    long after =
        world.cluster().server().events().counts().values().stream().mapToInt(each -> each).sum();
    if (after > events) {
      findings.violated(
          "V-quiet",
          world.agenda().now(),
          "%d events in a settled world".formatted(after - events));
    }
    settlement
        .missing()
        .ifPresent(
            missing ->
                findings.violated(
                    "V-quiet", world.agenda().now(), "not settled any more: " + missing));
  }

  private static String shown(@Nullable Change<?> change) {
    return change == null
        ? "none"
        : "%s of %s %s".formatted(change.who(), change.kind().name(), change.name());
  }

  private void changed(Change<?> change) {
    if (Writer.isOperator(change.who())) {
      operatorChanges++;
      lastOperatorChange = change;
    }
    chronicle.changed(change);
    invariants.changed(change);
  }

  private void ran(
      String node,
      io.nodewright.simulation.node.Host.Moment moment,
      io.nodewright.simulation.node.Host.StageRun run) {
    chronicle.ran(world.agenda().now(), node, moment, run);
    invariants.ran(node, moment, run);
  }

  private void decided(Instant at, Decision decision) {
    chronicle.decided(at, decision);
    invariants.decided(at, decision);
  }

  /// What came of a run.
  ///
  /// @param end the world as it is in the end, for comparisons of runs
  /// @param writes how many writes operators began
  /// @param fingerprint of all that happened; equal runs have equal ones
  public record Outcome(
      Scenario scenario,
      Findings findings,
      FaultCounts faults,
      FinalState end,
      long writes,
      long fingerprint) {

    /// Whether every invariant held.
    public boolean right() {
      return findings.violations().isEmpty();
    }
  }
}
