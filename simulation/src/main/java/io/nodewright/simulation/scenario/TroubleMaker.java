package io.nodewright.simulation.scenario;

import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.scenario.Trouble.Wrong;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/// Makes what goes wrong for a while.
final class TroubleMaker {

  private static final List<String> WATCHED =
      List.of("", "Node", "NodeWright", "Job", "Job", "Pod", "ConfigMap", "DeploymentPolicy");
  private static final List<String> WRITTEN = List.of("Node", "NodeWright", "Job", "ConfigMap");
  private static final List<String> REFUSALS =
      List.of("OutOfcpu", "OutOfmemory", "OutOfpods", "UnexpectedAdmissionError");
  private static final List<String> STAGES =
      List.of("", "apply", "apply", "config", "upgrade", "uninstall");

  private static final List<Wrong> OF_STAGES =
      List.of(
          Wrong.WORK_FAILS,
          Wrong.CHECK_FAILS,
          Wrong.COPY_FAILS,
          Wrong.HANGS,
          Wrong.OUT_OF_MEMORY,
          Wrong.KILLED_AFTER_WORK);

  private final Dice dice;
  private final Scenario of;

  TroubleMaker(Dice dice, Scenario of) {
    this.dice = dice;
    this.of = of;
  }

  Trouble trouble(int number) {
    return switch (dice.roll(4, "family", number)) {
      case 0 -> requests(number);
      case 1 -> watches(number);
      case 2 -> pods(number);
      default -> steps(number);
    };
  }

  private Trouble requests(int number) {
    return switch (dice.roll(7, "requests", number)) {
      case 0 -> new Trouble.SlowApi(millis(number, 3_000));
      case 1 ->
          new Trouble.ApiErrors(
              share(number), List.of(429, 500, 503).get(dice.roll(3, "code", number)));
      case 2 -> new Trouble.Outage();
      case 3, 4 -> new Trouble.LostAnswers(share(number));
      case 5 -> new Trouble.LostRequests(share(number));
      default -> {
        String kind = dice.pick(WRITTEN, "kind", number);
        yield new Trouble.Conflicts(kind, kind.equals("Node") ? node(number) : "", share(number));
      }
    };
  }

  private Trouble watches(int number) {
    String kind = dice.pick(WATCHED, "kind", number);
    return switch (dice.roll(5, "watches", number)) {
      case 0, 1 -> new Trouble.LateWatches(kind, millis(number, 6_000));
      case 2 -> new Trouble.MergedWatches(kind, millis(number, 3_000));
      case 3 -> new Trouble.RedeliveredWatches(kind, millis(number, 3_000));
      default ->
          new Trouble.BrokenWatches(
              kind, 0.05, millis(number, 5_000), dice.roll(3, "empty", number) == 0);
    };
  }

  private Trouble pods(int number) {
    String node = dice.roll(3, "every node", number) == 0 ? "" : node(number);
    return switch (dice.roll(6, "pods", number)) {
      case 0, 1 ->
          new Trouble.PodsRefused(node, share(number), dice.pick(REFUSALS, "reason", number));
      case 2 -> new Trouble.PodsIgnored(node, share(number));
      case 3 -> new Trouble.PodsStuck(node);
      case 4 -> new Trouble.PodsForbidden();
      default ->
          new Trouble.ImageMissing(
              List.of("example/", "agent", "bolt", "other").get(dice.roll(4, "image", number)));
    };
  }

  private Trouble steps(int number) {
    if (dice.roll(6, "slow", number) == 0) {
      return new Trouble.SlowSteps(
          dice.roll(2, "every node", number) == 0 ? "" : node(number), millis(number, 40_000));
    }
    NodeWright nodeWright = dice.pick(of.nodeWrights(), "of nodewright", number);
    List<String> names =
        List.copyOf(Objects.requireNonNull(nodeWright.getSpec().packages()).keySet());
    return new Trouble.StepGoesWrong(
        nodeWright.getMetadata().getName(),
        dice.pick(names, "of package", number),
        dice.pick(STAGES, "stage", number),
        dice.roll(2, "every node", number) == 0 ? "" : node(number),
        List.of(1, 2, 3, 1_000).get(dice.roll(4, "times", number)),
        dice.pick(OF_STAGES, "how", number));
  }

  private String node(int number) {
    return dice.pick(of.nodes(), "of node", number).name();
  }

  private double share(int number) {
    return List.of(0.1, 0.3, 0.7, 1.0).get(dice.roll(4, "share", number));
  }

  private Duration millis(int number, int most) {
    return Duration.ofMillis(10 + dice.roll(most, "millis", number));
  }
}
