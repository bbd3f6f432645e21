package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNode;
import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static io.nodewright.engine.Row.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.CompartmentSpec;
import io.nodewright.engine.rollout.Compartments;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.rollout.Strategy;
import io.nodewright.engine.rollout.Strategy.Thresholds;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.PolicyView;
import io.nodewright.engine.status.Condition;
import io.nodewright.engine.status.PublishedStatus.CompartmentStatus;
import io.nodewright.engine.status.Status;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Policies and their compartments, stops and resets, and the examples of order: contract 05 §5, §7
/// to §10, §16.8, §16.9, §17.
class PolicyRulesTest {

  private static final Thresholds STOPS = new Thresholds(100, 1, 50);

  @ParameterizedTest(name = "{0}")
  @MethodSource({"assignment", "stops", "resets", "policies", "orders"})
  void rule(String rule, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> assignment() {
    CompartmentSpec fixed = compartment("critical", "critical", new Budget.Count(3), fixed(1));
    CompartmentSpec linear =
        compartment("production", "production", new Budget.Count(10), linear());
    CompartmentSpec growing = compartment("us-west", "us-west", new Budget.Count(20), twofold());
    return Row.table(
        row(
            "R24 the lowest risk wins: fixed, linear, exponential, none",
            () -> {
              CompartmentSpec none =
                  compartment("any", "any", new Budget.Count(1), new Strategy.None());
              assertEquals("critical", home(none, growing, linear, fixed));
              assertEquals("production", home(none, growing, linear));
              assertEquals("us-west", home(none, growing));
            }),
        row(
            "R25 then the smaller ceiling",
            () ->
                assertEquals(
                    "b",
                    home(
                        compartment("a", "a", new Budget.Count(4), linear()),
                        compartment("b", "b", new Budget.Count(2), linear())))),
        row(
            "R26 then the first name",
            () ->
                assertEquals(
                    "alpha",
                    home(
                        compartment("beta", "beta", new Budget.Count(10), twofold()),
                        compartment("alpha", "alpha", new Budget.Count(10), twofold())))),
        row(
            "R27 a node that none matches is in the default one",
            () ->
                assertEquals(
                    CompartmentSpec.DEFAULT,
                    new Compartments(defaults(fixed(1)), List.of(linear))
                        .assign(labelsOf("n1", "other"), new TreeMap<>())
                        .get("n1"))));
  }

  static Stream<Arguments> stops() {
    return Row.table(
        row(
            "R21 a failed batch stops a compartment with a threshold",
            () -> {
              TestFleet fleet = fleet(12, fixed(3, STOPS)).settle();
              fail(fleet, "n01");
              fleet.runToTheEndOf("n02").runToTheEndOf("n03");
              assertTrue(batch(fleet).shouldStop());
              assertEquals(List.of(), fleet.nodesAtWork());
            }),
        row(
            "R37 three of four pass a threshold of 75",
            () -> {
              TestFleet fleet = fleet(8, fixed(4, new Thresholds(75, 1, 100))).settle();
              fail(fleet, "n01");
              fleet.runToTheEndOf("n02").runToTheEndOf("n03").runToTheEndOf("n04");
              assertEquals(1, batch(fleet).failedNodes());
              assertEquals(3, batch(fleet).completedNodes());
              assertEquals(0, batch(fleet).consecutiveFailures());
              assertFalse(batch(fleet).lastBatchFailed());
            }),
        row(
            "R38 RE3 a stopped rollout says why and how to go on, and admits nobody",
            () -> {
              TestFleet fleet = stopped();
              assertEquals(
                  "compartment __default__ stopped after 1 consecutive failed batches (1/20 nodes failed); it goes on"
                      + " after another package version or kubectl nodewright deployment-policy reset nw",
                  stop(fleet).orElseThrow().message());
              assertEquals("FailureThreshold", stop(fleet).orElseThrow().reason());
              assertEquals(Status.ERRORING, fleet.published("nw").status());
              assertEquals(Status.WAITING, fleet.status("n05", "nw"));
              assertEquals(List.of(), fleet.nodesAtWork());
            }),
        row(
            "R39 another compartment goes on",
            () -> {
              TestFleet fleet = new TestFleet();
              for (int i = 1; i <= 4; i++) {
                fleet.node(aNode("a" + i).label("a", "yes")).nodes("b" + i);
              }
              fleet
                  .policy(
                      policy(
                          true,
                          fixed(1, STOPS),
                          compartment("a", "a", new Budget.Count(1), fixed(1, STOPS))))
                  .nodeWright(nw())
                  .settle();
              assertEquals(List.of("a1", "b1"), fleet.nodesAtWork());
              fail(fleet, "a1");
              fleet.runToTheEndOf("b1");
              assertEquals(List.of("b2"), fleet.nodesAtWork());
            }),
        row(
            "R40 a repaired node does not lift the stop",
            () -> {
              TestFleet fleet = stopped();
              fleet.jobs().stream()
                  .filter(job -> job.key().node().equals("n01"))
                  .forEach(job -> fleet.deleteJob(job.name()));
              fleet.runToTheEndOf("n01");
              assertEquals(Status.COMPLETE, fleet.status("n01", "nw"));
              assertTrue(batch(fleet).shouldStop());
              assertEquals(List.of(), fleet.nodesAtWork());
            }),
        row(
            "R42 a version change lifts it",
            () -> {
              TestFleet fleet = stopped().edit("nw", nw("2.0.0")).settle();
              assertFalse(batch(fleet).shouldStop());
              assertEquals(1, batch(fleet).currentBatch());
              assertEquals(Optional.empty(), stop(fleet));
              assertFalse(fleet.nodesAtWork().isEmpty());
            }),
        row(
            "R43 not where resets are switched off",
            () -> {
              TestFleet fleet = stopped().policy(policy(false, fixed(4, STOPS)));
              fleet.edit("nw", nw("2.0.0")).settle();
              assertTrue(batch(fleet).shouldStop());
              assertTrue(stop(fleet).isPresent());
            }),
        row(
            "R49 nodes that join complete are no progress of a batch",
            () -> {
              TestFleet fleet = fleet(4, fixed(1)).settle();
              BatchState before = batch(fleet);
              TestFleet done = new TestFleet().nodes("x1", "x2").nodeWright(nw());
              done.policy(policy(true, fixed(2))).runToTheEnd();
              for (String name : List.of("x1", "x2")) {
                fleet.nodes(name).record(name, "nw", done.view(name).record("nw").state());
              }
              fleet.settle();
              assertEquals(before, batch(fleet));
              assertEquals(2, compartment(fleet).completed());
            }),
        row(
            "R50 nor where a pending one leaves in the same pass",
            () -> {
              TestFleet fleet = fleet(4, fixed(1)).settle();
              BatchState before = batch(fleet);
              TestFleet done = new TestFleet().nodes("x1").nodeWright(nw());
              done.policy(policy(true, fixed(2))).runToTheEnd();
              fleet.deleteNode("n04").nodes("x1");
              fleet.record("x1", "nw", done.view("x1").record("nw").state()).settle();
              assertEquals(before, batch(fleet));
            }));
  }

  static Stream<Arguments> resets() {
    return Row.table(
        row(
            "R41 the command line's reset of a policy starts batches anew and keeps the order",
            () -> {
              TestFleet fleet = stopped();
              int offset = fleet.published("nw").nodeOrderOffset();
              fleet.resetBatches("nw").settle();
              assertFalse(batch(fleet).shouldStop());
              assertEquals(1, batch(fleet).currentBatch());
              assertEquals(offset, fleet.published("nw").nodeOrderOffset());
              assertEquals(List.of("n05", "n06", "n07", "n08"), fleet.nodesAtWork());
            }),
        row(
            "R60 a NodeWright that asks for no reset keeps its batches",
            () -> {
              TestFleet fleet = fleet(3, fixed(1));
              fleet.edit("nw", nw().keepingBatches()).runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
              assertEquals(4, batch(fleet).currentBatch());
            }),
        row(
            "R42 members that run at a reset are the first batch, no larger than a first batch",
            () -> {
              TestFleet fleet = fleet(20, linear()).settle();
              fleet.runToTheEndOf("n01").runToTheEndOf("n02").runToTheEndOf("n03");
              assertEquals(List.of("n04", "n05", "n06"), fleet.nodesAtWork());
              fleet.edit("nw", nw("2.0.0")).settle();
              fleet.runToTheEndOf("n04").runToTheEndOf("n05").runToTheEndOf("n06");
              assertEquals(1, batch(fleet).lastBatchSize());
              assertEquals(2, fleet.nodesAtWork().size());
            }));
  }

  static Stream<Arguments> policies() {
    return Row.table(
        row(
            "05 §5 a node that runs from before the policy counts where the policy puts it",
            () -> {
              TestFleet fleet = new TestFleet();
              for (int i = 1; i <= 3; i++) {
                fleet.node(aNode("a" + i).label("canary", "yes"));
              }
              fleet
                  .nodeWright(
                      aNodeWright("nw").with(aPackage("p", "1.0.0")).budget(new Budget.Percent(25)))
                  .settle();
              assertEquals(List.of("a1"), fleet.nodesAtWork());
              fleet
                  .policy(
                      policy(
                          true,
                          new Strategy.None(),
                          compartment("canary", "canary", new Budget.Count(1), fixed(1))))
                  .edit("nw", nw())
                  .settle();
              assertEquals(List.of("a1"), fleet.nodesAtWork());
              fleet.runToTheEndOf("a1");
              assertEquals(List.of("a2"), fleet.nodesAtWork());
            }),
        row(
            "R61 without its policy nothing starts, and what runs is recorded",
            () -> {
              TestFleet fleet = fleet(2, fixed(1)).settle().withoutPolicy("policy").settle();
              fleet.complete("n01", "p").settle();
              assertEquals("apply/complete", fleet.at("n01", "nw", "p|1.0.0"));
              assertEquals(List.of(), fleet.nodesAtWork());
              assertEquals(Status.BLOCKED, fleet.published("nw").status());
              assertEquals(
                  "DeploymentPolicy \"policy\" not found",
                  fleet.condition("nw", "DeploymentPolicyNotFound").orElseThrow().message());
            }),
        row(
            "R62 when it is back, the batch goes on under its number",
            () -> {
              TestFleet fleet = fleet(4, fixed(1)).settle().runToTheEndOf("n01");
              assertEquals(2, batch(fleet).currentBatch());
              fleet.withoutPolicy("policy").settle().policy(policy(true, fixed(1))).settle();
              assertEquals(2, batch(fleet).currentBatch());
              assertEquals(List.of("n02"), fleet.nodesAtWork());
              assertEquals(Optional.empty(), fleet.condition("nw", "DeploymentPolicyNotFound"));
            }),
        row(
            "R62 V-stop a compartment that was stopped is stopped without its policy, and with it again",
            () -> {
              PolicyView policy =
                  policy(
                      true, fixed(1), compartment("a", "a", new Budget.Count(1), fixed(1, STOPS)));
              TestFleet fleet = new TestFleet();
              for (int i = 1; i <= 4; i++) {
                fleet.node(aNode("a" + i).label("a", "yes"));
              }
              fleet.policy(policy).nodeWright(nw()).settle();
              fail(fleet, "a1");
              CompartmentStatus stopped =
                  Objects.requireNonNull(fleet.published("nw").compartments().get("a"));
              assertTrue(stopped.batch().shouldStop());
              String said = stop(fleet).orElseThrow().message();

              fleet.withoutPolicy("policy").settle();
              assertEquals(stopped, fleet.published("nw").compartments().get("a"));
              assertEquals(said, stop(fleet).orElseThrow().message());
              fleet.policy(policy).settle();
              assertEquals(stopped, fleet.published("nw").compartments().get("a"));
              assertEquals(List.of(), fleet.nodesAtWork());
              assertEquals(List.of(), fleet.events("CompartmentRemoved"));
            }),
        row(
            "R19 a member whose failed stage begins anew runs, and nobody is picked beside it",
            () -> {
              TestFleet fleet = fleet(4, fixed(1)).settle().edit("nw", nw().paused()).settle();
              fail(fleet, "n01");
              fleet
                  .edit(
                      "nw",
                      aNodeWright("nw").with(aPackage("p", "1.0.0").env("K", "v")).policy("policy"))
                  .settle();
              assertEquals(List.of("n01"), fleet.nodesAtWork());
              assertFalse(member(fleet, "n02"));
            }),
        row(
            "R63 RE5 members of a renamed compartment keep running and hold their slots",
            () -> {
              TestFleet fleet = new TestFleet();
              for (int i = 1; i <= 4; i++) {
                fleet.node(aNode("a" + i).label("a", "yes"));
              }
              fleet
                  .policy(
                      policy(true, fixed(1), compartment("a", "a", new Budget.Count(2), fixed(2))))
                  .nodeWright(nw())
                  .settle();
              assertEquals(List.of("a1", "a2"), fleet.nodesAtWork());
              fleet.policy(
                  policy(true, fixed(1), compartment("z", "a", new Budget.Count(2), fixed(2))));
              fleet.pass("nw");
              assertEquals(
                  List.of("NodeWright: compartment a is gone, its batch state was dropped"),
                  fleet.events("CompartmentRemoved"));
              fleet.settle();
              assertEquals(List.of("a1", "a2"), fleet.nodesAtWork());
              assertFalse(fleet.published("nw").compartments().containsKey("a"));
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
            }),
        row(
            "R64 an edited size is that of the next batch",
            () -> {
              TestFleet fleet = fleet(8, fixed(2)).settle();
              fleet.policy(policy(true, fixed(4))).settle();
              assertEquals(List.of("n01", "n02"), fleet.nodesAtWork());
              fleet.runToTheEndOf("n01").runToTheEndOf("n02");
              assertEquals(List.of("n03", "n04", "n05", "n06"), fleet.nodesAtWork());
            }));
  }

  static Stream<Arguments> orders() {
    return Row.table(
        row(
            "R13 a member of which no stage has started loses its slot to a NotReady taint",
            () -> {
              TestFleet fleet = fleet(2, fixed(1));
              for (int i = 0; i < 5 && !member(fleet, "n01"); i++) {
                fleet.pass("nw");
              }
              assertTrue(member(fleet, "n01"));
              fleet.taint("n01", new Taint("node.kubernetes.io/not-ready", "", "NoSchedule"));
              fleet.settle();
              assertEquals(Status.BLOCKED, fleet.status("n01", "nw"));
              assertEquals(List.of("n02"), fleet.nodesAtWork());
            }),
        row(
            "R52 X25 orders go on over batches, by name within one, and stay as others complete",
            () -> {
              TestFleet fleet = fleet(4, linear()).settle();
              assertEquals(0, order(fleet, "n01"));
              fleet.runToTheEndOf("n01");
              assertEquals(1, fleet.published("nw").nodeOrderOffset());
              assertEquals(1, order(fleet, "n02"));
              assertEquals(2, order(fleet, "n03"));
              fleet.runToTheEndOf("n03");
              assertEquals(2, fleet.published("nw").nodeOrderOffset());
              assertEquals(1, order(fleet, "n02"));
              fleet.runToTheEndOf("n02");
              assertEquals(3, fleet.published("nw").nodeOrderOffset());
              assertEquals(3, order(fleet, "n04"));
            }),
        row(
            "R57 a full reset starts orders at 0",
            () -> {
              TestFleet fleet = fleet(2, fixed(2)).runToTheEnd();
              fleet.resetRollout("nw").reset("n01", "nw").reset("n02", "nw").settle();
              assertEquals(0, order(fleet, "n01"));
              assertEquals(1, order(fleet, "n02"));
            }),
        row("X26 X, then G with `all`, then B and C of which B is paused", PolicyRulesTest::x26));
  }

  /// Contract 05 §16.9, moment by moment.
  private static void x26() {
    Taint foreign = new Taint("x", "y", "NoSchedule");
    TestFleet fleet =
        new TestFleet()
            .nodes("n1", "n2")
            .taint("n2", foreign)
            .nodeWright(aNodeWright("x").with(aPackage("x", "1.0.0")).priority(1))
            .nodeWright(
                aNodeWright("g")
                    .with(aPackage("g", "1.0.0"))
                    .priority(2)
                    .sequencing(Sequencing.ALL))
            .nodeWright(aNodeWright("b").with(aPackage("b", "1.0.0")).priority(3).paused())
            .nodeWright(aNodeWright("c").with(aPackage("c", "1.0.0")).priority(3))
            .settle();
    assertEquals("apply", fleet.running("n1", "x"));
    assertEquals(Status.BLOCKED, fleet.status("n2", "x"));
    fleet.complete("n1", "x").settle().complete("n1", "x").settle();
    assertEquals("apply", fleet.running("n1", "g"));
    fleet.runToTheEnd();
    assertEquals(Status.WAITING, fleet.status("n1", "c"));
    assertEquals(Status.PAUSED, fleet.status("n1", "b"));
    assertEquals(Status.BLOCKED, fleet.status("n2", "x"));
    fleet.taint("n2").settle();
    assertEquals("apply", fleet.running("n2", "x"));
    fleet.runToTheEnd();
    assertEquals(Status.COMPLETE, fleet.status("n2", "g"));
    assertEquals(Status.WAITING, fleet.status("n1", "c"));
    assertEquals(Status.WAITING, fleet.status("n2", "c"));
    fleet.edit("b", aNodeWright("b").with(aPackage("b", "1.0.0")).priority(3)).settle();
    assertEquals("apply", fleet.running("n2", "b"));
    assertEquals("none", fleet.running("n2", "c"));
    fleet.runToTheEnd();
    assertEquals(Status.COMPLETE, fleet.published("c").status());
  }

  // ---- the usual fleets and policies

  private static TestFleet stopped() {
    TestFleet fleet = fleet(20, fixed(4, STOPS)).settle();
    fail(fleet, "n01");
    fleet.runToTheEndOf("n02").runToTheEndOf("n03").runToTheEndOf("n04");
    assertTrue(batch(fleet).shouldStop());
    return fleet;
  }

  private static TestFleet fleet(int nodes, Strategy strategy) {
    TestFleet fleet = new TestFleet().policy(policy(true, strategy));
    for (int i = 1; i <= nodes; i++) {
      fleet.nodes("n%02d".formatted(i));
    }
    return fleet.nodeWright(nw());
  }

  private static Fixtures.NodeWrightBuilder nw() {
    return nw("1.0.0");
  }

  private static Fixtures.NodeWrightBuilder nw(String version) {
    return aNodeWright("nw").with(aPackage("p", version)).policy("policy");
  }

  private static PolicyView policy(
      boolean resets, Strategy defaults, CompartmentSpec... compartments) {
    return new PolicyView("policy", defaults(defaults), List.of(compartments), resets);
  }

  private static CompartmentSpec defaults(Strategy strategy) {
    return new CompartmentSpec(
        CompartmentSpec.DEFAULT, LabelSelector.EVERYTHING, new Budget.Percent(100), strategy);
  }

  /// A compartment of the nodes that have the label.
  private static CompartmentSpec compartment(
      String name, String label, Budget budget, Strategy strategy) {
    SortedMap<String, String> labels = new TreeMap<>();
    labels.put(label, "yes");
    return new CompartmentSpec(name, new LabelSelector(labels, List.of()), budget, strategy);
  }

  /// Where a node is that all of them match; their labels are their names.
  private static String home(CompartmentSpec... compartments) {
    String[] labels = Stream.of(compartments).map(CompartmentSpec::name).toArray(String[]::new);
    return Objects.requireNonNull(
        new Compartments(defaults(fixed(1)), List.of(compartments))
            .assign(labelsOf("n1", labels), new TreeMap<>())
            .get("n1"));
  }

  private static SortedMap<String, SortedMap<String, String>> labelsOf(
      String node, String... labels) {
    SortedMap<String, String> all = new TreeMap<>();
    for (String label : labels) {
      all.put(label, "yes");
    }
    SortedMap<String, SortedMap<String, String>> byNode = new TreeMap<>();
    byNode.put(node, all);
    return byNode;
  }

  private static Strategy fixed(int initial) {
    return fixed(initial, Thresholds.DEFAULTS);
  }

  private static Strategy fixed(int initial, Thresholds thresholds) {
    return new Strategy.Fixed(initial, thresholds);
  }

  private static Strategy linear() {
    return new Strategy.Linear(1, 1, Thresholds.DEFAULTS);
  }

  private static Strategy twofold() {
    return new Strategy.Exponential(1, 2, Thresholds.DEFAULTS);
  }

  private static void fail(TestFleet fleet, String node) {
    fleet.failAttempt(node, "p").failJob(node, "p", "BackoffLimitExceeded").settle();
  }

  private static boolean member(TestFleet fleet, String node) {
    return fleet.published("nw").nodePriority().containsKey(node);
  }

  private static CompartmentStatus compartment(TestFleet fleet) {
    return Objects.requireNonNull(
        fleet.published("nw").compartments().get(CompartmentSpec.DEFAULT));
  }

  private static BatchState batch(TestFleet fleet) {
    return compartment(fleet).batch();
  }

  private static Optional<Condition> stop(TestFleet fleet) {
    return fleet.condition("nw", "RolloutStopped");
  }

  private static int order(TestFleet fleet, String node) {
    return fleet.jobs().stream()
        .filter(job -> job.unfinished() && job.key().node().equals(node))
        .map(job -> fleet.built(node, "p", job.key().stage()).orElseThrow().nodeOrder())
        .findFirst()
        .orElseThrow();
  }
}
