package io.nodewright.simulation.scenario;

import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.simulation.chance.Dice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What disturbs rollouts and gates: nodes that fail by luck and a version that is better, policies
/// that are edited, deleted and switched, an order that changes, nodes that join and leave.
final class RolloutTroubles {

  private static final Duration FIRST = Duration.ofMillis(500);
  private static final int MOST_DEEDS = 4;

  private final Dice dice;
  private final Scenario of;
  private final int firstId;
  private final List<Disturbance> all = new ArrayList<>();

  /// @param firstId number of the first disturbance
  RolloutTroubles(Dice dice, Scenario of, int firstId) {
    this.dice = dice;
    this.of = of;
    this.firstId = firstId;
  }

  List<Disturbance> all() {
    if (dice.roll(5, "undisturbed") > 0) {
      failures();
      int deeds = dice.roll(MOST_DEEDS, "deeds");
      for (int i = 0; i < deeds; i++) {
        deed(i);
      }
    }
    return List.copyOf(all);
  }

  /// A share of nodes on which the first version never works; later, in most runs, a version that
  /// does, which is what a person answers a stopped rollout with.
  private void failures() {
    if (dice.roll(2, "failures") == 0) {
      return;
    }
    NodeWright failing = dice.pick(of.nodeWrights(), "failing");
    String name = failing.getMetadata().getName();
    boolean better = dice.roll(3, "better") > 0;
    double share = List.of(0.2, 0.5, 1.0).get(dice.roll(3, "share"));
    String version = better ? versionOf(failing) : "";
    all.add(
        new Disturbance.Spell(
            id(), Duration.ZERO, of.calm(), new Trouble.NodesFail(name, version, share)));
    if (better) {
      Duration at = dice.between(Duration.ofSeconds(30), of.calm(), "better at");
      packagesOf(failing).forEach(each -> act(at, new Deed.ChangeVersion(name, each, "3.0.0")));
    }
    if (dice.roll(3, "person resets") == 0) {
      act(
          dice.between(Duration.ofSeconds(30), of.calm(), "person at"),
          new Deed.ResetBatches(name));
    }
  }

  private void deed(int number) {
    Duration at = dice.between(FIRST, of.calm(), "at", number);
    String nodeWright = dice.pick(of.nodeWrights(), "nodewright", number).getMetadata().getName();
    String policy = dice.pick(RolloutMaker.POLICIES, "policy", number);
    String node = dice.pick(of.nodes(), "node", number).name();
    switch (dice.roll(14, "deed", number)) {
      case 0, 1, 2 ->
          act(
              at,
              new Deed.SetPolicy(
                  policy, new PolicyMaker(dice.part("edit")).spec("edit " + number)));
      case 3 -> {
        act(at, new Deed.DeletePolicy(policy));
        act(later(number, at), new Deed.CreatePolicy(policy));
      }
      case 4 -> act(at, new Deed.FollowPolicy(nodeWright, policy, 0));
      case 5 -> act(at, new Deed.FollowPolicy(nodeWright, "", dice.roll(3, "budget", number)));
      case 6 ->
          act(
              at,
              new Deed.SetOrder(
                  nodeWright,
                  List.of(10, 100, 300).get(dice.roll(3, "priority", number)),
                  dice.roll(2, "sequencing", number) == 0 ? "all" : "node"));
      case 7 ->
          act(
              at,
              new Deed.SetGate(
                  nodeWright,
                  dice.roll(3, "required", number) > 0,
                  dice.roll(2, "taints", number) == 0,
                  dice.roll(4, "cordons", number) == 0));
      case 8, 9 ->
          act(
              at,
              new Deed.AddGatedNode(
                  "j" + number,
                  dice.roll(2, "joins", number) == 0 ? "east" : "west",
                  dice.roll(2, "legacy", number) == 0));
      case 10 -> act(at, new Deed.AddNode("j" + number));
      case 11 -> act(at, new Deed.RecreateNode(node, Duration.ofSeconds(5)));
      case 12 -> act(at, new Deed.Gate(node));
      default -> act(at, new Deed.Reboot(node, Duration.ofSeconds(20)));
    }
  }

  private void act(Duration at, Deed deed) {
    all.add(new Disturbance.Act(id(), at, deed));
  }

  private int id() {
    return firstId + all.size();
  }

  private Duration later(int number, Duration at) {
    Duration later =
        at.plus(dice.between(Duration.ofSeconds(1), Duration.ofMinutes(1), "later", number));
    return later.compareTo(of.calm()) > 0 ? of.calm() : later;
  }

  private static List<String> packagesOf(NodeWright nodeWright) {
    return Objects.requireNonNull(nodeWright.getSpec().packages()).keySet().stream()
        .sorted()
        .toList();
  }

  private static String versionOf(NodeWright nodeWright) {
    return Objects.requireNonNull(
        Objects.requireNonNull(nodeWright.getSpec().packages())
            .values()
            .iterator()
            .next()
            .version());
  }
}
