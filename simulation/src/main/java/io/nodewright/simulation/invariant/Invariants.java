package io.nodewright.simulation.invariant;

import io.nodewright.engine.Decision;
import io.nodewright.simulation.node.Host;
import io.nodewright.simulation.operator.WriteOrigin;
import io.nodewright.simulation.scenario.Scenario;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// All invariants of a run. Those about what only a whole run shows are with it: V-live, V-quiet,
/// V-crash, V-isolation.
public final class Invariants {

  private final Agenda agenda;
  private final WriteOrigin origin;
  private final Duration lag;
  private final Truth truth;
  private final Findings findings;
  private final List<Invariant> all;

  /// @param origin tells when writes were decided
  public Invariants(
      Scenario scenario, Agenda agenda, ApiServer server, WriteOrigin origin, Findings findings) {
    this.agenda = agenda;
    this.origin = origin;
    this.lag = Lag.of(scenario);
    this.truth = new Truth(server);
    this.findings = findings;
    this.all =
        List.of(
            new Budget(),
            new MembersWork(),
            new NodeOrder(),
            new StopsStay(),
            new GateKept(scenario.settings().reapplyOnReboot()),
            new TaintsHold(),
            new SpecsStay(),
            new Order(),
            new Dag(),
            new Hold(),
            new Once(scenario),
            new DeletionEnds(),
            new Size(),
            new EntriesBegin(),
            new CompleteStays(),
            new OneUnfinishedJob(),
            new EntryBeforeJob(),
            new RecordBeforeMark(),
            new DecidedOn(),
            new ReadsItsWrites(scenario),
            new OneLeader(),
            new NoOldAttempt(),
            new UninstallFromSettled(),
            new StartsHeld(),
            new LeftoversStay(scenario.settings().reapplyOnReboot()),
            new ConfigBehindGate(),
            new ErroringMeansTimedOut(),
            new OthersKeys(),
            new CordonsKept(),
            new UncordonAlone(),
            new QuietBeforeInterrupt(),
            new InterruptAlone(),
            new AllowanceSpent(),
            new SkippedAtInterrupt(),
            new UninstallInterruptEnds(),
            new GenerationOfComplete());
  }

  /// What is stored.
  public Truth truth() {
    return truth;
  }

  /// A change was stored: it is judged, and then part of the truth.
  public void changed(Change<?> change) {
    Moment moment = moment();
    all.forEach(each -> each.changed(moment, change, findings));
    truth.apply(change);
  }

  /// Something happened in a run of a stage.
  public void ran(String node, Host.Moment what, Host.StageRun run) {
    Moment moment = moment();
    all.forEach(each -> each.ran(moment, node, what, run, findings));
  }

  /// A pass decided.
  public void decided(Instant at, Decision decision) {
    all.forEach(each -> each.decided(at, decision, findings));
  }

  private Moment moment() {
    Instant now = agenda.now();
    Instant decided = origin.decidedAt();
    return new Moment(now, truth, decided.isAfter(now) ? now : decided, lag);
  }
}
