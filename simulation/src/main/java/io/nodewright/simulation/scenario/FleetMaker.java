package io.nodewright.simulation.scenario;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.nodewright.api.v1alpha1.Compartment;
import io.nodewright.api.v1alpha1.DefaultCompartment;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.DeploymentPolicySpec;
import io.nodewright.api.v1alpha1.ExponentialStrategy;
import io.nodewright.api.v1alpha1.FixedStrategy;
import io.nodewright.api.v1alpha1.LinearStrategy;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightSpec;
import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.v1alpha1.PolicyBudget;
import io.nodewright.api.v1alpha1.PolicyStrategy;
import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.scenario.Scenario.NodePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes the fleet and what it is to run.
final class FleetMaker {

  /// A policy of ours; NodeWrights name it or have a flat budget.
  static final String POLICY = "careful";

  private static final List<String> NODE_WRIGHTS = List.of("alpha", "beta", "gamma");
  private static final List<String> PACKAGES =
      List.of("aide", "bolt", "cuda", "disk", "edge", "fans", "grub", "host");
  private static final List<Integer> BUDGETS = List.of(0, 1, 2, 3, -1, -25, -50, -99);

  private final Dice dice;
  private final Size size;
  private final boolean longNames;

  FleetMaker(Dice dice, Size size) {
    this.dice = dice;
    this.size = size;
    this.longNames = dice.roll(25, "long names") == 0;
  }

  List<NodePlan> nodes() {
    int count = size.nodes(dice);
    List<NodePlan> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(
          new NodePlan(nodeName(i), i == 0 || dice.roll(2, "zone", i) == 0 ? "east" : "west"));
    }
    return nodes;
  }

  private String nodeName(int number) {
    String name = "n" + number;
    return longNames ? (name + ".very-long-name.example").repeat(9) + "." + name : name;
  }

  List<DeploymentPolicy> policies() {
    DeploymentPolicy policy = new DeploymentPolicy();
    policy.setMetadata(new ObjectMetaBuilder().withName(POLICY).build());
    policy.setSpec(
        new DeploymentPolicySpec(
            new DefaultCompartment(
                new PolicyBudget(null, 1 + dice.roll(3, "default budget")), strategy("default")),
            List.of(
                new Compartment(
                    "eastern",
                    new LabelSelectorBuilder().addToMatchLabels("zone", "east").build(),
                    new PolicyBudget(10 + dice.roll(90, "eastern budget"), null),
                    strategy("eastern"))),
            dice.roll(2, "policy resets") == 0));
    return List.of(policy);
  }

  private @Nullable PolicyStrategy strategy(String compartment) {
    int first = 1 + dice.roll(3, "first", compartment);
    Integer stops = dice.roll(2, "stops", compartment) == 0 ? null : 1 + dice.roll(2, "at");
    Integer passes = List.of(100, 50, 75).get(dice.roll(3, "passes", compartment));
    Integer safe = List.of(50, 100, 20).get(dice.roll(3, "safe", compartment));
    return switch (dice.roll(4, "strategy", compartment)) {
      case 0 -> new PolicyStrategy(new FixedStrategy(first, passes, stops, safe), null, null);
      case 1 -> new PolicyStrategy(null, new LinearStrategy(first, 1, passes, stops, safe), null);
      case 2 ->
          new PolicyStrategy(null, null, new ExponentialStrategy(first, 2, passes, stops, safe));
      default -> null;
    };
  }

  List<NodeWright> nodeWrights() {
    int count = size.nodeWrights(dice);
    List<NodeWright> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      NodeWright nodeWright = new NodeWright();
      String name = NODE_WRIGHTS.get(i);
      nodeWright.setMetadata(
          new ObjectMetaBuilder()
              .withName(longNames ? (name + "-").repeat(9) + name : name)
              .build());
      if (nodeWright.getMetadata().getName().length() > 50) {
        nodeWright.getMetadata().setName(name + "-" + "x".repeat(49 - name.length()));
      }
      nodeWright.setSpec(spec(i));
      all.add(nodeWright);
    }
    return all;
  }

  private NodeWrightSpec spec(int number) {
    return SpecDraft.of(
        dice.roll(4, "selector", number) == 0 ? "east" : "",
        dice.pick(BUDGETS, "budget", number),
        dice.roll(4, "policy", number) == 0 ? POLICY : "",
        dice.roll(2, "resets", number) == 0,
        List.of(200, 200, 100, 50).get(dice.roll(4, "priority", number)),
        dice.roll(5, "sequencing", number) == 0 ? "all" : "node",
        dice.roll(4, "serial", number) == 0,
        packages(number));
  }

  private Map<String, PackageDefinition> packages(int nodeWright) {
    int count = size.packages(dice, nodeWright);
    Map<String, PackageDefinition> packages = new TreeMap<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = packageName(i);
      packages.put(name, definition(nodeWright, i, names));
      names.add(name);
    }
    return packages;
  }

  private String packageName(int number) {
    String name = PACKAGES.get(number);
    return longNames ? (name + "-").repeat(8) + "end" : name;
  }

  private PackageDefinition definition(int nodeWright, int number, List<String> earlier) {
    PackageDraft draft = PackageDraft.of(firstVersion(), "example/" + PACKAGES.get(number));
    for (String other : earlier) {
      if (dice.roll(3, "edge", nodeWright, number, other) == 0) {
        draft.dependsOn(
            edges -> {
              edges.put(other, firstVersion());
              return edges;
            });
      }
    }
    if (dice.roll(2, "config", nodeWright, number) == 0) {
      draft.config(
          files -> {
            files.put("a.conf", "first");
            return files;
          });
    }
    if (dice.roll(3, "env", nodeWright, number) == 0) {
      draft.env("first");
    }
    if (dice.roll(6, "time-out", nodeWright, number) == 0) {
      draft.stageTimeout("30s");
    }
    if (dice.roll(2, "uninstall", nodeWright, number) == 0) {
      draft.uninstall(true, false);
    }
    return draft.definition();
  }

  /// The version that every package begins with.
  private String firstVersion() {
    return longNames ? "1.0.0-rc.20261129.1234567890abcdef" : "1.0.0";
  }
}
