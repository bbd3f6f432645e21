package io.nodewright.simulation.scenario;

import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.fault.PodFacts;
import io.nodewright.simulation.fault.PodFate;
import io.nodewright.simulation.fault.RequestFacts;
import io.nodewright.simulation.fault.RequestFate;
import io.nodewright.simulation.fault.StepFacts;
import io.nodewright.simulation.fault.StepFate;
import io.nodewright.simulation.fault.WatchFacts;
import io.nodewright.simulation.fault.WatchFate;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The troubles of a scenario as answers to what the cluster asks. Luck is diced for each trouble
/// and each thing asked about, so that one trouble less leaves the others as they were.
public final class ScenarioFaults implements FaultPlan {

  private static final Duration GIVES_UP = Duration.ofSeconds(4);

  private final List<Disturbance.Spell> spells;
  private final Instant begin;
  private final Instant calm;
  private final Dice dice;
  private final FaultCounts counts;
  private final Agenda agenda;

  /// @param agenda of the run, which is at its beginning
  /// @param counts told of troubles that the cluster itself does not count
  public ScenarioFaults(Scenario scenario, Agenda agenda, FaultCounts counts) {
    this.agenda = agenda;
    this.spells =
        scenario.disturbances().stream()
            .filter(Disturbance.Spell.class::isInstance)
            .map(Disturbance.Spell.class::cast)
            .toList();
    this.begin = agenda.now();
    this.calm = begin.plus(scenario.calm());
    this.dice = new Dice(scenario.seed()).part("luck");
    this.counts = counts;
  }

  @Override
  public RequestFate request(RequestFacts request) {
    Duration there = Duration.ofMillis(2 + dice.roll(8, "there", request.who(), request.number()));
    Duration back = Duration.ofMillis(1 + dice.roll(4, "back", request.who(), request.number()));
    for (Disturbance.Spell spell : spells) {
      if (!on(spell, request.at())) {
        continue;
      }
      Object[] keys = {spell.id(), request.who(), request.number()};
      switch (spell.trouble()) {
        case Trouble.SlowApi(Duration most) -> {
          there = there.plus(dice.between(Duration.ZERO, most, "slow", keys));
          counts.fired("slow request");
        }
        case Trouble.ApiErrors(double share, int code) -> {
          if (dice.happens(share, "error", keys)) {
            return new RequestFate.Refused(there.plus(back), code);
          }
        }
        case Trouble.Outage() -> {
          return new RequestFate.NeverArrived(GIVES_UP);
        }
        case Trouble.LostAnswers(double share) -> {
          if (request.writes() && dice.happens(share, "lost answer", keys)) {
            return new RequestFate.AnswerLost(there, GIVES_UP);
          }
        }
        case Trouble.LostRequests(double share) -> {
          if (dice.happens(share, "lost request", keys)) {
            return new RequestFate.NeverArrived(GIVES_UP);
          }
        }
        case Trouble.Conflicts(String kind, String name, double share) -> {
          if (request.verb().equals("patch")
              && request.kind().equals(kind)
              && isFor(name, request.name())
              && dice.happens(share, "conflict", keys)) {
            counts.fired("conflict on a chosen object");
            return new RequestFate.Refused(there.plus(back), 409);
          }
        }
        default -> {}
      }
    }
    return new RequestFate.Served(there, back);
  }

  @Override
  public WatchFate watch(WatchFacts change) {
    for (Disturbance.Spell spell : spells) {
      if (!on(spell, change.at())) {
        continue;
      }
      Object[] keys = {spell.id(), change.subscriber(), change.version()};
      switch (spell.trouble()) {
        case Trouble.LateWatches(String kind, Duration most) when isFor(kind, change.kind()) -> {
          counts.fired("watch late");
          return new WatchFate.Delivered(dice.between(Duration.ZERO, most, "late", keys));
        }
        case Trouble.MergedWatches(String kind, Duration lag) when isFor(kind, change.kind()) -> {
          return new WatchFate.Merged(lag);
        }
        case Trouble.RedeliveredWatches(String kind, Duration again)
            when isFor(kind, change.kind()) && dice.happens(0.3, "again", keys) -> {
          return new WatchFate.Redelivered(Duration.ofMillis(2), again);
        }
        case Trouble.BrokenWatches(String kind, double share, Duration until, boolean empty)
            when isFor(kind, change.kind()) && dice.happens(share, "breaks", keys) -> {
          return new WatchFate.Broken(until, empty);
        }
        default -> {}
      }
    }
    return new WatchFate.Delivered(
        Duration.ofMillis(2 + dice.roll(20, "lag", change.subscriber(), change.version())));
  }

