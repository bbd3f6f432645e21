package io.nodewright.simulation.cluster;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSpecBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.nodewright.simulation.controller.GarbageCollector;
import io.nodewright.simulation.controller.JobController;
import io.nodewright.simulation.controller.NodeLeases;
import io.nodewright.simulation.controller.NodeLifecycle;
import io.nodewright.simulation.controller.PodBudgets;
import io.nodewright.simulation.controller.PodCollection;
import io.nodewright.simulation.controller.TaintEviction;
import io.nodewright.simulation.controller.TimeToLive;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.node.Machine;
import io.nodewright.simulation.server.Admission;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.time.Agenda;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A cluster in virtual time: API server, controllers, machines. It moves when the agenda does.
public final class VirtualCluster {

  private final Agenda agenda;
  private final FaultPlan faults;
  private final FaultCounts counts;
  private final ApiServer server;
  private final NodeLeases leases;
  private final JobController jobController;
  private final PodCollection podCollection;
  private final PodBudgets podBudgets;
  private final SortedMap<String, Machine> machines = new TreeMap<>();

  /// One without machines, its controllers running.
  ///
  /// @param counts which faults fired is counted there
  public VirtualCluster(Agenda agenda, FaultPlan faults, FaultCounts counts, Admission admission) {
    this.agenda = agenda;
    this.faults = faults;
    this.counts = counts;
    this.server = new ApiServer(agenda, admission);
    this.leases = new NodeLeases(agenda);
    this.jobController = new JobController(agenda, server, faults, counts);
    this.podCollection = new PodCollection(agenda, server);
    this.podBudgets = new PodBudgets(agenda, server);
    GarbageCollector.start(agenda, server);
    TimeToLive.start(agenda, server);
    NodeLifecycle.start(agenda, server, leases);
    TaintEviction.start(agenda, server);
  }

  /// Its API server.
  public ApiServer server() {
    return server;
  }

  /// Its Job controller.
  public JobController jobController() {
    return jobController;
  }

  /// Its collection of Pods.
  public PodCollection podCollection() {
    return podCollection;
  }

  /// Its PodDisruptionBudgets.
  public PodBudgets podBudgets() {
    return podBudgets;
  }

  /// The machines that are there, with or without power, by name.
  public SortedMap<String, Machine> machines() {
    return Collections.unmodifiableSortedMap(machines);
  }

  /// Adds a machine and boots it.
  public Machine addMachine(String name, Map<String, String> labels) {
    return addMachine(name, labels, List.of());
  }

  /// Adds a machine and boots it.
  ///
  /// @param taints that its kubelet registers it with
  public Machine addMachine(String name, Map<String, String> labels, List<Taint> taints) {
    return addMachine(
        new NodeBuilder()
            .withNewMetadata()
            .withName(name)
            .withLabels(labels)
            .endMetadata()
            .withSpec(taints.isEmpty() ? null : new NodeSpecBuilder().withTaints(taints).build())
            .build());
  }

  /// Adds a machine and boots it.
  ///
  /// @param template name, labels, annotations and taints that its kubelet registers it with
  public Machine addMachine(Node template) {
    Machine machine = new Machine(template, server, agenda, faults, counts, leases);
    machines.put(machine.name(), machine);
    machine.powerOn();
    return machine;
  }

  /// Takes a machine away for good: no power any more, and its Node deleted.
  ///
  /// @param who deletes the Node
  public void removeMachine(String name, String who) {
    Machine machine = machines.remove(name);
    if (machine != null) {
      machine.scrap();
    }
    if (server.get(Kind.NODE, name).isPresent()) {
      server.as(who).delete(Kind.NODE, name, Deletion.PLAIN);
    }
  }
}
