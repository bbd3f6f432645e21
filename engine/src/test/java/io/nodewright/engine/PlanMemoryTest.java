package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNode;
import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.Taint;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What passes remember for speed changes no decision. [TestFleet] compares each of its passes with
/// one that remembers nothing; here the fleet goes through whatever comes.
class PlanMemoryTest {

  @Property(tries = 60)
  void decisionsAreTheSameWithoutMemory(
      @ForAll @Size(min = 5, max = 40) List<@IntRange(min = 0, max = 71) Integer> steps) {
    TestFleet fleet = aFleet();
    fleet.settle();
    for (int step : steps) {
      happens(fleet, step / 4, "n" + (step % 4 + 1));
      for (String name : List.of("base", "late", "tune")) {
        if (fleet.exists(name)) {
          fleet.pass(name); // compares
        }
      }
    }
  }

  private static TestFleet aFleet() {
    return new TestFleet()
        .node(aNode("n1"))
        .node(aNode("n2").label("zone", "a"))
        .node(aNode("n3"))
        .node(aNode("n4"))
        .nodeWright(
            aNodeWright("base")
                .priority(1)
                .budget(new Budget.Count(2))
                .with(aPackage("kernel", "1.0.0"))
                .with(aPackage("agent", "1.0.0").dependsOn("kernel", "1.0.0")))
        .nodeWright(
            aNodeWright("late")
                .sequencing(Sequencing.ALL)
                .priority(300)
                .with(aPackage("driver", "1.0.0").interrupt(Interrupt.Type.REBOOT)))
        .nodeWright(aNodeWright("tune").with(aPackage("sysctl", "1.0.0").config("a", "1")));
  }

  private static void happens(TestFleet fleet, int what, String node) {
    switch (what) {
      case 0, 1, 2 -> ends(fleet, node);
      case 3 -> fleet.wait(Duration.ofMinutes(3));
      case 4 -> fleet.wait(Duration.ofMillis(500));
      case 5 -> fleet.ignore(node, !fleet.view(node).ignored());
      case 6 ->
          fleet.taint(
              node,
              fleet.view(node).taints().isEmpty()
                  ? new Taint[] {new Taint("gpu", "", "NoSchedule")}
                  : new Taint[0]);
      case 7 -> fleet.relabel(node, "zone", "b");
      case 8 -> fleet.reboot(node);
      case 9 -> failsOnce(fleet, node);
      case 10 -> fleet.edit("tune", aNodeWright("tune").with(aPackage("sysctl", "1.1.0")));
      case 11 ->
          fleet.edit(
              "tune",
              aNodeWright("tune").with(aPackage("sysctl", "1.0.0").config("a", "2")).paused());
      case 12 ->
          fleet.edit(
              "tune", aNodeWright("tune").with(aPackage("sysctl", "1.0.0").config("a", "2")));
      case 13 -> fleet.loseStatus("base");
      case 14 -> fleet.loseConfigMaps();
      case 15 -> fleet.resetBatches("base");
      case 16 -> fleet.jobs().stream().findFirst().ifPresent(job -> fleet.deleteJob(job.name()));
      case 17 -> fleet.edit("late", aNodeWright("late").with(aPackage("driver", "1.0.0")));
      default -> throw new IllegalArgumentException("no step " + what);
    }
  }

  private static void ends(TestFleet fleet, String node) {
    for (String name : List.of("kernel", "agent", "sysctl", "driver")) {
      if (fleet.job(node, name).isPresent()) {
        fleet.complete(node, name);
        return;
      }
    }
  }

  private static void failsOnce(TestFleet fleet, String node) {
    if (fleet.job(node, "kernel").isPresent()) {
      fleet.failAttempt(node, "kernel");
      fleet.failJob(node, "kernel", "BackoffLimitExceeded");
    }
  }

  @Test
  @DisplayName("a quiet decision on the same views is not worked out again, only its next look is")
  void sameViews() {
    TestFleet fleet = aFleet();
    fleet.runToTheEnd();
    PlanMemory memory = new PlanMemory();
    Engine engine = new Engine();
    var time = Fixtures.START.plus(Duration.ofDays(1));
    Decision first = engine.decide(fleet.snapshot(), "base", time, memory);
    Decision second = engine.decide(fleet.snapshot(), "base", time.plusSeconds(60), memory);
    assertSame(first.status(), second.status());
    assertEquals(first.lookAgainAt().plusSeconds(60), second.lookAgainAt());
    Decision earlier = engine.decide(fleet.snapshot(), "base", time.minusSeconds(1), memory);
    assertNotSame(first.status(), earlier.status());
  }
}
