package io.nodewright.simulation.run;

import io.nodewright.api.job.JobSettings;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.cluster.VirtualCluster;
import io.nodewright.simulation.controller.Workloads;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.node.Host;
import io.nodewright.simulation.node.Machine;
import io.nodewright.simulation.operator.DecisionListener;
import io.nodewright.simulation.operator.OperatorSettings;
import io.nodewright.simulation.operator.Operators;
import io.nodewright.simulation.operator.Protections;
import io.nodewright.simulation.operator.Surroundings;
import io.nodewright.simulation.operator.WriteOrigin;
import io.nodewright.simulation.operator.WritePlan;
import io.nodewright.simulation.people.AdmissionRules;
import io.nodewright.simulation.people.People;
import io.nodewright.simulation.scenario.Scenario;
import io.nodewright.simulation.scenario.ScenarioFaults;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The cluster of one run, with its operator and its people, wired together and standing still.
public final class World {

  /// When every run begins.
  public static final Instant BEGIN = Instant.parse("2027-01-01T00:00:00Z");

  private static final String AGENT_IMAGE = "example/agent:7.0.0";
  private static final Taint RUNTIME_REQUIRED =
      new Taint("nodewright.nvidia.com", "runtime-required", "NoSchedule");

  private final Scenario scenario;
  private final Agenda agenda = new Agenda(BEGIN);
  private final FaultCounts counts = new FaultCounts();
  private final WriteOrigin origin = new WriteOrigin();
  private final VirtualCluster cluster;
  private final Operators operators;
  private final People people;
  private final Workloads workloads;
  private final HostListener hosts;

  /// @param protections what of the operator's shell is kept
  /// @param plan what is to happen at single writes of operators
  /// @param decisions told of each decision
  /// @param hosts told of each run of a stage
  World(
      Scenario scenario,
      Protections protections,
      WritePlan plan,
      DecisionListener decisions,
      HostListener hosts) {
    this.scenario = scenario;
    this.hosts = hosts;
    ScenarioFaults faults = new ScenarioFaults(scenario, agenda, counts);
    AdmissionRules admission = new AdmissionRules();
    cluster = new VirtualCluster(agenda, faults, counts, admission);
    admission.connect(cluster.server());
    operators =
        new Operators(
            new Surroundings(
                agenda, cluster.server(), cluster.podBudgets(), faults, counts, origin),
            settings(scenario.settings(), protections),
            new Dice(scenario.seed()).part("operators"),
            plan,
            decisions);
    scenario.workloads().stream()
        .filter(each -> each.needed() > 0)
        .forEach(each -> cluster.podBudgets().put(each.app(), each.needed()));
    workloads =
        new Workloads(
            agenda,
            cluster.server(),
            new Dice(scenario.seed()).part("workloads"),
            scenario.workloads());
    people = new People(scenario, cluster, this::addMachine, operators, agenda, counts);
  }

  /// Puts everything down that the scenario has, but for what happens at its calm.
  void begin() {
    scenario
        .nodes()
        .forEach(node -> addMachine(node.name(), Map.of("zone", node.zone()), List.of()));
    people.begin();
    workloads.start();
    operators.start();
  }

  Scenario scenario() {
    return scenario;
  }

  Agenda agenda() {
    return agenda;
  }

  WriteOrigin origin() {
    return origin;
  }

  FaultCounts counts() {
    return counts;
  }

  VirtualCluster cluster() {
    return cluster;
  }

  Operators operators() {
    return operators;
  }

  People people() {
    return people;
  }

  /// Everything is put right.
  void calm() {
    people.calm();
    workloads.calm();
    cluster.podBudgets().calm();
    if (!scenario.workloads().isEmpty()) {
      people.uncordon();
    }
  }

  /// Later, while it is not settled: what people do again and again until it is.
  void calmAgain() {
    people.calmAgain();
    workloads.calmAgain();
  }

  private void addMachine(
      String name, Map<String, String> labels, List<io.fabric8.kubernetes.api.model.Taint> taints) {
    Machine machine = cluster.addMachine(name, labels, taints);
    machine.host().listen((moment, run) -> hosts.happened(machine.name(), moment, run));
  }

  private static OperatorSettings settings(Scenario.Settings of, Protections protections) {
    return new OperatorSettings(
        new EngineSettings(
            AGENT_IMAGE,
            "v0.21.0",
            RUNTIME_REQUIRED,
            true,
            of.reapplyOnReboot(),
            of.stageTimeout(),
            of.backoffLimit(),
            of.ttlSucceeded(),
            of.ttlFailed(),
            Duration.ofMinutes(10)),
        new JobSettings(
            "nodewright",
            AGENT_IMAGE,
            "/var/lib/skyhook",
            "/var/log/skyhook",
            "",
            "256Mi",
            RUNTIME_REQUIRED,
            true),
        protections);
  }

  /// Told of runs of stages on hosts.
  @FunctionalInterface
  interface HostListener {
    /// Something happened on the machine of that node.
    void happened(String node, Host.Moment moment, Host.StageRun run);
  }
}
