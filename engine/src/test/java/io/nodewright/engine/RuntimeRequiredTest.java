package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNode;
import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static io.nodewright.engine.Row.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.rollout.TaintTolerance;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.status.Status;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The runtime-required taint, new nodes, the cordon that follows, and what a reboot does to them:
/// contract 05 §13, §14, §17; 04 §15.
class RuntimeRequiredTest {

  private static final Taint TAINT = Fixtures.settings().runtimeRequiredTaint();
  private static final Taint LEGACY = TaintTolerance.LEGACY_RUNTIME_REQUIRED;
  private static final Taint FOREIGN = new Taint("gpu", "yes", "NoSchedule");
  private static final String P = "p|1.0.0";

  @ParameterizedTest(name = "{0}")
  @MethodSource({"removal", "newNodes", "cordon", "reboots"})
  void rule(String rule, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> removal() {
    return Row.table(
        row(
            "R77 a node loses its taint when it is complete, whatever the others do",
            () -> {
              TestFleet fleet = gated("n1", "n2").nodeWright(nw()).settle();
              fleet.runToTheEndOf("n1");
              assertEquals(List.of(), fleet.view("n1").taints());
              assertEquals(List.of(TAINT), fleet.view("n2").taints());
            }),
        row(
            "R78 it stays while one of two is not complete, and says for whom",
            () -> {
              TestFleet fleet =
                  gated("n1").nodeWright(nw()).nodeWright(other().paused()).runToTheEnd();
              assertEquals(List.of(TAINT), fleet.view("n1").taints());
              fleet.pass("nw");
              assertTrue(
                  fleet.last().verdicts().stream()
                      .anyMatch(
                          v -> v.message().equals("keeps the runtime-required taint for other")));
              fleet.edit("other", other()).runToTheEnd();
              assertEquals(List.of(), fleet.view("n1").taints());
            }),
        row(
            "R78 a paused one keeps it also where it is complete",
            () -> {
              TestFleet fleet =
                  new TestFleet().nodes("n1").nodeWright(nw()).runToTheEnd().taint("n1", TAINT);
              fleet.edit("nw", nw().paused()).settle();
              assertEquals(List.of(TAINT), fleet.view("n1").taints());
              fleet.edit("nw", nw()).settle();
              assertEquals(List.of(), fleet.view("n1").taints());
            }),
        row(
            "R78 a disabled one is left out; where only that is left the taint stays",
            () -> {
              TestFleet fleet =
                  gated("n1").nodeWright(nw().disabled()).nodeWright(plain()).runToTheEnd();
              assertEquals(List.of(TAINT), fleet.view("n1").taints());
              fleet.nodeWright(other()).runToTheEnd();
              assertEquals(List.of(), fleet.view("n1").taints());
            }),
        row(
            "R79 the legacy taint is tolerated, goes at completion, and adds no other",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").taint("n1", LEGACY);
              fleet.nodeWright(nw().autoTainting()).settle();
              assertEquals(List.of(LEGACY), fleet.view("n1").taints());
              assertEquals("apply", fleet.running("n1", "p"));
              fleet.runToTheEnd();
              assertEquals(List.of(), fleet.view("n1").taints());
            }),
        row(
            "R79 both go in one write, and what others put there stays",
            () -> {
              TestFleet fleet =
                  new TestFleet().nodes("n1").nodeWright(nw().autoTainting()).runToTheEnd();
              fleet.taint("n1", LEGACY, FOREIGN, TAINT).pass("nw");
              assertEquals(List.of(FOREIGN), fleet.view("n1").taints());
            }),
        row(
            "R80 a taint with another key, value or effect is never taken off",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(nw()).runToTheEnd();
              Taint value = new Taint(TAINT.key(), "other", TAINT.effect());
              Taint effect = new Taint(TAINT.key(), TAINT.value(), "NoExecute");
              fleet.taint("n1", FOREIGN, value, effect).settle();
              assertEquals(List.of(FOREIGN, value, effect), fleet.view("n1").taints());
            }),
        row(
            "R87 a taint that waits for nobody stays",
            () -> {
              TestFleet fleet =
                  gated("n1")
                      .nodeWright(nw().selecting("gpu", "yes"))
                      .nodeWright(plain())
                      .runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "plain"));
              assertEquals(List.of(TAINT), fleet.view("n1").taints());
            }),
        row(
            "R88 it goes once the one that was not complete is deleted",
            () -> {
              TestFleet fleet =
                  gated("n1").nodeWright(nw()).nodeWright(other().paused()).runToTheEnd();
              fleet.delete("other");
              fleet.pass("nw");
              assertEquals(List.of(TAINT), fleet.view("n1").taints()); // until it is gone
              fleet.settle();
              assertFalse(fleet.exists("other"));
              assertEquals(List.of(), fleet.view("n1").taints());
            }),
        row(
            "R88 with all of them deleted it stays",
            () -> {
              TestFleet fleet = gated("n1").nodeWright(nw()).settle();
              fleet.delete("nw").runToTheEnd();
              assertFalse(fleet.exists("nw"));
              assertEquals(List.of(TAINT), fleet.view("n1").taints());
            }));
  }

  static Stream<Arguments> newNodes() {
    return Row.table(
        row(
            "R82 a new node gets taint and mark in one write, before anything else",
            () -> {
              TestFleet fleet = new TestFleet().nodeWright(nw().autoTainting()).settle();
              fleet.nodeWright(plain()).settle().nodes("n1");
              fleet.pass("plain");
              assertTrue(fleet.view("n1").untouched());
              fleet.pass("nw");
              assertEquals(
                  List.of("Node: runtime-required taint applied"), fleet.events("Tainted"));
              assertInstanceOf(
                  Action.TaintNode.class,
                  fleet.taken().stream()
                      .filter(action -> !(action instanceof Action.WriteStatus))
                      .findFirst()
                      .orElseThrow());
              assertEquals("WAITS_FOR_TAINT", fleet.verdict("n1", ""));
              assertEquals(List.of(TAINT), fleet.view("n1").taints());
              assertEquals(NodeRecord.NONE, fleet.view("n1").record("nw"));
              fleet.runToTheEnd();
              assertEquals(List.of(), fleet.view("n1").taints());
              assertEquals("config/complete", fleet.at("n1", "nw", P));
            }),
        row(
            "R82 also while paused, and not while disabled",
            () -> {
              assertEquals(
                  List.of(TAINT),
                  taintsOfNewNode(new TestFleet().nodeWright(nw().autoTainting().paused())));
              assertEquals(
                  List.of(),
                  taintsOfNewNode(new TestFleet().nodeWright(nw().autoTainting().disabled())));
            }),
        row(
            "R83 a node that carries anything of ours is not new",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(plain()).runToTheEnd();
              fleet.nodeWright(nw().autoTainting()).settle();
              assertEquals(List.of(), fleet.view("n1").taints());
            }),
        row(
            "R84 where the taint is denied the node is in no count and holds nobody back",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .denyTaints(true)
                      .nodeWright(plain().selecting("old", "yes").priority(300));
              fleet.nodeWright(nw().autoTainting().sequencing(Sequencing.ALL));
              for (int i = 0; i < 6; i++) {
                fleet.pass("nw");
                fleet.pass("plain");
              }
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
              assertEquals(0, fleet.published("nw").nodeStatus().size());
              assertTrue(fleet.view("n1").untouched());
              assertFalse(fleet.pass("nw").nodes().isEmpty()); // tried again in each pass
              fleet.node(aNode("n2").label("old", "yes"));
              fleet.denyTaints(false).settle();
              assertEquals(List.of(TAINT), fleet.view("n1").taints());
            }),
        row(
            "R85 after a reset from the command line it is not tainted again",
            () -> {
              TestFleet fleet =
                  new TestFleet().nodes("n1").nodeWright(nw().autoTainting()).runToTheEnd();
              fleet.reset("n1", "nw").settle();
              assertEquals(List.of(), fleet.view("n1").taints());
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "R86 without runtimeRequired nothing is tainted",
            () ->
                assertEquals(
                    List.of(),
                    taintsOfNewNode(new TestFleet().nodeWright(plain().autoTainting())))),
        row(
            "R82 the node is new for the one that selects it, once",
            () -> {
              TestFleet fleet = new TestFleet().nodeWright(nw().autoTainting());
              fleet.nodeWright(other().autoTainting()).settle().nodes("n1");
              fleet.pass("other"); // the first in the order writes
              assertEquals(List.of(), fleet.view("n1").taints());
              fleet.settle();
              assertEquals(List.of(TAINT), fleet.view("n1").taints());
            }));
  }

  static Stream<Arguments> cordon() {
    return Row.table(
        row(
            "I82 the write that takes the taint off cordons where that is asked for",
            () -> {
              TestFleet fleet =
                  gated("n1").nodeWright(nw().cordoningAfter()).nodeWright(other()).runToTheEnd();
              assertEquals(List.of(), fleet.view("n1").taints());
              assertTrue(fleet.view("n1").unschedulable());
              assertTrue(fleet.view("n1").persistentCordon());
            }),
        row(
            "I82 I83 an own cordon is given back before, not after",
            () -> {
              TestFleet fleet = gated("n1").nodeWright(rebooting().cordoningAfter()).runToTheEnd();
              assertEquals(List.of(), fleet.view("n1").taints());
              assertEquals("cordoned", fleet.cordon("n1"));
              assertTrue(fleet.view("n1").persistentCordon());
            }),
        row(
            "I85 a node without the taint is not cordoned, nor one whose NodeWright gates nothing",
            () -> {
              TestFleet untainted =
                  new TestFleet().nodes("n1").nodeWright(nw().cordoningAfter()).runToTheEnd();
              assertFalse(untainted.view("n1").unschedulable());
              TestFleet gates =
                  gated("n1").nodeWright(nw()).nodeWright(plain().cordoningAfter()).runToTheEnd();
              assertFalse(gates.view("n1").unschedulable());
            }),
        row(
            "I84 lifted by somebody, the mark goes and it is not cordoned again",
            () -> {
              TestFleet fleet = gated("n1").nodeWright(nw().cordoningAfter()).runToTheEnd();
              fleet.cordon("n1", false).settle();
              assertFalse(fleet.view("n1").persistentCordon());
              assertFalse(fleet.view("n1").unschedulable());
            }));
  }

  static Stream<Arguments> reboots() {
    return Row.table(
        row(
            "R89 without REAPPLY_ON_REBOOT a reboot resets nothing",
            () -> {
              TestFleet fleet = done(false).reboot("n1").settle();
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertEquals(List.of(), fleet.view("n1").taints());
            }),
        row(
            "R90 record and Jobs go, the cordon stays, the boot ID is stored last",
            () -> {
              TestFleet fleet = done(true).cordonOf("n1", "nw", true).reboot("n1");
              fleet.edit("nw", nw());
              fleet.pass("nw");
              assertEquals("boot-n1", fleet.published("nw").nodeBootIds().get("n1"));
              assertEquals("none", fleet.at("n1", "nw", P));
              assertTrue(fleet.view("n1").record("nw").cordons());
              fleet.settle();
              assertEquals(
                  fleet.view("n1").bootId(), fleet.published("nw").nodeBootIds().get("n1"));
            }),
        row(
            "R91 a reset that is lost is done again before the boot ID is stored",
            () -> {
              TestFleet fleet = done(true).edit("nw", nw()).settle().reboot("n1").killAfter(0);
              fleet.pass("nw");
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertEquals("boot-n1", fleet.published("nw").nodeBootIds().get("n1"));
              fleet.settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "R92 the taint is back before the reset, and goes after the re-run",
            () -> {
              TestFleet fleet = done(true).reboot("n1");
              fleet.pass("nw");
              assertEquals(List.of(TAINT), fleet.view("n1").taints());
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              fleet.pass("nw");
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals(List.of(TAINT), fleet.view("n1").taints());
              fleet.settle();
              assertEquals(List.of(TAINT), fleet.view("n1").taints());
              fleet.runToTheEnd();
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertEquals(List.of(), fleet.view("n1").taints());
            }),
        row(
            "L92 R93 where the taint is denied the record stays, nothing starts, the slot is kept",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .settings(reapply(true))
                      .nodes("n1")
                      .nodeWright(nw().autoTainting())
                      .nodeWright(plain().priority(300))
                      .settle();
              fleet.taint("n1").complete("n1", "p").denyTaints(true).reboot("n1");
              for (int i = 0; i < 6; i++) {
                fleet.pass("nw");
                fleet.pass("plain");
              }
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals("boot-n1", fleet.published("nw").nodeBootIds().get("n1"));
              assertTrue(fleet.published("nw").nodePriority().containsKey("n1"));
              assertEquals(0, fleet.nodesAtWork().size());
              fleet.pass("nw");
              assertEquals("WAITS_FOR_TAINT", fleet.verdict("n1", ""));
              fleet.denyTaints(false).runToTheEnd();
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertEquals(List.of(), fleet.view("n1").taints());
            }),
        row(
            "R94 a first sight stores the boot ID and resets nothing",
            () -> {
              TestFleet fleet = done(true);
              assertEquals("boot-n1", fleet.published("nw").nodeBootIds().get("n1"));
              assertEquals("config/complete", fleet.at("n1", "nw", P));
            }),
        row(
            "R97 I88 an own reboot that the host forgot is recorded complete without a Job",
            () -> {
              TestFleet fleet =
                  new TestFleet().settings(reapply(true)).nodes("n1").nodeWright(rebooting());
              runUntilReboot(fleet);
              fleet.reboot("n1").settle();
              assertEquals("nw-uid-nw-1_p_1.0.0", fleet.view("n1").record("nw").rebootedText());
              fleet.complete("n1", "p").settle(); // apply
              fleet.complete("n1", "p"); // config
              fleet.settleUntil(() -> !fleet.events("RebootSkipped").isEmpty());
              assertEquals(
                  "Node: [nw] node already rebooted for nw-uid-nw-1_p_1.0.0",
                  fleet.events("RebootSkipped").getFirst());
              fleet.runToTheEnd();
              assertEquals("post-interrupt/complete", fleet.at("n1", "nw", P));
              assertTrue(fleet.jobs().stream().noneMatch(job -> job.key().stage().isInterrupt()));
            }),
        row(
            "R97 a later generation reboots again",
            () -> {
              TestFleet fleet =
                  new TestFleet().settings(reapply(true)).nodes("n1").nodeWright(rebooting());
              runUntilReboot(fleet);
              fleet.reboot("n1").settle();
              fleet.edit("nw", rebooting().priority(7));
              runUntilReboot(fleet);
              assertEquals("interrupt/in_progress", fleet.at("n1", "nw", P));
            }));
  }

  private static void runUntilReboot(TestFleet fleet) {
    for (int i = 0; i < 20; i++) {
      fleet.settle();
      if (fleet.at("n1", "nw", P).startsWith("interrupt/")) {
        return;
      }
      fleet.complete("n1", "p");
    }
    throw new AssertionError("no interrupt");
  }

  private static TestFleet done(boolean reapply) {
    return new TestFleet()
        .settings(reapply(reapply))
        .nodes("n1")
        .nodeWright(nw().autoTainting())
        .runToTheEnd();
  }

  private static List<Taint> taintsOfNewNode(TestFleet fleet) {
    return fleet.nodes("n1").settle().view("n1").taints();
  }

  private static TestFleet gated(String... nodes) {
    TestFleet fleet = new TestFleet();
    for (String name : nodes) {
      fleet.node(aNode(name).taint(TAINT.key(), TAINT.value(), TAINT.effect()));
    }
    return fleet;
  }

  private static Fixtures.NodeWrightBuilder nw() {
    return aNodeWright("nw").with(aPackage("p", "1.0.0")).runtimeRequired();
  }

  private static Fixtures.NodeWrightBuilder rebooting() {
    return aNodeWright("nw")
        .with(aPackage("p", "1.0.0").interrupt(Interrupt.Type.REBOOT))
        .runtimeRequired();
  }

  private static Fixtures.NodeWrightBuilder other() {
    return aNodeWright("other").with(aPackage("q", "1.0.0")).runtimeRequired();
  }

  private static Fixtures.NodeWrightBuilder plain() {
    return aNodeWright("plain").with(aPackage("r", "1.0.0"));
  }

  private static EngineSettings reapply(boolean reapply) {
    EngineSettings s = Fixtures.settings();
    return new EngineSettings(
        s.agentImage(),
        s.operatorVersion(),
        s.runtimeRequiredTaint(),
        s.legacyEnabled(),
        reapply,
        s.stageTimeout(),
        s.backoffLimit(),
        s.ttlSucceeded(),
        s.ttlFailed(),
        s.idleInterval());
  }
}
