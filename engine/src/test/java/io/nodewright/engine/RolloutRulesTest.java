package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNode;
import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static io.nodewright.engine.Row.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.rollout.Toleration;
import io.nodewright.engine.status.PublishedStatus.CompartmentStatus;
import io.nodewright.engine.status.Status;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Selection, flat budgets, membership, node order, and order between NodeWrights: contract 05 §17.
class RolloutRulesTest {

  private static final Taint NOT_READY = new Taint("node.kubernetes.io/not-ready", "", "NoExecute");

  @ParameterizedTest(name = "{0}")
  @MethodSource({"selecting", "budgets", "nodeOrder", "ordering"})
  void rule(String rule, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> selecting() {
    return Row.table(
        row(
            "R1 without a selector every node is in scope and admitted at once",
            () ->
                assertEquals(
                    List.of("n1", "n2", "n3", "n4", "n5"), fleet(5).settle().nodesAtWork())),
        row(
            "R2 a node relabelled into scope is enrolled",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .node(aNode("n1"))
                      .nodeWright(nw().selecting("gpu", "yes"))
                      .settle();
              assertEquals(List.of(), fleet.nodesAtWork());
              fleet.relabel("n1", "gpu", "yes").settle();
              assertEquals(List.of("n1"), fleet.nodesAtWork());
            }),
        row(
            "R3 an idle member relabelled out loses its entry",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .node(aNode("n1").label("gpu", "yes"))
                      .nodeWright(nw().selecting("gpu", "yes"))
                      .settle();
              fleet.complete("n1", "p").pass("nw");
              fleet.relabel("n1", "gpu", "no").settle();
              assertFalse(fleet.published("nw").nodePriority().containsKey("n1"));
              assertEquals(1, fleet.published("nw").nodeOrderOffset());
              assertEquals("apply/complete", fleet.at("n1", "nw", "p|1.0.0"));
            }),
        row(
            "R5 the ignore label blocks an unfinished node and is named",
            () -> {
              TestFleet fleet =
                  new TestFleet().node(aNode("n1").ignored()).nodeWright(nw()).settle();
              assertEquals(Status.BLOCKED, fleet.status("n1", "nw"));
              assertEquals(
                  "Node [n1] has ignore label set. Skipping.",
                  fleet.condition("nw", "NodesIgnored").orElseThrow().message());
              assertTrue(fleet.condition("nw", "NodesIgnored").orElseThrow().holds());
            }),
        row(
            "R6 a member that is ignored gives up its slot, not its Job",
            () -> {
              TestFleet fleet = fleet(3, new Budget.Count(1)).settle();
              assertEquals(List.of("n1"), fleet.nodesAtWork());
              fleet.ignore("n1", true).settle();
              assertEquals(List.of("n1", "n2"), fleet.nodesAtWork());
            }),
        row(
            "R7 un-ignored it resumes in its place, before new nodes",
            () -> {
              TestFleet fleet = fleet(3, new Budget.Count(1)).settle();
              fleet.ignore("n1", true).settle().complete("n1", "p").settle();
              fleet.ignore("n1", false).settle();
              assertEquals(Status.IN_PROGRESS, fleet.status("n2", "nw"));
              fleet.runToTheEndOf("n2");
              assertEquals("config", fleet.running("n1", "p"));
              assertEquals("none", fleet.running("n3", "p"));
            }),
        row(
            "R8 an ignored node holds an `all` barrier",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .node(aNode("n1").ignored())
                      .nodes("n2")
                      .nodeWright(nw().priority(10).sequencing(Sequencing.ALL))
                      .nodeWright(other().priority(20))
                      .runToTheEnd();
              assertEquals("none", fleet.at("n2", "other", "q|1.0.0"));
              assertEquals(Status.WAITING, fleet.published("other").status());
            }),
        row(
            "R9 an untolerated taint blocks the node, which still counts",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .node(aNode("n1").taint("x", "y", "NoSchedule"))
                      .nodeWright(nw())
                      .settle();
              assertEquals(Status.BLOCKED, fleet.status("n1", "nw"));
              assertEquals(
                  "Node [n1] has taints that are not tolerable. Skipping.",
                  fleet.condition("nw", "TaintNotTolerable").orElseThrow().message());
              assertEquals(1, compartment(fleet).matched());
              assertEquals(List.of(), fleet.nodesAtWork());
            }),
        row(
            "R10 tolerated, it is admitted",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .node(aNode("n1").taint("x", "y", "NoSchedule"))
                      .nodeWright(nw())
                      .settle();
              fleet.edit("nw", nw().tolerating(new Toleration("x", "Exists", "", "", -1))).settle();
              assertEquals(List.of("n1"), fleet.nodesAtWork());
              assertEquals(
                  "All nodes have tolerable taints.",
                  fleet.condition("nw", "TaintNotTolerable").orElseThrow().message());
            }),
        row(
            "R11 PreferNoSchedule counts too",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .node(aNode("n1").taint("x", "", "PreferNoSchedule"))
                      .nodeWright(nw())
                      .settle();
              assertEquals(Status.BLOCKED, fleet.status("n1", "nw"));
            }),
        row(
            "R12 a member at work that turns NotReady keeps its slot",
            () -> {
              TestFleet fleet = fleet(2, new Budget.Count(1)).settle();
              fleet.taint("n1", NOT_READY).settle();
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
              assertEquals(List.of("n1"), fleet.nodesAtWork());
            }),
        row(
            "R12 so it does when its package gets another version meanwhile",
            () -> {
              TestFleet fleet = fleet(2, new Budget.Count(1)).settle();
              fleet.taint("n1", NOT_READY);
              fleet.edit("nw", nw().budget(new Budget.Count(1)).with(aPackage("p", "2.0.0")));
              fleet.settle();
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
              assertEquals(Status.WAITING, fleet.status("n2", "nw"));
            }),
        row(
            "R14 a NotReady node that is no member is not admitted",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").taint("n1", NOT_READY);
              fleet.nodeWright(nw()).settle();
              assertEquals(List.of(), fleet.nodesAtWork());
              assertEquals(Status.BLOCKED, fleet.status("n1", "nw"));
            }),
        row(
            "R15 a member that failed for good and turns NotReady stays erroring",
            () -> {
              TestFleet fleet = fleet(1).settle();
              fail(fleet, "n1");
              fleet.taint("n1", NOT_READY).settle();
              assertEquals(Status.ERRORING, fleet.status("n1", "nw"));
            }));
  }

  static Stream<Arguments> budgets() {
    return Row.table(
        row(
            "R35 a Pod without its Job makes no member of its node, and nobody begins beside it",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1", "n2")
                      .nodeWright(nw().budget(new Budget.Count(1)).with(aPackage("p", "1.0.0")))
                      .settle();
              assertEquals(List.of("n1"), fleet.nodesAtWork());
              fleet.loseJob("n1", "p").reset("n1", "nw").resetRollout("nw").settle();
              assertEquals(Map.of(), fleet.published("nw").nodePriority());
              fleet.deletionsEnd().settle();
              assertEquals(List.of("n1"), fleet.nodesAtWork());
            }),
        row(
            "R16 ten percent of five nodes is one",
            () -> assertEquals(1, ceiling(fleet(5, new Budget.Percent(10))))),
        row(
            "R17 ignored nodes count",
            () -> {
              TestFleet fleet = fleet(10, new Budget.Percent(25));
              fleet.ignore("n1", true).ignore("n2", true);
              assertEquals(2, ceiling(fleet));
            }),
        row(
            "R18 a count admits that many",
            () -> {
              TestFleet fleet = fleet(6, new Budget.Count(3)).settle();
              assertEquals(List.of("n1", "n2", "n3"), fleet.nodesAtWork());
              assertEquals(6, compartment(fleet).matched());
              assertEquals(3, compartment(fleet).ceiling());
            }),
        row(
            "R19 R35 nothing is admitted while a member of the batch runs",
            () -> {
              TestFleet fleet = fleet(6, new Budget.Count(3)).settle().runToTheEndOf("n1");
              assertEquals(List.of("n2", "n3"), fleet.nodesAtWork());
            }),
        row(
            "R20 a failed member ends its part of the batch and stops nothing",
            () -> {
              TestFleet fleet = fleet(6, new Budget.Count(3)).settle();
              fail(fleet, "n1");
              fleet.runToTheEndOf("n2").runToTheEndOf("n3");
              assertEquals(List.of("n4", "n5", "n6"), fleet.nodesAtWork());
              BatchState batch = compartment(fleet).batch();
              assertEquals(2, batch.currentBatch());
              assertTrue(batch.lastBatchFailed());
              assertFalse(batch.shouldStop());
            }),
        row(
            "R22 a count of 0 admits one",
            () -> {
              TestFleet fleet = fleet(2, new Budget.Count(0)).settle();
              assertEquals(List.of("n1"), fleet.nodesAtWork());
              assertEquals(0, compartment(fleet).ceiling());
            }),
        row(
            "R36 a failed attempt that is retried ends nothing",
            () -> {
              TestFleet fleet = fleet(4, new Budget.Count(1)).settle();
              fleet.failAttempt("n1", "p").settle();
              assertEquals(List.of("n1"), fleet.nodesAtWork());
              assertEquals(1, compartment(fleet).batch().currentBatch());
            }),
        row(
            "R44 without a threshold it never stops",
            () -> {
              TestFleet fleet = fleet(4, new Budget.Count(1)).settle();
              for (int i = 1; i <= 4; i++) {
                fail(fleet, "n" + i);
              }
              assertFalse(compartment(fleet).batch().shouldStop());
              assertEquals(Status.ERRORING, fleet.published("nw").status());
            }),
        row(
            "R45 a batch that is wholly blocked is refilled under its number",
            () -> {
              TestFleet fleet = fleet(4, new Budget.Count(2)).settle();
              fleet.ignore("n1", true).ignore("n2", true).settle();
              assertTrue(fleet.nodesAtWork().containsAll(List.of("n3", "n4")));
              assertEquals(1, compartment(fleet).batch().currentBatch());
            }),
        row(
            "R46 blocked members are left out of the score",
            () -> {
              TestFleet fleet = fleet(3, new Budget.Count(2)).settle();
              fleet.ignore("n1", true).settle().runToTheEndOf("n2");
              assertEquals(2, compartment(fleet).batch().currentBatch());
              assertFalse(compartment(fleet).batch().lastBatchFailed());
            }),
        row(
            "R47 R48 a repeated pass admits and scores nothing twice",
            () -> {
              TestFleet fleet = fleet(6, new Budget.Count(2)).settle();
              assertTrue(fleet.pass("nw").quiet());
              assertEquals(List.of("n1", "n2"), fleet.nodesAtWork());
              fleet.runToTheEndOf("n1").runToTheEndOf("n2");
              assertEquals(2, compartment(fleet).batch().currentBatch());
              assertTrue(fleet.pass("nw").quiet());
            }),
        row(
            "R51 no stage starts before the membership is stored",
            () -> {
              TestFleet fleet = fleet(2);
              fleet.pass("nw");
              fleet.pass("nw");
              Decision admits = fleet.pass("nw");
              assertTrue(
                  admits.own().stream()
                      .anyMatch(
                          a ->
                              a instanceof Action.WriteStatus w
                                  && w.status().nodePriority().size() == 2
                                  && w.urgent()));
              assertTrue(
                  admits.nodes().stream()
                      .flatMap(n -> n.actions().stream())
                      .noneMatch(a -> a instanceof Action.CreateStageJob));
              fleet.pass("nw");
              assertEquals(List.of("n1", "n2"), fleet.nodesAtWork());
            }),
        row(
            "R65 a version change never widens the set of running nodes",
            () -> {
              TestFleet fleet = fleet(10, new Budget.Count(2)).runToTheEnd();
              fleet
                  .edit(
                      "nw",
                      aNodeWright("nw").with(aPackage("p", "2.0.0")).budget(new Budget.Count(2)))
                  .settle();
              assertEquals(2, fleet.nodesAtWork().size());
            }),
        row(
            "R95 R96 serial counts packages, not nodes",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1", "n2", "n3")
                      .nodeWright(nw().with(aPackage("q", "1.0.0")).serial())
                      .settle();
              assertEquals(List.of("n1", "n2", "n3"), fleet.nodesAtWork());
              assertEquals(3, fleet.jobNames().size());
            }));
  }

  static Stream<Arguments> nodeOrder() {
    return Row.table(
        row(
            "R53 a node's order stays while others complete",
            () -> {
              TestFleet fleet = fleet(3).settle();
              fleet.runToTheEndOf("n1");
              fleet.complete("n2", "p").settle();
              assertEquals(1, order(fleet, "n2"));
            }),
        row(
            "R54 completed nodes leave the map and count in the offset",
            () -> {
              TestFleet fleet = fleet(2).runToTheEnd();
              assertEquals(2, fleet.published("nw").nodeOrderOffset());
              assertTrue(fleet.published("nw").nodePriority().isEmpty());
            }),
        row(
            "R55 a node that joins later goes on counting",
            () -> {
              TestFleet fleet = fleet(2).runToTheEnd().nodes("n3").settle();
              assertEquals(2, order(fleet, "n3"));
            }),
        row(
            "R56 a version change starts again at 0",
            () -> {
              TestFleet fleet = fleet(2).runToTheEnd();
              fleet.edit("nw", aNodeWright("nw").with(aPackage("p", "2.0.0"))).settle();
              assertEquals(0, fleet.built("n1", "p", Stage.UPGRADE).orElseThrow().nodeOrder());
            }),
        row(
            "R58 without a policy Pods have an order too",
            () -> assertEquals(1, order(fleet(2).settle(), "n2"))),
        row(
            "R59 a completed rollout resets its batches",
            () -> {
              TestFleet fleet = fleet(3, new Budget.Count(1)).runToTheEnd();
              assertEquals(BatchState.FIRST, compartment(fleet).batch());
              assertEquals(100, compartment(fleet).progressPercent());
            }));
  }

  static Stream<Arguments> ordering() {
    return Row.table(
        row(
            "R66 a lower priority number goes first on each node",
            () -> {
              TestFleet fleet = two(10, 20).settle();
              assertEquals("none", fleet.at("n1", "other", "q|1.0.0"));
              assertEquals(Status.WAITING, fleet.status("n1", "other"));
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "other"));
            }),
        row(
            "R67 equal priorities go by name",
            () -> {
              TestFleet fleet = two(10, 10).settle();
              assertEquals("apply", fleet.running("n1", "p"), "nw comes before other");
              assertEquals("none", fleet.running("n1", "q"));
            }),
        row(
            "R68 `all` holds every node until all are complete",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1", "n2")
                      .nodeWright(nw().priority(10).sequencing(Sequencing.ALL))
                      .nodeWright(other().priority(20))
                      .settle()
                      .runToTheEndOf("n1");
              assertEquals("none", fleet.running("n1", "q"));
              assertEquals(Status.WAITING, fleet.published("other").status());
            }),
        row(
            "R68 a node of it that is not seen any more holds until its own passes have dropped it",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1", "n2")
                      .nodeWright(nw().priority(10).sequencing(Sequencing.ALL))
                      .nodeWright(other().priority(20))
                      .settle()
                      .runToTheEndOf("n1")
                      .deleteNode("n2");
              fleet.pass("other");
              assertEquals("none", fleet.running("n1", "q"));
              fleet.settle();
              assertEquals("apply", fleet.running("n1", "q"));
            }),
        row(
            "R69 also on nodes that it does not select",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .node(aNode("n2").label("gpu", "yes"))
                      .nodeWright(
                          nw().priority(10).sequencing(Sequencing.ALL).selecting("gpu", "yes"))
                      .nodeWright(other().priority(20))
                      .settle();
              assertEquals("none", fleet.running("n1", "q"));
            }),
        row(
            "R70 disabled, it holds nobody",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1", "n2")
                      .nodeWright(nw().priority(10).sequencing(Sequencing.ALL).disabled())
                      .nodeWright(other().priority(20))
                      .settle();
              assertEquals("apply", fleet.running("n1", "q"));
            }),
        row(
            "R71 a paused one holds its nodes even where it is complete",
            () -> {
              TestFleet fleet =
                  new TestFleet().nodes("n1").nodeWright(nw().priority(10)).runToTheEnd();
              fleet
                  .edit("nw", nw().priority(10).paused())
                  .nodeWright(other().priority(20))
                  .settle();
              assertEquals("none", fleet.running("n1", "q"));
            }),
        row(
            "R72 and no others",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .node(aNode("n1").label("gpu", "yes"))
                      .nodes("n2")
                      .nodeWright(nw().priority(10).selecting("gpu", "yes").paused())
                      .nodeWright(other().priority(20))
                      .settle();
              assertEquals("apply", fleet.running("n2", "q"));
              assertEquals("none", fleet.running("n1", "q"));
            }),
        row(
            "R73 ignored while it waits for order reads blocked",
            () -> {
              TestFleet fleet = two(10, 20).settle().ignore("n1", true).settle();
              assertEquals(Status.BLOCKED, fleet.status("n1", "other"));
              fleet.ignore("n1", false).settle();
              assertEquals(Status.WAITING, fleet.status("n1", "other"));
            }),
        row(
            "R74 a node that waits for order takes no place in a batch",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .node(aNode("n1").label("gpu", "yes"))
                      .nodes("n2")
                      .nodeWright(nw().priority(10).selecting("gpu", "yes"))
                      .nodeWright(other().priority(20).budget(new Budget.Count(1)))
                      .settle();
              assertEquals("apply", fleet.running("n2", "q"));
            }),
        row(
            "R66 deleted, it holds the nodes where it has something to uninstall, and no others",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1", "n2")
                      .nodeWright(removable().budget(new Budget.Count(1)))
                      .nodeWright(other().priority(20))
                      .settle();
              fleet.complete("n1", "p").settle(); // not done there, and not begun on n2
              fleet.delete("nw").settle();
              fleet.complete("n1", "p").settle();
              assertEquals("uninstall", fleet.running("n1", "p"));
              assertEquals("none", fleet.running("n1", "q"));
              assertEquals("apply", fleet.running("n2", "q"));
              fleet.complete("n1", "p").settle();
              fleet.complete("n2", "q").settle().complete("n2", "q").settle(); // ends the batch
              assertEquals("apply", fleet.running("n1", "q"));
            }),
        row(
            "R66 deleted with a record that cannot be read, it holds that node until it can",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(removable()).runToTheEnd();
              fleet.record("n1", "nw", new NodeState.Unreadable("not JSON"));
              fleet.delete("nw").nodeWright(other().priority(20)).settle();
              assertEquals("none", fleet.running("n1", "q"));
              fleet.record("n1", "nw", NodeState.EMPTY).settle();
              assertEquals("apply", fleet.running("n1", "q"));
            }),
        row(
            "R75 paused in mid-stage it keeps slot and entry",
            () -> {
              TestFleet fleet = fleet(2, new Budget.Count(1)).settle();
              fleet.edit("nw", nw().budget(new Budget.Count(1)).paused()).settle();
              assertTrue(fleet.job("n1", "p").orElseThrow().suspended());
              assertTrue(fleet.published("nw").nodePriority().containsKey("n1"));
            }),
        row(
            "R76 disabled in mid-stage the Job ends and nothing follows",
            () -> {
              TestFleet fleet = fleet(1).settle().edit("nw", nw().disabled()).settle();
              fleet.complete("n1", "p").settle();
              assertEquals(List.of(), fleet.nodesAtWork());
            }));
  }

  // ---- the usual fleets

  private static Fixtures.NodeWrightBuilder nw() {
    return aNodeWright("nw").with(aPackage("p", "1.0.0"));
  }

  private static Fixtures.NodeWrightBuilder removable() {
    return aNodeWright("nw").with(aPackage("p", "1.0.0").uninstall(true, false)).priority(10);
  }

  private static Fixtures.NodeWrightBuilder other() {
    return aNodeWright("other").with(aPackage("q", "1.0.0"));
  }

  private static TestFleet fleet(int nodes) {
    return fleet(nodes, new Budget.Unset());
  }

  private static TestFleet fleet(int nodes, Budget budget) {
    TestFleet fleet = new TestFleet();
    for (int i = 1; i <= nodes; i++) {
      fleet.nodes("n" + i);
    }
    return fleet.nodeWright(nw().budget(budget));
  }

  private static TestFleet two(int first, int second) {
    return new TestFleet()
        .nodes("n1")
        .nodeWright(nw().priority(first))
        .nodeWright(other().priority(second));
  }

  private static void fail(TestFleet fleet, String node) {
    fleet.failAttempt(node, "p").failJob(node, "p", "BackoffLimitExceeded").settle();
  }

  private static CompartmentStatus compartment(TestFleet fleet) {
    return Objects.requireNonNull(fleet.published("nw").compartments().get("__default__"));
  }

  private static int ceiling(TestFleet fleet) {
    return compartment(fleet.settle()).ceiling();
  }

  private static int order(TestFleet fleet, String node) {
    return fleet.jobs().stream()
        .filter(job -> job.unfinished() && job.key().node().equals(node))
        .map(job -> fleet.built(node, "p", job.key().stage()).orElseThrow().nodeOrder())
        .findFirst()
        .orElseThrow();
  }
}
