package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static io.nodewright.engine.Row.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobTemplate;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Resources;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.engine.status.Status;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What the end, the failure and the loss of Jobs mean: contract 03 §22, rows that need no
/// interrupt and no config gate.
class JobRulesTest {

  private static final String P = "p|1.0.0";

  @ParameterizedTest(name = "{0}")
  @MethodSource({"processing", "attempts", "pausing", "losing", "matching"})
  void rule(String rule, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> processing() {
    return Row.table(
        row(
            "J17 the same stage is created once",
            () -> {
              TestFleet fleet = one().settle();
              assertTrue(fleet.pass("nw").quiet());
              assertEquals(1, fleet.jobNames().size());
            }),
        row(
            "J18 a finished Job is processed before anything else",
            () -> {
              TestFleet fleet = one().settle().complete("n1", "p");
              fleet.pass("nw");
              assertTrue(fleet.taken().stream().noneMatch(Action.DeleteJob.class::isInstance));
              assertTrue(fleet.jobs().getFirst().processed());
            }),
        row(
            "J19 a processed Job goes when its stage is to run again",
            () -> {
              TestFleet fleet = one().runToTheEnd();
              fleet.entry("n1", "nw", P, Stage.APPLY, StageState.IN_PROGRESS).pass("nw");
              assertEquals(2, deleted(fleet), "apply and config");
              fleet.settle();
              assertEquals("apply", fleet.running("n1", "p"));
            }),
        row(
            "J20 beside a timed-out Job nothing is created",
            () -> {
              TestFleet fleet = failed(one().settle());
              assertTrue(fleet.wait(Duration.ofHours(1)).pass("nw").quiet());
              assertEquals("none", fleet.running("n1", "p"));
            }),
        row(
            "J21 a name that belongs to somebody else blocks the node",
            () -> {
              TestFleet fleet = one().settle();
              JobFacts job = fleet.jobs().getFirst();
              fleet.deleteJob(job.name()).refuse(job.key(), Refusal.Kind.NAME_TAKEN, "another");
              fleet.pass("nw");
              assertEquals(Status.BLOCKED, fleet.status("n1", "nw"));
              assertEquals("NAME_TAKEN", fleet.verdict("n1", ""));
            }),
        row(
            "J22 the record is written before the marker, which comes with the time to live",
            () -> {
              TestFleet fleet = one().settle().complete("n1", "p");
              fleet.pass("nw");
              List<Action> taken = fleet.taken();
              int patch = first(taken, Action.PatchNode.class);
              int mark = first(taken, Action.MarkJobProcessed.class);
              assertTrue(patch >= 0 && patch < mark, () -> "order: " + taken);
              assertEquals(Duration.ofHours(1), ((Action.MarkJobProcessed) taken.get(mark)).ttl());
            }),
        row(
            "J23 a failed Job is kept, for a day",
            () -> {
              TestFleet fleet = one().settle().failAttempt("n1", "p").settle();
              fleet.failJob("n1", "p", "BackoffLimitExceeded").pass("nw");
              int mark = first(fleet.taken(), Action.MarkJobProcessed.class);
              assertEquals(
                  Duration.ofHours(24), ((Action.MarkJobProcessed) fleet.taken().get(mark)).ttl());
              assertEquals("apply/erroring", fleet.at("n1", "nw", P));
              assertEquals(1, fleet.jobNames().size());
            }),
        row(
            "J24 four refused Pods are no verdict",
            () -> {
              TestFleet fleet = one().settle();
              for (int i = 0; i < 4; i++) {
                fleet.attempt("n1", "p", -1, "OutOfmemory", false, false).settle();
              }
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals("apply", fleet.running("n1", "p"));
            }),
        row(
            "J25 without its Pods a failed Job of an erroring stage is a verdict",
            () -> {
              TestFleet fleet = one().settle().failAttempt("n1", "p").settle();
              fleet.loseAttempts("n1", "p").failJob("n1", "p", "BackoffLimitExceeded").settle();
              assertEquals(Status.ERRORING, fleet.status("n1", "nw"));
              assertEquals("none", fleet.running("n1", "p"));
            }),
        row(
            "J26 without its Pods a failed Job of a stage in progress runs again",
            () -> {
              TestFleet fleet = one().settle().failJob("n1", "p", "BackoffLimitExceeded").settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals("apply", fleet.running("n1", "p"));
            }),
        row(
            "J27 a completion for an absent entry creates none",
            () -> {
              TestFleet fleet = one().settle().complete("n1", "p");
              fleet.record("n1", "nw", NodeState.EMPTY);
              fleet.pass("nw");
              assertEquals("none", fleet.at("n1", "nw", P));
            }),
        row(
            "J28 a late completion of an uninstall leaves the entry that moved on",
            () -> {
              TestFleet fleet = uninstalling().settle().complete("n1", "p");
              fleet.entry("n1", "nw", P, Stage.APPLY, StageState.IN_PROGRESS).pass("nw");
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "J29 a second delivery only marks",
            () -> {
              TestFleet fleet = one().settle().complete("n1", "p").settle();
              String apply = fleet.jobNames().getFirst();
              fleet.unmark(apply).pass("nw");
              assertTrue(fleet.taken().stream().noneMatch(Action.PatchNode.class::isInstance));
              assertTrue(fleet.jobs().getFirst().processed());
            }),
        row(
            "J50 a successful uninstall keeps its Job though the entry is gone",
            () -> {
              TestFleet fleet = uninstalling().runToTheEnd();
              assertTrue(
                  fleet.jobNames().stream().anyMatch(name -> name.contains("uninstall")),
                  () -> fleet.jobNames().toString());
            }),
        row(
            "J51 a second uninstall replaces the Job of the first",
            () -> {
              TestFleet fleet = uninstalling().runToTheEnd();
              fleet.edit("nw", nw(false)).runToTheEnd().edit("nw", nw(true)).settle();
              assertEquals("uninstall", fleet.running("n1", "p"));
            }));
  }

  static Stream<Arguments> attempts() {
    return Row.table(
        row(
            "J30 of three genuine failures the first and the latest Pod stay",
            () -> {
              TestFleet fleet = one().settle();
              for (int i = 0; i < 3; i++) {
                fleet.failAttempt("n1", "p");
              }
              fleet.settle();
              assertEquals(2, fleet.job("n1", "p").orElseThrow().attempts().size());
            }),
        row(
            "J31 JA1 a disrupted attempt is neither counted nor pruned",
            () -> {
              TestFleet fleet = one().settle().failAttempt("n1", "p");
              fleet.attempt("n1", "p", 143, "Error", true, false).failAttempt("n1", "p").settle();
              assertEquals(3, fleet.job("n1", "p").orElseThrow().attempts().size());
              assertEquals(2, fleet.restarts("n1", "nw", P));
            }),
        row(
            "J32 an evicted attempt changes nothing",
            () -> {
              TestFleet fleet = one().settle();
              fleet.attempt("n1", "p", 143, "Error", true, false).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "J33 JA4 out of memory is a failure",
            () -> {
              TestFleet fleet = one().settle();
              fleet.attempt("n1", "p", 137, "OOMKilled", false, false).settle();
              assertEquals("apply/erroring", fleet.at("n1", "nw", P));
            }),
        row(
            "J34 JA5 an unknown container status is none",
            () -> {
              TestFleet fleet = one().settle();
              fleet.attempt("n1", "p", 255, "ContainerStatusUnknown", false, false).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "J35 JA2 a Pod that is killed on request is none",
            () -> {
              TestFleet fleet = one().settle();
              fleet.attempt("n1", "p", 143, "Error", false, true).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "JA3 an attempt over its time is a failure",
            () -> {
              TestFleet fleet = one().settle();
              fleet.attempt("n1", "p", -1, "DeadlineExceeded", false, false).settle();
              assertEquals("apply/erroring", fleet.at("n1", "nw", P));
            }),
        row(
            "J36 one failed pull is none",
            () -> {
              TestFleet fleet = one().settle().waiting("n1", "p", "ErrImagePull").settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "J37 a settled pull failure is shown, and told once",
            () -> {
              TestFleet fleet = one().settle().waiting("n1", "p", "ImagePullBackOff");
              fleet.pass("nw");
              assertEquals("apply/erroring", fleet.at("n1", "nw", P));
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
              assertEquals(1, events(fleet, "ImagePullFailed"));
              fleet.pass("nw");
              assertEquals(0, events(fleet, "ImagePullFailed"));
            }));
  }

  static Stream<Arguments> pausing() {
    return Row.table(
        row(
            "J42 pause suspends and counts nothing",
            () -> {
              TestFleet fleet = one().settle().edit("nw", nw(false).paused()).settle();
              JobFacts job = fleet.job("n1", "p").orElseThrow();
              assertTrue(job.suspended());
              assertEquals(0, job.failedAttempts());
            }),
        row(
            "J43 a Job that no longer matches is deleted, not resumed",
            () -> {
              TestFleet fleet = one().settle().edit("nw", nw(false).paused()).settle();
              fleet
                  .edit("nw", aNodeWright("nw").with(aPackage("p", "1.0.0").env("A", "1")))
                  .pass("nw");
              assertEquals(1, deleted(fleet));
              assertTrue(fleet.taken().stream().noneMatch(Action.SuspendJob.class::isInstance));
            }),
        row(
            "J44 resumed while disabled it stays suspended",
            () -> {
              TestFleet fleet = one().settle().edit("nw", nw(false).paused()).settle();
              fleet.edit("nw", nw(false).disabled()).settle();
              assertTrue(fleet.job("n1", "p").orElseThrow().suspended());
            }),
        row(
            "J47 an edited stageTimeout replaces nothing",
            () -> {
              TestFleet fleet = one().settle();
              fleet
                  .edit(
                      "nw",
                      aNodeWright("nw")
                          .with(aPackage("p", "1.0.0").stageTimeout(Duration.ofMinutes(1))))
                  .settle();
              assertEquals(1, fleet.jobNames().size());
            }),
        row(
            "J58 a suspension by hand is lifted",
            () -> {
              TestFleet fleet = one().settle();
              fleet.suspend(fleet.jobNames().getFirst(), true).settle();
              assertFalse(fleet.job("n1", "p").orElseThrow().suspended());
            }));
  }

  static Stream<Arguments> losing() {
    return Row.table(
        row(
            "J49 a deleted node takes its Jobs along without a node write",
            () -> {
              TestFleet fleet = one().settle().deleteNode("n1");
              fleet.pass("nw");
              assertEquals(1, deleted(fleet));
              assertTrue(fleet.taken().stream().noneMatch(Action.PatchNode.class::isInstance));
            }),
        row(
            "J49 before anything is deleted for it, the node is looked for",
            () -> {
              TestFleet fleet = one().settle().deleteNode("n1");
              fleet.pass("nw");
              assertEquals(
                  0, first(fleet.taken(), Action.ConfirmGone.class), () -> "" + fleet.taken());
            }),
        row(
            "LF8 before the finalizer goes, members that are not seen are looked for",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1", "n2")
                      .nodeWright(aNodeWright("nw").with(aPackage("p", "1.0.0")))
                      .runToTheEnd();
              fleet.deleteNode("n1").delete("nw").pass("nw");
              fleet.pass("nw");
              assertTrue(
                  fleet.taken().contains(new Action.ConfirmGone(new TreeSet<>(Set.of("n1")))));
              assertTrue(
                  first(fleet.taken(), Action.ConfirmGone.class)
                      < first(fleet.taken(), Action.RemoveFinalizer.class));
            }),
        row(
            "J54 the old version's ConfigMap stays while a Job of it runs",
            () -> {
              TestFleet fleet = one().settle().ignore("n1", true);
              fleet.edit("nw", aNodeWright("nw").with(aPackage("p", "2.0.0")));
              fleet.pass("nw");
              assertTrue(fleet.configMaps().contains(P));
              fleet.settle();
              assertEquals(List.of("p|2.0.0"), fleet.configMaps());
            }),
        row(
            "J57 a Job deleted by hand is made again, the entry stays",
            () -> {
              TestFleet fleet = one().settle();
              fleet.deleteJob(fleet.jobNames().getFirst()).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals("apply", fleet.running("n1", "p"));
            }),
        row(
            "LX4 J57 while a Pod goes on whose Job was taken away, the stage waits and tells of it",
            () -> {
              TestFleet fleet = one().settle();
              String name = fleet.jobNames().getFirst();
              fleet.loseJob("n1", "p").settle();
              assertEquals(List.of(name + "-x"), fleet.jobNames());
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals("WAITS_FOR_JOB_TO_GO", fleet.verdict("n1", "p"));
              assertEquals(
                  "waits until Pod %s-x, whose Job was taken away, is gone".formatted(name),
                  fleet.message("n1", "p"));
              fleet.deletionsEnd().settle();
              assertEquals(List.of(name), fleet.jobNames());
            }),
        row(
            "LX4 another package with serial waits for that Pod too",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .nodeWright(
                          aNodeWright("nw")
                              .serial()
                              .with(aPackage("p", "1.0.0"))
                              .with(aPackage("q", "1.0.0")));
              fleet.settle().loseJob("n1", "p").settle();
              assertEquals("none", fleet.running("n1", "q"));
            }),
        row(
            "LF6 a deletion lets a node go when that Pod has ended, and names it until then",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .nodeWright(aNodeWright("nw").with(aPackage("p", "1.0.0")))
                      .settle();
              String name = fleet.jobNames().getFirst();
              fleet.loseJob("n1", "p").delete("nw").settle();
              assertEquals(
                  "is let go once Pod %s-x, whose Job was taken away, is gone".formatted(name),
                  fleet.message("n1", ""));
              assertTrue(fleet.exists("nw"));
              fleet.deletionsEnd().settle();
              assertFalse(fleet.exists("nw"));
            }),
        row(
            "J60 Jobs of an earlier NodeWright of the name go first",
            () -> {
              TestFleet fleet = one().settle();
              fleet.owner(fleet.jobNames().getFirst(), "uid-before").pass("nw");
              assertEquals(1, deleted(fleet));
              fleet.settle();
              assertEquals("uid-nw", fleet.job("n1", "p").orElseThrow().ownerUid());
            }));
  }

  static Stream<Arguments> matching() {
    return Row.table(
        row(
            "J45 resources that a LimitRange has filled in do not count against a spec without any",
            () -> {
              JobTemplate wanted = template(new Resources.Unset());
              assertTrue(template(given("500m")).matches(wanted));
            }),
        row(
            "J46 resources compare as quantities",
            () -> {
              assertTrue(template(given("1")).matches(template(given("1000m"))));
              assertFalse(template(given("1")).matches(template(given("1001m"))));
              assertFalse(template(new Resources.Unset()).matches(template(given("1"))));
            }),
        row(
            "J19 every image, the env and its order, and the mounted keys count",
            () -> {
              JobTemplate wanted = templateOf(aPackage("p", "1.0.0").env("A", "1").env("B", "2"));
              assertFalse(
                  templateOf(aPackage("p", "1.0.0").env("B", "2").env("A", "1")).matches(wanted));
              assertFalse(templateOf(aPackage("p", "1.0.0").image("other")).matches(wanted));
              assertFalse(
                  templateOf(aPackage("p", "1.0.0").env("A", "1").env("B", "2").config("k", "v"))
                      .matches(wanted));
            }));
  }

  private static JobTemplate template(Resources resources) {
    return templateOf(aPackage("p", "1.0.0").resources(resources));
  }

  private static JobTemplate templateOf(Fixtures.PackageBuilder builder) {
    PackageSpec spec = builder.build();
    return JobTemplate.of(
        spec, Stage.APPLY, "example/agent:7.0.0", new TreeSet<>(spec.configMap().keySet()));
  }

  private static Resources given(String cpu) {
    BigDecimal cores =
        cpu.endsWith("m")
            ? new BigDecimal(cpu.substring(0, cpu.length() - 1)).movePointLeft(3)
            : new BigDecimal(cpu);
    Resources.Amount amount = new Resources.Amount(cpu, cores);
    Resources.Amount memory = new Resources.Amount("1Mi", new BigDecimal(1_048_576));
    return new Resources.Given(amount, amount, memory, memory);
  }

  // ---- the usual fleets

  private static TestFleet one() {
    return new TestFleet().nodes("n1").nodeWright(nw(false));
  }

  private static Fixtures.NodeWrightBuilder nw(boolean uninstall) {
    return aNodeWright("nw").with(aPackage("p", "1.0.0").uninstall(true, uninstall));
  }

  private static TestFleet uninstalling() {
    return one().runToTheEnd().edit("nw", nw(true));
  }

  private static TestFleet failed(TestFleet fleet) {
    return fleet
        .failAttempt("n1", "p")
        .settle()
        .failJob("n1", "p", "BackoffLimitExceeded")
        .settle();
  }

  private static int first(List<Action> actions, Class<? extends Action> kind) {
    for (int i = 0; i < actions.size(); i++) {
      if (kind.isInstance(actions.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private static int deleted(TestFleet fleet) {
    return (int) fleet.taken().stream().filter(Action.DeleteJob.class::isInstance).count();
  }

  private static int events(TestFleet fleet, String reason) {
    return (int)
        fleet.taken().stream()
            .filter(
                action ->
                    action instanceof Action.RecordEvent(Action.Event event)
                        && event.reason().equals(reason))
            .count();
  }
}
