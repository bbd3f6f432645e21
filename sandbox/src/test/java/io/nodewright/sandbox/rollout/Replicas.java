package io.nodewright.sandbox.rollout;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/// Two operators beside one API server, and hollow nodes.
final class Replicas implements AutoCloseable {

  private static final String LEASE = "3c22c1ae.nvidia.com";
  private static final Duration PATIENCE = Duration.ofMinutes(6);

  private final TestFolder folder = new TestFolder();
  private final Sandbox sandbox;
  private final Map<String, OperatorProcess> byName = new TreeMap<>();

  /// @param nodes how many hollow ones
  Replicas(int nodes, StepCounts counts) throws IOException {
    SandboxOptions options = SandboxOptions.in(folder.path()).withHollowNodes(nodes);
    sandbox = Sandbox.start(options.withHollow(counts, options.hollowReporting()));
    sandbox.installKinds();
    for (String name : new String[] {"a", "b"}) {
      OperatorProcess operator = OperatorProcess.replica(sandbox, name, Cluster.AGENT, Map.of());
      byName.put(name, operator);
      if (name.equals("a")) {
        operator.trainStarts(); // they are started often
      }
    }
    until("both are ready", () -> byName.values().stream().allMatch(OperatorProcess::ready));
    until("one leads", () -> !holder().isEmpty());
  }

  Sandbox sandbox() {
    return sandbox;
  }

  Map<String, OperatorProcess> all() {
    return byName;
  }

  /// Whoever leads now.
  OperatorProcess leader() {
    until("one leads", () -> byName.containsKey(name(holder())));
    String name = name(holder());
    return Objects.requireNonNull(byName.get(name), name);
  }

  /// Waits until another process leads than the one of that identity.
  ///
  /// @param before the identity of the last holder
  /// @param since when it was ended
  /// @return how long nobody led
  Duration awaitNext(String before, Instant since) {
    until("another one leads", () -> !holder().isEmpty() && !holder().equals(before));
    return Duration.between(since, Instant.now());
  }

  /// The identity in the lease; empty when nobody holds it or the API server is away.
  String holder() {
    try {
      Lease lease =
          sandbox.client().leases().inNamespace(OperatorProcess.NAMESPACE).withName(LEASE).get();
      String holder = lease == null ? null : lease.getSpec().getHolderIdentity();
      return holder == null ? "" : holder;
    } catch (KubernetesClientException e) {
      return "";
    }
  }

  PublishedStatus status(String nodeWright) {
    NodeWright stored = sandbox.client().resources(NodeWright.class).withName(nodeWright).get();
    return stored == null ? PublishedStatus.NONE : NodeWrightViews.of(stored).status();
  }

  void until(String what, BooleanSupplier holds) {
    try {
      Await.until(what, PATIENCE, () -> answered(holds));
    } catch (IllegalStateException e) {
      throw new AssertionError(
          "%s\n%s%s".formatted(e.getMessage(), new Unfinished(sandbox.client()).told(), logs()), e);
    }
  }

  /// All that both said.
  String logs() {
    StringBuilder text = new StringBuilder();
    byName.forEach((name, each) -> text.append(name).append(":\n").append(log(each)).append('\n'));
    return text.toString();
  }

  static String log(OperatorProcess operator) {
    try {
      return Files.readString(operator.log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(String holder) {
    return holder.isEmpty() ? "" : holder.substring(0, holder.indexOf('_'));
  }

  private static boolean answered(BooleanSupplier holds) {
    try {
      return holds.getAsBoolean();
    } catch (KubernetesClientException e) {
      return false; // the API server is away; asked again soon
    }
  }

  @Override
  public void close() {
    byName.values().forEach(OperatorProcess::close);
    sandbox.close();
    folder.close();
  }
}
