package io.nodewright.simulation.scenario;

import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.scenario.Scenario.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Makes a scenario from a seed. Most are small, for small ones find most and cost little; some are
/// larger ([Size]). Some are disturbed by nothing, most by several things at once.
public final class ScenarioMaker {

  /// One in so many has a storm.
  private static final int STORMY = 4;

  /// One small one in so many has interrupts and workloads. All about them is diced apart, so that
  /// it leaves the other scenarios as they are.
  private static final int INTERRUPTING = 3;

  /// One in so many has policies, an order of NodeWrights, gates, and what disturbs them; diced
  /// apart too.
  private static final int ROLLING_OUT = 6;

  private final Dice dice;
  private final Size size;

  private ScenarioMaker(Dice dice, Size size) {
    this.dice = dice;
    this.size = size;
  }

  /// The scenario of a seed.
  public static Scenario of(long seed) {
    Dice dice = new Dice(seed);
    Size size = Size.of(dice);
    boolean interrupts =
        size != Size.LARGE && dice.part("interrupts").roll(INTERRUPTING, "has") == 0;
    Scenario scenario = interrupts ? interrupting(seed, size) : of(seed, size);
    return dice.part("rollouts").roll(ROLLING_OUT, "has") == 0 ? rollingOut(scenario) : scenario;
  }

  /// The scenario of a seed if it were of that size and nothing in it interrupted a node: mostly
  /// another one than [#of(long)] tells.
  public static Scenario of(long seed, Size size) {
    return new ScenarioMaker(new Dice(seed), size).make(seed);
  }

  /// The same with packages that interrupt nodes, and with workloads that are in the way.
  public static Scenario interrupting(long seed, Size size) {
    return new InterruptMaker(new Dice(seed).part("interrupts"), of(seed, size)).scenario();
  }

  /// The scenario of a seed if it had policies, an order and gates.
  public static Scenario rollingOut(long seed, Size size) {
    return rollingOut(of(seed, size));
  }

  /// The scenario of a seed if it had interrupts and workloads, and policies, an order and gates.
  public static Scenario withBoth(long seed, Size size) {
    return rollingOut(interrupting(seed, size));
  }

  private static Scenario rollingOut(Scenario scenario) {
    return new RolloutMaker(new Dice(scenario.seed()).part("rollouts"), scenario).scenario();
  }

  private Scenario make(long seed) {
    FleetMaker fleet = new FleetMaker(dice.part("fleet"), size);
    Duration calm = size.calm(dice);
    Scenario undisturbed =
        new Scenario(
            seed,
            settings(),
            fleet.nodes(),
            fleet.policies(),
            fleet.nodeWrights(),
            List.of(),
            List.of(),
            calm);
    return undisturbed.with(disturbances(undisturbed));
  }

  private Settings settings() {
    return new Settings(
        dice.roll(4, "back-off limit"),
        Duration.ofSeconds(dice.roll(3, "time-out") == 0 ? 40 : 120),
        Duration.ofMinutes(2 + dice.roll(20, "ttl")),
        Duration.ofMinutes(2 + dice.roll(8, "ttl of failed")),
        dice.roll(4, "reapply") == 0);
  }

  private List<Disturbance> disturbances(Scenario of) {
    int deeds = size.deeds(dice);
    int troubles = size.troubles(dice);
    List<Disturbance> all = new ArrayList<>();
    DeedMaker deedMaker = new DeedMaker(dice.part("deeds"), of);
    TroubleMaker troubleMaker = new TroubleMaker(dice.part("troubles"), of);
    for (int i = 0; i < deeds; i++) {
      Duration at = dice.between(Duration.ofMillis(500), of.calm(), "at", i);
      for (DeedMaker.Timed each : deedMaker.deeds(i, at)) {
        all.add(new Disturbance.Act(all.size(), each.at(), each.deed()));
      }
    }
    for (int i = 0; i < troubles; i++) {
      Duration from = dice.between(Duration.ZERO, of.calm(), "from", i);
      Duration lasts = dice.between(Duration.ofSeconds(2), Duration.ofMinutes(2), "lasts", i);
      Duration to = from.plus(lasts).compareTo(of.calm()) > 0 ? of.calm() : from.plus(lasts);
      all.add(new Disturbance.Spell(all.size(), from, to, troubleMaker.trouble(i)));
    }
    if (dice.roll(STORMY, "storm") == 0) {
      all.addAll(new StormMaker(dice.part("storms"), of, all.size()).storm());
    }
    all.sort(Comparator.comparing(Disturbance::from).thenComparingInt(Disturbance::id));
    return all;
  }
}
