package io.nodewright.simulation.node;

import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.time.Agenda;

/// The kubelet of one machine. It works the Pods that are bound to its node, reports their
/// statuses, and keeps the node's status fresh.
public final class Kubelet {

  Kubelet(Machine machine, ApiServer server, Agenda agenda, FaultPlan faults, FaultCounts counts) {}

  /// Starts it, on a machine that just booted or under containers that live on.
  ///
  /// @param booted whether the machine booted
  public void start(boolean booted) {}

  /// Ends it.
  ///
  /// @param containersToo whether the containers die with it, as when the power goes
  public void stop(boolean containersToo) {}
}
