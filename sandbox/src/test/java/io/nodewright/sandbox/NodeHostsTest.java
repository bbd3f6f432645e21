package io.nodewright.sandbox;

import static io.nodewright.sandbox.Jobs.aJob;
import static io.nodewright.sandbox.Jobs.aPod;
import static io.nodewright.sandbox.Jobs.aRestartedJob;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Hosts of nodes: what pods see of them, and what stays on them.
@Tag("sandbox")
@ExtendWith(TestCluster.Shared.class)
class NodeHostsTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final TestCluster cluster;
  private final Sandbox sandbox;
  private final Jobs jobs;

  NodeHostsTest(TestCluster cluster) {
    this.cluster = cluster;
    this.sandbox = cluster.sandbox();
    this.jobs = cluster.jobs();
  }

  @Test
  void aNodeIsReadyAndRenewsItsLease() {
    Node node = sandbox.client().nodes().withName("node-0").require();
    assertEquals("test", node.getMetadata().getLabels().get("pool"));
    assertTrue(
        node.getStatus().getConditions().stream()
            .anyMatch(
                condition ->
                    "Ready".equals(condition.getType()) && "True".equals(condition.getStatus())));
    var lease = sandbox.client().leases().inNamespace("kube-node-lease").withName("node-0");
    var first = lease.require().getSpec().getRenewTime();
    Await.until(
        "the lease is renewed",
        BOUND,
        () -> lease.require().getSpec().getRenewTime().isAfter(first));
  }

  @Test
  void initContainersRunInOrderAndWhatTheyWriteStaysOnTheirNode() throws IOException {
    String write =
        "cp /skyhook-package/config.json /root/etc/one; echo 1 >/root/usr/local/from-sandbox-test";
    String look = "grep -q '{}' /root/etc/one; chroot /root test -s /usr/local/from-sandbox-test";
    jobs.create(aJob("order", aPod("node-0", write, look).build()));
    assertEquals("Complete", jobs.awaitEnd("order"));
    assertEquals("{}", Files.readString(sandbox.node("node-0").file("/etc/one")));
    assertEquals(
        "1\n", Files.readString(sandbox.node("node-0").file("/usr/local/from-sandbox-test")));
    assertFalse(Files.exists(Path.of("/usr/local/from-sandbox-test")));
    assertFalse(Files.exists(Path.of("/etc/one")));
    assertFalse(Files.exists(sandbox.node("node-1").file("/etc/one")));
  }

  @Test
  void configMapsAreMountedWholeAndByKey() {
    String script =
        """
        test "$(cat /skyhook-package/all/a.conf)" = A=1
        test "$(cat /skyhook-package/configmaps/b.conf)" = B=2
        test -L /skyhook-package/all/..data
        test ! -e /skyhook-package/configmaps/a.conf
        test -f /skyhook-package/config.json
        """;
    PodSpec pod =
        new PodSpecBuilder(aPod("node-0", script).build())
            .addNewVolume()
            .withName("conf")
            .withNewConfigMap()
            .withName("conf")
            .endConfigMap()
            .endVolume()
            .editFirstInitContainer()
            .addNewVolumeMount()
            .withName("conf")
            .withMountPath("/skyhook-package/all")
            .endVolumeMount()
            .addNewVolumeMount()
            .withName("conf")
            .withMountPath("/skyhook-package/configmaps/b.conf")
            .withSubPath("b.conf")
            .endVolumeMount()
            .endInitContainer()
            .build();
    jobs.create(aJob("mounts", pod));
    assertEquals("Complete", jobs.awaitEnd("mounts"), cluster::logs);
  }

  @Test
  void variablesComeFromThePodAndItsConfigMaps() {
    PodSpec pod =
        new PodSpecBuilder(aPod("node-1", "test \"$NODE/$CONF\" = node-1/A=1").build())
            .editFirstInitContainer()
            .addNewEnv()
            .withName("NODE")
            .withNewValueFrom()
            .withNewFieldRef(null, "spec.nodeName")
            .endValueFrom()
            .endEnv()
            .addNewEnv()
            .withName("CONF")
            .withNewValueFrom()
            .withNewConfigMapKeyRef("a.conf", "conf", null)
            .endValueFrom()
            .endEnv()
            .endInitContainer()
            .build();
    jobs.create(aJob("variables", pod));
    assertEquals("Complete", jobs.awaitEnd("variables"), cluster::logs);
  }

  @Test
  void kernelSettingsAreTheNodesOwn() throws IOException {
    Path setting = Path.of("/proc/sys/vm/swappiness");
    String ours = Files.readString(setting);
    String script =
        """
        echo 7 >/proc/sys/vm/swappiness
        test "$(chroot /root cat /proc/sys/vm/swappiness)" = 7
        test ! -e /proc/sysrq-trigger || echo b >/proc/sysrq-trigger
        """;
    jobs.create(aJob("settings", aPod("node-0", script).build()));
    assertEquals("Complete", jobs.awaitEnd("settings"), cluster::logs);
    assertEquals(ours, Files.readString(setting));
  }

  @Test
  void whatAStepLeavesRunningEndsWithIt() {
    jobs.create(
        aJob(
            "leftover",
            aPod(
                    "node-1",
                    "setsid sleep 987 & disown",
                    "for i in 1 2 3 4 5 6 7 8 9; do pgrep -f '[s]leep 987' || exit 0; sleep 0.1; done; exit 1")
                .build()));
    assertEquals("Complete", jobs.awaitEnd("leftover"), cluster::logs);
  }

  @Test
  void aRebootGivesANewBootIdAndRestartsTheStep() {
    String before = bootId();
    String script =
        """
        test -e /root/etc/rebooted && exit 0
        touch /root/etc/rebooted
        chroot /root reboot
        sleep 600
        """;
    jobs.create(aRestartedJob("reboot", aPod("node-1", script)));
    assertEquals("Complete", jobs.awaitEnd("reboot"), cluster::logs);
    assertNotEquals(before, bootId());
    ContainerStatus step =
        jobs.pods("reboot").getFirst().getStatus().getInitContainerStatuses().getFirst();
    assertEquals(1, step.getRestartCount());
  }

  @Test
  void stepsRunOnWhileTheApiServerIsAway() throws IOException {
    jobs.create(
        aJob("outage", aPod("node-0", "echo 1 >/root/etc/outage; sleep 3; exit 0").build()));
    Path began = sandbox.node("node-0").file("/etc/outage");
    Await.until("the step runs", BOUND, () -> Files.exists(began));
    sandbox.stopApiServer();
    sandbox.startApiServer();
    assertEquals("Complete", jobs.awaitEnd("outage"));
  }

  private String bootId() {
    return sandbox
        .client()
        .nodes()
        .withName("node-1")
        .require()
        .getStatus()
        .getNodeInfo()
        .getBootID();
  }
}
