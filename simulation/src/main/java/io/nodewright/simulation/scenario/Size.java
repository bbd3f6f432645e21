package io.nodewright.simulation.scenario;

import io.nodewright.simulation.chance.Dice;
import java.time.Duration;
import java.util.List;

/// How much there is in a scenario. Of a hundred seeds about 92 are tiny, seven small and one
/// medium, and one in 500 is large: what a tiny one can find it finds for a hundredth of the cost
/// of a large one.
public enum Size {
  /// One or two nodes, one NodeWright.
  TINY,
  /// One to three nodes, one or two NodeWrights.
  SMALL,
  /// Two to five nodes, up to three NodeWrights.
  MEDIUM,
  /// Up to fifty nodes, eight packages and three NodeWrights.
  LARGE;

  private static final int LARGE_IN = 500;
  private static final int MEDIUM_IN = 80;
  private static final int SMALL_IN = 15;

  static Size of(Dice dice) {
    if (dice.roll(LARGE_IN, "large") == 0) {
      return LARGE;
    }
    if (dice.roll(MEDIUM_IN, "medium") == 0) {
      return MEDIUM;
    }
    return dice.roll(SMALL_IN, "small") == 0 ? SMALL : TINY;
  }

  int nodes(Dice dice) {
    return dice.pick(
        switch (this) {
          case TINY -> List.of(1, 1, 2);
          case SMALL -> List.of(1, 2, 2, 3);
          case MEDIUM -> List.of(2, 3, 4, 5);
          case LARGE -> List.of(8, 10, 12, 16, 20, 30, 50);
        },
        "nodes");
  }

  int nodeWrights(Dice dice) {
    return dice.pick(
        switch (this) {
          case TINY -> List.of(1);
          case SMALL -> List.of(1, 1, 1, 2);
          case MEDIUM -> List.of(1, 1, 2, 3);
          case LARGE -> List.of(1, 2, 3);
        },
        "n");
  }

  int packages(Dice dice, int nodeWright) {
    return dice.pick(
        switch (this) {
          case TINY -> List.of(1, 1, 1, 2);
          case SMALL -> List.of(1, 1, 2, 3);
          case MEDIUM -> List.of(1, 2, 3, 4);
          case LARGE -> List.of(2, 4, 6, 8);
        },
        "packages",
        nodeWright);
  }

  /// How long it is disturbed.
  Duration calm(Dice dice) {
    return switch (this) {
      case TINY -> dice.between(Duration.ofSeconds(20), Duration.ofMinutes(2), "calm");
      case SMALL -> dice.between(Duration.ofMinutes(1), Duration.ofMinutes(5), "calm");
      case MEDIUM, LARGE -> dice.between(Duration.ofMinutes(2), Duration.ofMinutes(9), "calm");
    };
  }

  int deeds(Dice dice) {
    int bound =
        switch (this) {
          case TINY -> 4;
          case SMALL -> 6;
          case MEDIUM -> 9;
          case LARGE -> 24;
        };
    return dice.roll(8, "calm run") == 0 ? 0 : dice.roll(bound, "deeds");
  }

  int troubles(Dice dice) {
    int bound =
        switch (this) {
          case TINY -> 3;
          case SMALL -> 4;
          case MEDIUM, LARGE -> 6;
        };
    return dice.roll(5, "fair weather") == 0 ? 0 : dice.roll(bound, "troubles");
  }
}
