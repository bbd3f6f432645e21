package io.nodewright.api.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.api.Present;
import io.nodewright.api.Yaml;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.drain.DrainSettings;
import io.nodewright.engine.lifecycle.EnvEntry;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.Limit;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Resources;
import io.nodewright.engine.lifecycle.Resources.Amount;
import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.rollout.LabelSelector.Operator;
import io.nodewright.engine.rollout.LabelSelector.Requirement;
import io.nodewright.engine.rollout.ResetOnCompletion;
import io.nodewright.engine.rollout.Toleration;
import io.nodewright.engine.snapshot.NodeWrightSpec;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// NodeWrights as the engine sees them: 01 §2 and §3.
class NodeWrightViewsTest {

  private static final NodeWrightView COMPLETE =
      NodeWrightViews.of(Yaml.readFile(NodeWright.class, "complete-nodewright.yaml"));

  @Test
  void theObjectIsRead() {
    assertEquals("storage-tune", COMPLETE.name());
    assertEquals("2d1f7c52-0000-4000-8000-000000000001", COMPLETE.uid());
    assertEquals("77", COMPLETE.resourceVersion());
    assertEquals(4, COMPLETE.generation());
    assertEquals(Instant.parse("2026-03-04T10:00:00Z"), COMPLETE.created());
    assertFalse(COMPLETE.paused());
    assertTrue(COMPLETE.disabled());
    assertFalse(COMPLETE.deleting());
    assertTrue(COMPLETE.finalizer());
    assertEquals("v0.21.0", COMPLETE.operatorVersion());
    assertEquals(List.of(), COMPLETE.specProblems());
    assertEquals(PublishedStatus.NONE, COMPLETE.status());
  }

  @Test
  void everyFieldOfTheSpecIsRead() {
    NodeWrightSpec spec = COMPLETE.spec();
    assertEquals(
        new LabelSelector(
            new TreeMap<>(Map.of("example.com/pool", "storage")),
            List.of(
                new Requirement("example.com/role", Operator.DOES_NOT_EXIST, List.of()),
                new Requirement("example.com/zone", Operator.IN, List.of("a", "b")))),
        spec.nodeSelector());
    assertEquals(new Budget.Count(5), spec.budget());
    assertEquals("", spec.deploymentPolicy());
    assertEquals(ResetOnCompletion.NO, spec.resetOnCompletion());
    assertEquals(50, spec.priority());
    assertEquals(Sequencing.ALL, spec.sequencing());
    assertTrue(spec.serial());
    assertEquals(
        new LabelSelector(new TreeMap<>(Map.of("example.com/workload", "batch")), List.of()),
        spec.protectedPods());
    assertEquals(
        new DrainSettings(
            true, false, false, false, Duration.ofMinutes(20), Duration.ofSeconds(45)),
        spec.drain());
    assertEquals(
        List.of(
            new Toleration("example.com/storage", "Exists", "", "NoSchedule", Toleration.FOR_EVER),
            new Toleration("node.kubernetes.io/not-ready", "Exists", "", "NoExecute", 60)),
        spec.additionalTolerations());
    assertTrue(spec.runtimeRequired());
    assertTrue(spec.autoTaintNewNodes());
    assertTrue(spec.cordonAfter());
  }

