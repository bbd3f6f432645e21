package io.nodewright.simulation.scenario;

import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.simulation.controller.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// A run as data.
///
/// @param seed that it was made from; also that of all luck in it
/// @param settings of the operator
/// @param nodes names and labels of the first machines
/// @param policies that are there at the beginning
/// @param nodeWrights that are created at the beginning
/// @param workloads what runs beside packages; none in scenarios without interrupts
/// @param disturbances by time
/// @param calm when everything is put right, and nothing disturbs any more
public record Scenario(
    long seed,
    Settings settings,
    List<NodePlan> nodes,
    List<DeploymentPolicy> policies,
    List<NodeWright> nodeWrights,
    List<Workload> workloads,
    List<Disturbance> disturbances,
    Duration calm) {

  /// Copies the lists.
  public Scenario {
    nodes = List.copyOf(nodes);
    policies = List.copyOf(policies);
    nodeWrights = List.copyOf(nodeWrights);
    workloads = List.copyOf(workloads);
    disturbances = List.copyOf(disturbances);
  }

  /// The same without some of its disturbances.
  ///
  /// @param ids of the disturbances that are left out
  public Scenario without(Set<Integer> ids) {
    return new Scenario(
        seed,
        settings,
        nodes,
        policies,
        nodeWrights,
        workloads,
        disturbances.stream().filter(each -> !ids.contains(each.id())).toList(),
        calm);
  }

  /// The same with other disturbances.
  public Scenario with(List<Disturbance> others) {
    return new Scenario(seed, settings, nodes, policies, nodeWrights, workloads, others, calm);
  }

  /// A machine.
  ///
  /// @param zone value of the label `zone`
  public record NodePlan(String name, String zone) {}

  /// The operator's settings that differ between runs.
  public record Settings(
      int backoffLimit,
      Duration stageTimeout,
      Duration ttlSucceeded,
      Duration ttlFailed,
      boolean reapplyOnReboot) {}
}
