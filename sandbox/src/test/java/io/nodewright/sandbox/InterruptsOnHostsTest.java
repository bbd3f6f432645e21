package io.nodewright.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.nodewright.api.job.InterruptJobs;
import io.nodewright.api.job.JobSettings;
import io.nodewright.engine.action.InterruptJob;
import io.nodewright.engine.lifecycle.EnvEntry;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.Limit;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Resources;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The product's interrupt Jobs, run by the real agent on a node's host; without the operator.
@Tag("sandbox")
@ExtendWith(TestCluster.Shared.class)
class InterruptsOnHostsTest {
  private static final String AGENT = "nodewright.local/agent:0.21.0";
  private static final Duration BOUND = Duration.ofSeconds(90);

  private final TestCluster cluster;
  private final Sandbox sandbox;
  private final Jobs jobs;

  InterruptsOnHostsTest(TestCluster cluster) throws IOException {
    this.cluster = cluster;
    this.sandbox = cluster.sandbox();
    this.jobs = cluster.jobs();
    sandbox.images().addAgent(AGENT);
  }

  @Test
  @DisplayName("I57 a reboot kills the agent, and the next boot's id proves it done")
  void aRebootIsProvenByTheBootId() throws IOException {
    String before = bootId("node-0");
    int reboots = reboots("node-0");
    List<String> readiness = new CopyOnWriteArrayList<>();
    try (Watch _ = sandbox.client().nodes().withName("node-0").watch(new Readiness(readiness))) {
      String job = create("proof", "node-0", Interrupt.Type.REBOOT);

      assertEquals("Complete", jobs.awaitEnd(job), cluster::logs);
      assertNotEquals(before, bootId("node-0"));
      assertEquals(reboots + 1, reboots("node-0"));
      Pod pod = jobs.pods(job).getFirst();
      assertEquals(
          1, interrupt(pod).getRestartCount(), () -> "restarts in place of " + pod.getStatus());
      assertEquals(
          "Unknown",
          interrupt(pod).getLastState().getTerminated().getReason(),
          "how the node's kubelet words a container that went with its node");
      Await.until("the node is ready again", BOUND, () -> ready("node-0"));
      Await.until("its readiness is seen", BOUND, () -> "True".equals(last(readiness)));
      assertTrue(readiness.contains("False"), () -> "Ready was " + readiness);
    }
  }

  @Test
  @DisplayName("I58 I59 a reboot that takes no effect is a failure, and is asked for again")
  void aRebootWithoutEffectIsAskedForAgain() throws IOException {
    String before = bootId("node-1");
    int reboots = reboots("node-1");
    sandbox.node("node-1").ignoreReboots();
    String job = create("ignored", "node-1", Interrupt.Type.REBOOT);

    jobs.awaitPod(job, "has failed once", pod -> failure(pod).contains("still up after 10 s"));
    assertEquals(before, bootId("node-1"));
    sandbox.node("node-1").heedReboots();

    assertEquals("Complete", jobs.awaitEnd(job), cluster::logs);
    assertNotEquals(before, bootId("node-1"));
    assertTrue(reboots("node-1") > reboots + 1, () -> "reboots asked for once");
  }

  @Test
  @DisplayName("services are restarted in order, and a unit that is not there is named")
  void servicesAreRestartedInOrder() throws IOException {
    int earlier = sandbox.node("node-0").systemctlCalls().size();
    String job = create("services", "node-0", Interrupt.Type.SERVICE, "cron", "nosuch", "rsyslog");

    Pod pod = jobs.awaitPod(job, "names the unit", each -> failure(each).contains("nosuch"));
    assertTrue(failure(pod).contains("exit_code=\"5\""), () -> failure(pod));
    List<String> calls = sandbox.node("node-0").systemctlCalls();
    assertEquals(
        List.of("daemon-reload", "restart cron", "restart nosuch"),
        calls.subList(earlier, earlier + 3));
    sandbox.client().batch().v1().jobs().inNamespace("default").withName(job).delete();
  }

  @Test
  @DisplayName("a restart of all services reloads the kernel's settings")
  void allServices() throws IOException {
    String job = create("all", "node-0", Interrupt.Type.RESTART_ALL_SERVICES);

    assertEquals("Complete", jobs.awaitEnd(job), cluster::logs);
    assertEquals(List.of("procps force-reload"), sandbox.node("node-0").serviceCalls());
  }

  /// Creates an interrupt Job as the operator does, and gives its name.
  private String create(String nodeWright, String node, Interrupt.Type type, String... services) {
    Job built =
        new InterruptJobs(
                new JobSettings(
                    "default",
                    AGENT,
                    "/var/lib/skyhook",
                    "/var/log/skyhook",
                    "",
                    "256Mi",
                    new Taint("runtime-required", "true", "NoSchedule"),
                    false))
            .build(wanted(nodeWright, node, new Interrupt.Of(type, List.of(services))));
    Job unowned =
        new JobBuilder(built).editMetadata().withOwnerReferences(List.of()).endMetadata().build();
    jobs.create(unowned);
    return unowned.getMetadata().getName();
  }

  private static InterruptJob wanted(String nodeWright, String node, Interrupt.Of interrupt) {
    PackageSpec host =
        new PackageSpec(
            new PackageRef("p", "1.0.0"),
            "example/tool",
            "",
            "",
            interrupt,
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            List.<EnvEntry>of(),
            new Resources.Unset(),
            new Limit.Inherited(),
            new Limit.Inherited(),
            false,
            false);
    return new InterruptJob(
        new JobKey(nodeWright, host.ref(), Stage.INTERRUPT, node),
        interrupt,
        new TreeSet<>(List.of(host.ref())),
        "0-" + nodeWright,
        1,
        host,
        0,
        -1,
        Duration.ofMinutes(5),
        List.of());
  }

  private static ContainerStatus interrupt(Pod pod) {
    return pod.getStatus().getInitContainerStatuses().getFirst();
  }

  /// What the last run that failed left as its message; empty before.
  private static String failure(Pod pod) {
    return pod.getStatus().getInitContainerStatuses().stream()
        .flatMap(
            status ->
                java.util.stream.Stream.of(status.getState(), status.getLastState())
                    .filter(state -> state != null && state.getTerminated() != null)
                    .map(state -> String.valueOf(state.getTerminated().getMessage())))
        .findFirst()
        .orElse("");
  }

  private int reboots(String node) throws IOException {
    return Collections.frequency(sandbox.node(node).systemctlCalls(), "reboot");
  }

  private String bootId(String node) {
    return sandbox.client().nodes().withName(node).require().getStatus().getNodeInfo().getBootID();
  }

  private boolean ready(String node) {
    return "True".equals(readiness(sandbox.client().nodes().withName(node).require()));
  }

  private static String readiness(Node node) {
    return node.getStatus().getConditions().stream()
        .filter(condition -> "Ready".equals(condition.getType()))
        .map(NodeCondition::getStatus)
        .findFirst()
        .orElse("");
  }

  private static String last(List<String> seen) {
    return seen.isEmpty() ? "" : seen.getLast();
  }

  /// Notes each state of a node's readiness.
  private record Readiness(List<String> seen) implements Watcher<Node> {
    @Override
    public void eventReceived(Action action, Node node) {
      seen.add(readiness(node));
    }

    @Override
    public void onClose(WatcherException cause) {
      // A watch that breaks shows in what is missing.
    }
  }
}