  @Test
  void everyFieldOfAPackageIsRead() {
    assertEquals(
        new PackageSpec(
            new PackageRef("kernel-args", "2.0.1"),
            "registry.example/pkgs/kernel-args",
            "sha256:" + "1".repeat(64),
            "registry.example/agent:7.0.0",
            new Interrupt.Of(Interrupt.Type.REBOOT, List.of()),
            new TreeMap<>(),
            new TreeMap<>(
                Map.of("disks.conf", "scheduler=none\n", "net.properties", "somaxconn=4096\n")),
            new TreeMap<>(
                Map.of(
                    "disks.conf",
                    new Interrupt.Of(Interrupt.Type.SERVICE, List.of("multipathd", "iscsid")),
                    "*.properties",
                    new Interrupt.Of(Interrupt.Type.RESTART_ALL_SERVICES, List.of()))),
            List.of(
                new EnvEntry("PROFILE", "{\"name\":\"PROFILE\",\"value\":\"nvme\"}"),
                new EnvEntry(
                    "NODE",
                    "{\"name\":\"NODE\",\"valueFrom\":{\"fieldRef\":{\"apiVersion\":\"v1\","
                        + "\"fieldPath\":\"spec.nodeName\"}}}")),
            new Resources.Given(
                new Amount("4000m", BigDecimal.valueOf(4)),
                new Amount("4", BigDecimal.valueOf(4)),
                new Amount("8192Mi", BigDecimal.valueOf(8L << 30)),
                new Amount("8Gi", BigDecimal.valueOf(8L << 30))),
            new Limit.Given(Duration.ofMinutes(5)),
            new Limit.Given(Duration.ofMinutes(90)),
            true,
            true),
        COMPLETE.spec().packages().get("kernel-args"));
  }

  @Test
  void whatIsLeftOutHasItsSemanticDefault() {
    NodeWrightSpec spec = view("").spec();
    assertEquals(LabelSelector.EVERYTHING, spec.nodeSelector());
    assertEquals(new Budget.Unset(), spec.budget());
    assertEquals(ResetOnCompletion.BY_POLICY, spec.resetOnCompletion());
    assertEquals(200, spec.priority());
    assertEquals(Sequencing.NODE, spec.sequencing());
    assertEquals(
        new DrainSettings(false, true, true, true, Duration.ZERO, Duration.ofSeconds(-1)),
        spec.drain());
    assertTrue(spec.protectedPods().empty());
    assertEquals(Map.of(), new TreeMap<>(spec.packages()));
  }

  @Test
  void whatAPackageLeavesOutHasItsSemanticDefault() {
    PackageSpec monitor =
        view("packages: {monitor: {version: 0.3.0, image: r/m, dependsOn: {a: 1.0.0}}}")
            .spec()
            .packages()
            .get("monitor");
    assertEquals(
        new PackageSpec(
            new PackageRef("monitor", "0.3.0"),
            "r/m",
            "",
            "",
            new Interrupt.None(),
            new TreeMap<>(Map.of("a", "1.0.0")),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            new Resources.Unset(),
            new Limit.Inherited(),
            new Limit.Inherited(),
            false,
            false),
        monitor);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "interruptionBudget: {}|Unset[]",
        "interruptionBudget: {percent: null, count: null}|Unset[]",
        "interruptionBudget: {percent: 0}|Percent[percent=0]",
        "interruptionBudget: {count: 0}|Count[nodes=0]"
      })
  void budgetsAreReadAsGiven(String spec, String expected) {
    assertEquals(expected, view(spec).spec().budget().toString());
  }

  @Test
  void thePresenceOfOptionsIsTheOverride() {
    assertEquals(
        ResetOnCompletion.YES, view("deploymentPolicyOptions: {}").spec().resetOnCompletion());
  }

  @Test
  void nullsOfADrainAreAbsent() {
    DrainSettings drain =
        view("drainConfig: {force: null, ignoreDaemonSets: null, timeout: null, gracePeriod: null}")
            .spec()
            .drain();
    assertEquals(
        new DrainSettings(false, true, true, true, Duration.ZERO, Duration.ofSeconds(-1)), drain);
  }

  @Test
  void aZeroGraceMeansAtOnce() {
    assertEquals(
        Duration.ZERO, view("drainConfig: {gracePeriod: 0s}").spec().drain().gracePeriod());
  }

  @Test
  void resourcesThatAreZeroAreNotSet() {
    assertEquals(
        new Resources.Unset(),
        Present.in(view(inPackage("resources: {cpuLimit: 0}")).spec().packages(), "foo")
            .resources());
  }

  private static String inPackage(String member) {
    return "packages: {foo: {version: 1.0.0, image: r, " + member + "}}";
  }

  private static NodeWrightView view(String spec) {
    String inner = spec.startsWith("{") ? spec : "{" + spec + "}";
    return NodeWrightViews.of(
        Yaml.read(NodeWright.class, "metadata: {name: nw}\nspec: " + inner + "\n"));
  }
}
