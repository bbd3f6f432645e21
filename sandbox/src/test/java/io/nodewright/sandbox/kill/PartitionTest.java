package io.nodewright.sandbox.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import io.nodewright.sandbox.process.Await;
import io.nodewright.sandbox.rollout.StepCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A leader whose writes do not arrive any more, while it still sees all that happens.
@Tag("sandbox")
class PartitionTest {

  private static final String AGENT = "nodewright.local/agent:0.21.0";
  private static final int NODES = 8;
  private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
  private static final Duration REQUEST = Duration.ofSeconds(4);

  /// From the moment that the fence is asked until the proxy has read the request.
  private static final Duration ON_ITS_WAY = Duration.ofMillis(500);

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final String NODE_WRIGHT =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: fleet}
      spec:
        interruptionBudget: {count: 2}
        packages: {base: {version: 1.0.0, image: nodewright.local/base}}
      """;

  private final TestFolder folder = new TestFolder();
  private final StepCounts counts = new StepCounts(Duration.ofMillis(500));
  private final Partition partition = new Partition();
  private final Sandbox sandbox;
  private final WriteProxy proxy;

  PartitionTest() throws IOException {
    SandboxOptions options = SandboxOptions.in(folder.path()).withHollowNodes(NODES);
    sandbox = Sandbox.start(options.withHollow(counts, options.hollowReporting()));
    sandbox.installKinds();
    proxy = new WriteProxy(sandbox.clientConfig(), partition);
  }

  @AfterEach
  void close() throws IOException {
    partition.heal();
    proxy.close();
    sandbox.close();
    folder.close();
  }

  @Test
  @DisplayName(
      "O7 a leader that cannot renew begins no write after its deadline, and none when it is back")
  void fenced() throws IOException {
    Path kubeconfig = Files.writeString(folder.resolve("proxied-kubeconfig"), proxy.kubeconfig());
    try (OperatorProcess old =
        OperatorProcess.replica(
            sandbox, "old", AGENT, Map.of("KUBECONFIG", kubeconfig.toString()))) {
      until("the first one leads", () -> holder().startsWith("old_"));
      try (OperatorProcess next = OperatorProcess.replica(sandbox, "next", AGENT, Map.of())) {
        until("the next one stands by", next::ready);
        sandbox.apply(NODE_WRIGHT);
        until("work has begun", () -> !counts.all().isEmpty());

        partition.cut();
        until("the next one leads", () -> holder().startsWith("next_"));
        long taken = System.nanoTime();
        until("the next one has finished", () -> status("fleet").equals("complete"));
        assertWritesEndedInTime(taken);

        long back = System.nanoTime();
        partition.heal();
        until("the first one is ready", old::ready);
        // It sees this, and leaves it to the one that leads.
        sandbox.apply(NODE_WRIGHT.replace("name: fleet", "name: second"));
        until("the next one has finished that too", () -> status("second").equals("complete"));
        List<Partition.Attempt> late =
            partition.attempts().stream()
                .filter(each -> each.nanos() > back && each.ofWork())
                .toList();
        assertEquals(List.of(), late);
        assertTrue(holder().startsWith("next_"), holder());
        // Both NodeWrights have the same package: each of its containers runs once for each.
        counts.all().forEach((step, runs) -> assertEquals(2, runs, step));
        assertEquals(0, counts.all().size() % NODES, () -> "lost: " + counts.all());
      }
    }
  }

  private void assertWritesEndedInTime(long taken) {
    long renewed =
        partition.attempts().stream()
            .filter(each -> each.ofLease() && each.passed())
            .mapToLong(Partition.Attempt::nanos)
            .max()
            .orElseThrow();
    List<Partition.Attempt> held =
        partition.attempts().stream().filter(each -> !each.passed() && each.ofWork()).toList();
    assertFalse(held.isEmpty(), "it did not try to write at all");
    Duration last = held.getLast().after(renewed);
    System.out.printf(
        "last renewal, then the last write %d ms later, and another leader %d ms later%n",
        last.toMillis(), Duration.ofNanos(taken - renewed).toMillis());
    assertTrue(last.compareTo(RENEW_DEADLINE.plus(ON_ITS_WAY)) < 0, () -> "began after " + last);
    // What began last has ended before another one leads.
    assertTrue(
        Duration.ofNanos(taken - renewed).compareTo(RENEW_DEADLINE.plus(REQUEST)) > 0,
        "the lease was taken too early");
  }

  private String holder() {
    Lease lease =
        sandbox
            .client()
            .leases()
            .inNamespace(OperatorProcess.NAMESPACE)
            .withName("3c22c1ae.nvidia.com")
            .get();
    String holder = lease == null ? null : lease.getSpec().getHolderIdentity();
    return holder == null ? "" : holder;
  }

  private String status(String name) {
    NodeWright stored = sandbox.client().resources(NodeWright.class).withName(name).get();
    return stored == null || stored.getStatus() == null
        ? ""
        : String.valueOf(stored.getStatus().status());
  }

  private static void until(String what, BooleanSupplier holds) {
    Await.until(what, PATIENCE, holds);
  }
}
