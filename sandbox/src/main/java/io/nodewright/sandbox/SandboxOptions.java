package io.nodewright.sandbox;

import io.nodewright.sandbox.hollow.HollowStep;
import io.nodewright.sandbox.kubelet.BackOff;
import io.nodewright.sandbox.kubelet.ContainerRuntime.Reporting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/// What a sandbox is started with. Begin with [#in] and change what matters.
///
/// @param folder where all of it lies
/// @param nodes how many nodes with a host of their own, called node-0, node-1 …
/// @param hollowNodes how many nodes that only pretend, called hollow-0, hollow-1 …
/// @param labels labels of every node
/// @param backOff the kubelet's pauses between tries
/// @param hollowRule what the pretended runs come to
/// @param hollowReporting how much is told of pods on hollow nodes
/// @param audit whether the API server writes down each request, in `logs/audit.log`
/// @param workloads whether ordinary workloads run too: there is a scheduler
public record SandboxOptions(
    Path folder,
    int nodes,
    int hollowNodes,
    Map<String, String> labels,
    BackOff backOff,
    HollowStep.Rule hollowRule,
    Reporting hollowReporting,
    boolean audit,
    boolean workloads) {
  /// From so many nodes on, heartbeats are made at half the pace.
  private static final int MANY_NODES = 200;

  public SandboxOptions {
    if (nodes < 0 || hollowNodes < 0) {
      throw new IllegalArgumentException(
          "number of nodes: %d and %d hollow; neither can be negative"
              .formatted(nodes, hollowNodes));
    }
    labels = new TreeMap<>(labels);
  }

  /// A control plane without nodes in `folder`.
  public static SandboxOptions in(Path folder) {
    return new SandboxOptions(
        folder,
        0,
        0,
        Map.of(),
        BackOff.REAL,
        HollowStep.succeedAfter(Duration.ofMillis(100)),
        Reporting.PHASES,
        false,
        false);
  }

  /// With `count` nodes that have a host of their own.
  public SandboxOptions withNodes(int count) {
    return new SandboxOptions(
        folder, count, hollowNodes, labels, backOff, hollowRule, hollowReporting, audit, workloads);
  }

  /// With `count` nodes that only pretend.
  public SandboxOptions withHollowNodes(int count) {
    return new SandboxOptions(
        folder, nodes, count, labels, backOff, hollowRule, hollowReporting, audit, workloads);
  }

  /// With these labels on every node.
  public SandboxOptions withLabels(Map<String, String> all) {
    return new SandboxOptions(
        folder, nodes, hollowNodes, all, backOff, hollowRule, hollowReporting, audit, workloads);
  }

  /// With the kubelet's pauses multiplied by `scale`; 0.01 makes a 10-second back-off 100 ms.
  public SandboxOptions withBackOffScale(double scale) {
    return new SandboxOptions(
        folder,
        nodes,
        hollowNodes,
        labels,
        new BackOff(scale),
        hollowRule,
        hollowReporting,
        audit,
        workloads);
  }

  /// With hollow nodes whose pretended runs `rule` decides on and of which so much is told.
  public SandboxOptions withHollow(HollowStep.Rule rule, Reporting reporting) {
    return new SandboxOptions(
        folder, nodes, hollowNodes, labels, backOff, rule, reporting, audit, workloads);
  }

  /// With each request to the API server written down.
  public SandboxOptions withAudit() {
    return new SandboxOptions(
        folder, nodes, hollowNodes, labels, backOff, hollowRule, hollowReporting, true, workloads);
  }

  /// With a scheduler, so that ordinary workloads run.
  public SandboxOptions withWorkloads() {
    return new SandboxOptions(
        folder, nodes, hollowNodes, labels, backOff, hollowRule, hollowReporting, audit, true);
  }

  /// How often each node renews its lease.
  Duration heartbeat() {
    return many() ? Duration.ofSeconds(20) : Duration.ofSeconds(10);
  }

  /// How long a node may say nothing before it counts as not ready.
  Duration nodeGrace() {
    return many() ? Duration.ofSeconds(50) : Duration.ofSeconds(20);
  }

  private boolean many() {
    return nodes + hollowNodes > MANY_NODES;
  }
}
