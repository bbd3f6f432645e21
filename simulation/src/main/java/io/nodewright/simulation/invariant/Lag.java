package io.nodewright.simulation.invariant;

import io.nodewright.simulation.scenario.Deed;
import io.nodewright.simulation.scenario.Disturbance;
import io.nodewright.simulation.scenario.Scenario;
import io.nodewright.simulation.scenario.Trouble;
import java.time.Duration;

/// How late the watches of a run may be, by its disturbances.
final class Lag {

  private static final Duration ALWAYS = Duration.ofMillis(500);

  private Lag() {}

  static Duration of(Scenario scenario) {
    return scenario.disturbances().stream()
        .map(Lag::of)
        .reduce(ALWAYS, (one, other) -> one.compareTo(other) > 0 ? one : other);
  }

  private static Duration of(Disturbance disturbance) {
    return switch (disturbance) {
      case Disturbance.Spell spell -> of(spell.trouble());
      case Disturbance.Act act -> of(act.deed());
    };
  }

  private static Duration of(Trouble trouble) {
    return switch (trouble) {
      case Trouble.LateWatches late -> ALWAYS.plus(late.most());
      case Trouble.MergedWatches merged -> ALWAYS.plus(merged.lag().multipliedBy(2));
      case Trouble.RedeliveredWatches again -> ALWAYS.plus(again.again().multipliedBy(2));
      case Trouble.BrokenWatches broken -> ALWAYS.plus(broken.until().multipliedBy(4));
      default -> ALWAYS;
    };
  }

  private static Duration of(Deed deed) {
    return switch (deed) {
      case Deed.BreakWatches broken -> ALWAYS.plus(broken.until().multipliedBy(3));
      case Deed.TakeOver over -> ALWAYS.plus(over.overlap()).plus(over.standstill());
      default -> ALWAYS;
    };
  }
}
