package io.nodewright.simulation.scenario;

import io.nodewright.simulation.chance.Dice;

/// Of what kind the scenarios of a run of seeds are.
public enum Mix {
  /// Of all kinds: one in three interrupts nodes, one in six has policies, orders and gates.
  ALL("all"),
  /// Each interrupts nodes, beside workloads. The largest are of the medium size.
  INTERRUPTS("interrupts"),
  /// Each has policies, orders and gates.
  ROLLOUTS("rollouts"),
  /// Each has all of both, whatever its size.
  BOTH("both");

  private final String word;

  Mix(String word) {
    this.word = word;
  }

  /// Its name on the command line.
  public String word() {
    return word;
  }

  /// The mix of that name.
  ///
  /// @throws IllegalArgumentException when there is none
  public static Mix of(String word) {
    for (Mix each : values()) {
      if (each.word.equals(word)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "--only: no kind \"%s\"; there are all, interrupts, rollouts and both".formatted(word));
  }

  /// The scenario of a seed.
  public Scenario scenario(long seed) {
    return switch (this) {
      case ALL -> ScenarioMaker.of(seed);
      case INTERRUPTS -> {
        Size size = Size.of(new Dice(seed));
        yield ScenarioMaker.interrupting(seed, size == Size.LARGE ? Size.MEDIUM : size);
      }
      case ROLLOUTS -> ScenarioMaker.rollingOut(seed, Size.of(new Dice(seed)));
      case BOTH -> ScenarioMaker.withBoth(seed, Size.of(new Dice(seed)));
    };
  }
}
