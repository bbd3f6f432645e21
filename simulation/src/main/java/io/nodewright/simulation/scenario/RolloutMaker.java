package io.nodewright.simulation.scenario;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.DeploymentPolicyOptions;
import io.nodewright.api.v1alpha1.DeploymentPolicySpec;
import io.nodewright.api.v1alpha1.InterruptionBudget;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightSpec;
import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.scenario.Scenario.NodePlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Gives a scenario what rollouts and gates are made of: policies with compartments, more nodes, an
/// order of NodeWrights, the runtime-required taint; and what disturbs them.
final class RolloutMaker {

  /// The policies of such a scenario.
  static final List<String> POLICIES = List.of(FleetMaker.POLICY, "bold");

  private static final int MOST_NODES = 5;
  private static final int MOST_TINY_NODES = 3;

  private final Dice dice;
  private final Scenario of;

  RolloutMaker(Dice dice, Scenario of) {
    this.dice = dice;
    this.of = of;
  }

  Scenario scenario() {
    Scenario plain =
        new Scenario(
            of.seed(),
            of.settings(),
            nodes(),
            policies(),
            nodeWrights(),
            of.workloads(),
            of.disturbances(),
            of.calm());
    List<Disturbance> all = new ArrayList<>(of.disturbances());
    int next = all.stream().mapToInt(Disturbance::id).max().orElse(-1) + 1;
    all.addAll(new RolloutTroubles(dice.part("troubles"), plain, next).all());
    all.sort(Comparator.comparing(Disturbance::from).thenComparingInt(Disturbance::id));
    return plain.with(all);
  }

  /// Some more than there were, where there were few: batches need somebody to wait.
  private List<NodePlan> nodes() {
    List<NodePlan> all = new ArrayList<>(of.nodes());
    int most = tiny() ? MOST_TINY_NODES : MOST_NODES;
    int more = Math.min(dice.roll(4, "more nodes"), Math.max(0, most - all.size()));
    for (int i = 0; i < more; i++) {
      all.add(new NodePlan("m" + i, dice.roll(2, "zone", i) == 0 ? "east" : "west"));
    }
    return all;
  }

  /// Whether there is so little that it should stay cheap.
  private boolean tiny() {
    return of.nodes().size() < 3 && of.nodeWrights().size() == 1;
  }

  private List<DeploymentPolicy> policies() {
    PolicyMaker maker = new PolicyMaker(dice.part("policies"));
    return POLICIES.stream().map(name -> policy(name, maker.spec(name))).toList();
  }

  private static DeploymentPolicy policy(String name, DeploymentPolicySpec spec) {
    DeploymentPolicy policy = new DeploymentPolicy();
    policy.setMetadata(new ObjectMetaBuilder().withName(name).build());
    policy.setSpec(spec);
    return policy;
  }

  /// Those that are there, each rolled out otherwise, and often one more that comes after or
  /// before.
  private List<NodeWright> nodeWrights() {
    List<NodeWright> all = new ArrayList<>(of.nodeWrights());
    if (all.size() == 1 && dice.roll(3, "another") < (tiny() ? 1 : 2)) {
      NodeWrightSpec first = all.getFirst().getSpec();
      all.add(
          named(
              dice.roll(2, "before") == 0 ? "aaron" : "zeta",
              SpecDraft.withPackages(
                  first,
                  packages ->
                      new TreeMap<>(packages).headMap(packages.keySet().iterator().next(), true))));
    }
    return all.stream().map(this::rolledOut).toList();
  }

  private static NodeWright named(String name, NodeWrightSpec spec) {
    NodeWright nodeWright = new NodeWright();
    nodeWright.setMetadata(new ObjectMetaBuilder().withName(name).build());
    nodeWright.setSpec(spec);
    return nodeWright;
  }

  private NodeWright rolledOut(NodeWright from) {
    String name = from.getMetadata().getName();
    NodeWrightSpec spec = from.getSpec();
    int batches = dice.roll(5, "batches", name);
    if (batches < 3) {
      spec =
          SpecDraft.withRollout(
              spec, null, dice.pick(POLICIES, "policy", name), options(name)); // most by a policy
    } else if (batches == 3) {
      spec =
          SpecDraft.withRollout(
              spec, new InterruptionBudget(null, 1 + dice.roll(2, "count", name)), "", null);
    }
    spec =
        SpecDraft.withOrder(
            spec,
            List.of(200, 100, 50).get(dice.roll(3, "priority", name)),
            dice.roll(3, "all", name) == 0 ? "all" : "node");
    boolean required = dice.roll(2, "required", name) == 0;
    spec =
        SpecDraft.withGate(
            spec,
            dice.roll(5, "tolerates", name) == 0 ? List.of(maintenance()) : null,
            required,
            required && dice.roll(2, "auto-taint", name) == 0,
            required && dice.roll(4, "cordon after", name) == 0);
    return named(name, spec);
  }

  private @Nullable DeploymentPolicyOptions options(String name) {
    return switch (dice.roll(4, "options", name)) {
      case 0 -> new DeploymentPolicyOptions(true);
      case 1 -> new DeploymentPolicyOptions(false);
      default -> null;
    };
  }

  /// Of the taint that people put on nodes.
  private static Toleration maintenance() {
    return new Toleration("NoSchedule", "example.com/maintenance", "Exists", null, null);
  }
}
