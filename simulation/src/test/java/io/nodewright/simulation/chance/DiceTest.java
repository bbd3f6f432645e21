package io.nodewright.simulation.chance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DiceTest {

  private final Dice dice = new Dice(8412);

  @Test
  void anAnswerDependsOnSeedTopicAndKeysAlone() {
    int first = dice.roll(1_000_000, "latency", "node-1", 7);
    dice.roll(6, "something else");
    assertEquals(first, dice.roll(1_000_000, "latency", "node-1", 7));
    assertNotEquals(first, dice.roll(1_000_000, "latency", "node-1", 8));
    assertNotEquals(first, dice.roll(1_000_000, "lateness", "node-1", 7));
    assertNotEquals(first, new Dice(8413).roll(1_000_000, "latency", "node-1", 7));
  }

  @Test
  void answersAreEqualOnEveryMachineAndForEver() {
    // A changed number here changes what every seed ever noted means.
    assertEquals(8105545125029418237L, new Dice(1).bits("topic", "key", 2));
  }

  @Test
  void textsThatAreSplitDifferentlyAreDifferentKeys() {
    assertNotEquals(dice.bits("t", "ab", "c"), dice.bits("t", "a", "bc"));
  }

  @Test
  void whatHappensSoOftenDoes() {
    long hits = IntStream.range(0, 10_000).filter(i -> dice.happens(0.1, "hit", i)).count();
    assertTrue(900 < hits && hits < 1_100, () -> "hits: " + hits);
  }

  @Test
  void aSpanLiesBetweenItsBounds() {
    for (int i = 0; i < 100; i++) {
      Duration span = dice.between(Duration.ofMillis(5), Duration.ofMillis(8), "span", i);
      assertTrue(span.toMillis() >= 5 && span.toMillis() < 8);
    }
    assertEquals(
        Duration.ofSeconds(1), dice.between(Duration.ofSeconds(1), Duration.ofSeconds(1), "x"));
  }
}
