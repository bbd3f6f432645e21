package io.nodewright.simulation.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.simulation.operator.Protection;
import io.nodewright.simulation.operator.Protections;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each protection of the operator is worth its code: without it, some seed fails.
@Tag("slow")
class MutantsTest {

  private static final long MOST_SEEDS = 10_000;

  @ParameterizedTest(name = "without {0} an invariant is violated")
  @EnumSource(Protection.class)
  void isCaught(Protection left) {
    boolean caught =
        new Simulator(Protections.without(left), Runtime.getRuntime().availableProcessors())
            .run(0, MOST_SEEDS, 1, _ -> {}).stream().anyMatch(result -> !result.right());

    assertTrue(caught, () -> "no seed of " + MOST_SEEDS + " misses " + left.word());
  }
}