  @Override
  public PodFate pod(PodFacts pod) {
    for (Disturbance.Spell spell : spells) {
      if (!on(spell, pod.at())) {
        continue;
      }
      switch (spell.trouble()) {
        case Trouble.PodsRefused(String node, double share, String reason)
            when isFor(node, pod.node())
                && dice.happens(share, "refuses", spell.id(), pod.uid()) -> {
          return new PodFate.Refused(Duration.ofMillis(150), reason);
        }
        case Trouble.PodsIgnored(String node, double share)
            when isFor(node, pod.node())
                && dice.happens(share, "ignores", spell.id(), pod.uid()) -> {
          return new PodFate.NeverAcknowledged();
        }
        default -> {}
      }
    }
    return PodFate.ACCEPTED;
  }

  @Override
  public boolean imageThere(PodFacts pod, String image, int pull) {
    return spells.stream()
        .noneMatch(
            spell ->
                on(spell, pod.at())
                    && spell.trouble() instanceof Trouble.ImageMissing(String part)
                    && image.contains(part));
  }

  @Override
  public StepFate step(StepFacts step) {
    Duration takes =
        dice.between(
            Duration.ofMillis(100),
            Duration.ofMillis(2_500),
            "takes",
            step.node(),
            step.packageName(),
            step.stage(),
            step.step(),
            step.earlier());
    for (Disturbance.Spell spell : spells) {
      if (!on(spell, step.at())) {
        continue;
      }
      switch (spell.trouble()) {
        case Trouble.SlowSteps(String node, Duration most) when isFor(node, step.node()) -> {
          counts.fired("slow step");
          takes =
              takes.plus(
                  dice.between(Duration.ZERO, most, "slow", spell.id(), step.node(), step.at()));
        }
        case Trouble.StepGoesWrong wrong when isFor(wrong, step) -> {
          Optional<StepFate> fate = fate(wrong.how(), step.step(), takes);
          if (fate.isPresent()) {
            return fate.get();
          }
        }
        case Trouble.NodesFail(String nodeWright, String version, double share)
            when step.step() == StepFacts.Step.WORK
                && nodeWright.equals(step.nodeWright())
                && isFor(version, step.version())
                && dice.happens(share, "node fails", spell.id(), step.node()) -> {
          counts.fired("node fails by luck");
          return new StepFate.Exits(takes, 1);
        }
        default -> {}
      }
    }
    return new StepFate.Exits(takes, 0);
  }

  @Override
  public boolean stuckTerminating(PodFacts pod) {
    return spells.stream()
        .anyMatch(
            spell ->
                on(spell, pod.at())
                    && spell.trouble() instanceof Trouble.PodsStuck(String node)
                    && isFor(node, pod.node()));
  }

  private static boolean isFor(Trouble.StepGoesWrong wrong, StepFacts step) {
    return step.earlier() < wrong.times()
        && wrong.nodeWright().equals(step.nodeWright())
        && wrong.name().equals(step.packageName())
        && isFor(wrong.stage(), step.stage())
        && isFor(wrong.node(), step.node());
  }

  private static Optional<StepFate> fate(Trouble.Wrong how, StepFacts.Step step, Duration takes) {
    return switch (how) {
      case WORK_FAILS -> only(step, StepFacts.Step.WORK, new StepFate.Exits(takes, 1));
      case INTERRUPT_FAILS -> only(step, StepFacts.Step.INTERRUPT, new StepFate.Exits(takes, 1));
      case INTERRUPT_HANGS -> only(step, StepFacts.Step.INTERRUPT, new StepFate.Hangs());
      case CHECK_FAILS -> only(step, StepFacts.Step.CHECK, new StepFate.Exits(takes, 1));
      case COPY_FAILS -> only(step, StepFacts.Step.COPY, new StepFate.Exits(takes, 1));
      case HANGS -> only(step, StepFacts.Step.WORK, new StepFate.Hangs());
      case OUT_OF_MEMORY -> only(step, StepFacts.Step.WORK, new StepFate.OutOfMemory(takes));
      case KILLED_AFTER_WORK ->
          only(step, StepFacts.Step.WORK, new StepFate.KilledAfterWork(takes));
    };
  }

  private static Optional<StepFate> only(
      StepFacts.Step step, StepFacts.Step wanted, StepFate fate) {
    return step == wanted ? Optional.of(fate) : Optional.empty();
  }

  private boolean on(Disturbance.Spell spell, Instant at) {
    return !at.isBefore(begin.plus(spell.from()))
        && at.isBefore(begin.plus(spell.to()))
        && at.isBefore(calm);
  }

  private static boolean isFor(String wanted, String name) {
    return wanted.isEmpty() || wanted.equals(name);
  }

  @Override
  public String podCreationRefused(String job) {
    boolean forbidden =
        spells.stream()
            .anyMatch(
                spell ->
                    spell.trouble() instanceof Trouble.PodsForbidden && on(spell, agenda.now()));
    if (forbidden) {
      counts.fired("pod creation forbidden");
    }
    return forbidden ? "exceeded quota" : "";
  }
}
