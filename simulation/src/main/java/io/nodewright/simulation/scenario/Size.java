package io.nodewright.simulation.scenario;

import io.nodewright.simulation.chance.Dice;
import java.time.Duration;
import java.util.List;

/// How much there is in a scenario. Of a hundred seeds about ninety are small, and one in 250 is
/// large.
public enum Size {
  /// One to three nodes, one or two NodeWrights.
  SMALL,
  /// Two to five nodes, up to three NodeWrights.
  MEDIUM,
  /// Up to fifty nodes, eight packages and three NodeWrights.
  LARGE;

  private static final int LARGE_IN = 250;
  private static final int MEDIUM_IN = 10;

  static Size of(Dice dice) {
    if (dice.roll(LARGE_IN, "large") == 0) {
      return LARGE;
    }
    return dice.roll(MEDIUM_IN, "medium") == 0 ? MEDIUM : SMALL;
  }

  int nodes(Dice dice) {
    return dice.pick(
        switch (this) {
          case SMALL -> List.of(1, 2, 2, 3);
          case MEDIUM -> List.of(2, 3, 4, 5);
          case LARGE -> List.of(8, 10, 12, 16, 20, 30, 50);
        },
        "nodes");
  }

  int nodeWrights(Dice dice) {
    return dice.pick(
        switch (this) {
          case SMALL -> List.of(1, 1, 1, 2);
          case MEDIUM -> List.of(1, 1, 2, 3);
          case LARGE -> List.of(1, 2, 3);
        },
        "n");
  }

  int packages(Dice dice, int nodeWright) {
    return dice.pick(
        switch (this) {
          case SMALL -> List.of(1, 1, 2, 3);
          case MEDIUM -> List.of(1, 2, 3, 4);
          case LARGE -> List.of(2, 4, 6, 8);
        },
        "packages",
        nodeWright);
  }

  /// How long it is disturbed.
  Duration calm(Dice dice) {
    return this == SMALL
        ? dice.between(Duration.ofMinutes(1), Duration.ofMinutes(5), "calm")
        : dice.between(Duration.ofMinutes(2), Duration.ofMinutes(9), "calm");
  }

  int deeds(Dice dice) {
    int bound =
        switch (this) {
          case SMALL -> 6;
          case MEDIUM -> 9;
          case LARGE -> 24;
        };
    return dice.roll(8, "calm run") == 0 ? 0 : dice.roll(bound, "deeds");
  }

  int troubles(Dice dice) {
    return dice.roll(5, "fair weather") == 0 ? 0 : dice.roll(this == SMALL ? 4 : 6, "troubles");
  }
}
