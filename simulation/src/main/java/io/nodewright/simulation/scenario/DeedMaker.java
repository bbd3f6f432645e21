package io.nodewright.simulation.scenario;

import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.simulation.chance.Dice;
import java.time.Duration;
import java.util.List;

/// Makes what people, tools, machines and processes do. What has to be put right again comes with
/// the deed that does so.
final class DeedMaker {

  private static final List<String> VERSIONS =
      List.of("0.9.0", "1.0.0", "1.0.1", "1.1.0", "2.0.0", "2.0.0-rc.1");
  private static final List<String> STAGES = List.of("", "", "apply", "config");
  private static final List<String> JOB_STAGES = List.of("apply", "config", "upgrade", "uninstall");
  private static final List<String> BAD_RECORDS =
      List.of("{not-json", "[]", "", "{\"aide|1.0.0\":{\"name\":\"aide\"}}");

  private final Dice dice;
  private final Scenario of;

  DeedMaker(Dice dice, Scenario of) {
    this.dice = dice;
    this.of = of;
  }

  /// Deeds that belong together.
  ///
  /// @param number of the group
  List<Timed> deeds(int number, Duration at) {
    return switch (dice.roll(10, "family", number)) {
      case 0, 1, 2 -> specs(number, at);
      case 3 -> lives(number, at);
      case 4 -> commands(number, at);
      case 5, 6 -> nodes(number, at);
      case 7 -> records(number, at);
      case 8 -> objects(number, at);
      default -> processes(number, at);
    };
  }

  private List<Timed> specs(int number, Duration at) {
    String nodeWright = nodeWright(number);
    String name = name(number, nodeWright);
    return switch (dice.roll(9, "spec", number)) {
      case 0, 1 ->
          one(at, new Deed.ChangeVersion(nodeWright, name, dice.pick(VERSIONS, "version", number)));
      case 2, 3 ->
          one(
              at,
              new Deed.ChangeConfig(
                  nodeWright,
                  name,
                  dice.roll(3, "key", number) == 0 ? "b.conf" : "a.conf",
                  dice.roll(4, "no text", number) == 0 ? "" : "text " + number));
      case 4 -> one(at, new Deed.ChangeEnv(nodeWright, name, "value " + number));
      case 5 -> one(at, new Deed.ChangeImage(nodeWright, name, "example/other" + number % 2));
      case 6 -> one(at, new Deed.ChangeAgentImage(nodeWright, name, "example/agent:8." + number));
      case 7 ->
          List.of(
              new Timed(at, new Deed.RemovePackage(nodeWright, name)),
              new Timed(later(number, at, 90), new Deed.AddPackage(nodeWright, name)));
      default ->
          dice.roll(3, "cancel", number) == 0
              ? one(at, new Deed.AskUninstall(nodeWright, name, true))
              : List.of(
                  new Timed(at, new Deed.AskUninstall(nodeWright, name, true)),
                  new Timed(later(number, at, 30), new Deed.AskUninstall(nodeWright, name, false)));
    };
  }

  private List<Timed> lives(int number, Duration at) {
    String nodeWright = nodeWright(number);
    return switch (dice.roll(6, "life", number)) {
      case 0 -> one(at, new Deed.DeleteNodeWright(nodeWright));
      case 1 ->
          List.of(
              new Timed(at, new Deed.DeleteNodeWright(nodeWright)),
              new Timed(later(number, at, 60), new Deed.CreateNodeWright(nodeWright)));
      case 2, 3 ->
          List.of(
              new Timed(at, new Deed.Pause(nodeWright, true)),
              new Timed(later(number, at, 60), new Deed.Pause(nodeWright, false)));
      case 4 ->
          List.of(
              new Timed(at, new Deed.Disable(nodeWright, true)),
              new Timed(later(number, at, 60), new Deed.Disable(nodeWright, false)));
      default ->
          List.of(
              new Timed(at, new Deed.DeletePolicy(FleetMaker.POLICY)),
              new Timed(later(number, at, 60), new Deed.CreatePolicy(FleetMaker.POLICY)));
    };
  }

  private List<Timed> commands(int number, Duration at) {
    String nodeWright = nodeWright(number);
    return switch (dice.roll(5, "command", number)) {
      case 0 -> one(at, new Deed.Reset(nodeWright, ""));
      case 1 -> one(at, new Deed.Reset(nodeWright, node(number)));
      case 2 -> one(at, new Deed.ResetBatches(nodeWright));
      default ->
          one(
              at,
              new Deed.Rerun(
                  nodeWright,
                  name(number, nodeWright),
                  dice.pick(STAGES, "stage", number),
                  node(number)));
    };
  }

  private List<Timed> nodes(int number, Duration at) {
    String node = node(number);
    Duration later = later(number, at, 60);
    return switch (dice.roll(13, "node", number)) {
      case 0 -> one(at, new Deed.AddNode("x" + number));
      case 1 -> one(at, new Deed.RemoveNode(node));
      case 2, 3 -> one(at, new Deed.RecreateNode(node, seconds(number, 60)));
      case 4 ->
          List.of(
              new Timed(at, new Deed.Relabel(node, "zone", "north")),
              new Timed(later, new Deed.Relabel(node, "zone", "east")));
      case 5 ->
          List.of(
              new Timed(at, new Deed.Taint(node, true)),
              new Timed(later, new Deed.Taint(node, false)));
      case 6 ->
          List.of(
              new Timed(at, new Deed.Cordon(node, true)),
              new Timed(later, new Deed.Cordon(node, false)));
      case 7, 8 ->
          List.of(
              new Timed(at, new Deed.Ignore(node, true)),
              new Timed(later, new Deed.Ignore(node, false)));
      case 9, 10 -> one(at, new Deed.Reboot(node, seconds(number, 90)));
      case 11 ->
          dice.roll(2, "back", number) == 0
              ? one(at, new Deed.PowerOff(node))
              : List.of(
                  new Timed(at, new Deed.PowerOff(node)), new Timed(later, new Deed.PowerOn(node)));
      default -> one(at, new Deed.RestartKubelet(node, seconds(number, 20)));
    };
  }

  private List<Timed> records(int number, Duration at) {
    String nodeWright = nodeWright(number);
    String node = node(number);
    return List.of(
        new Timed(
            at, new Deed.SpoilRecord(node, nodeWright, dice.pick(BAD_RECORDS, "text", number))),
        new Timed(later(number, at, 60), new Deed.RepairRecord(node, nodeWright)));
  }

  private List<Timed> objects(int number, Duration at) {
    String nodeWright = nodeWright(number);
    String node = node(number);
    return switch (dice.roll(9, "object", number)) {
      case 0, 1 -> one(at, new Deed.DeleteJob(node, nodeWright));
      case 2 -> one(at, new Deed.SuspendJob(node, nodeWright));
      case 3 -> one(at, new Deed.RemoveMarker(node, nodeWright));
      case 4 -> one(at, new Deed.DeletePod(node, nodeWright));
      case 5 -> one(at, new Deed.EvictPod(node, nodeWright));
      case 6 -> one(at, new Deed.DeleteConfigMap(nodeWright, name(number, nodeWright)));
      case 7 -> one(at, new Deed.EditConfigMap(nodeWright, name(number, nodeWright)));
      default ->
          List.of(
              new Timed(
                  at,
                  new Deed.TakeJobName(
                      nodeWright,
                      name(number, nodeWright),
                      dice.pick(JOB_STAGES, "stage", number),
                      node)),
              new Timed(later(number, at, 60), new Deed.GiveNamesBack()));
    };
  }

  private List<Timed> processes(int number, Duration at) {
    return switch (dice.roll(6, "process", number)) {
      case 0, 1, 2 -> one(at, new Deed.KillOperator(seconds(number, 30)));
      case 3 ->
          one(
              at,
              new Deed.TakeOver(
                  seconds(number, 10),
                  Duration.ofMillis(dice.roll(8_000, "overlap", number)),
                  dice.roll(2, "stands still", number) == 0
                      ? Duration.ZERO
                      : Duration.ofMillis(500 + dice.roll(20_000, "standstill", number))));
      case 4 ->
          List.of(
              new Timed(
                  at,
                  new Deed.ShiftClock(Duration.ofSeconds(dice.roll(240, "shift", number) - 120L))),
              new Timed(later(number, at, 90), new Deed.ShiftClock(Duration.ZERO)));
      default ->
          one(
              at,
              new Deed.BreakWatches(
                  Duration.ofMillis(50 + dice.roll(5_000, "until", number)),
                  dice.roll(2, "empty", number) == 0));
    };
  }

  private static List<Timed> one(Duration at, Deed deed) {
    return List.of(new Timed(at, deed));
  }

  private Duration later(int number, Duration at, int mostSeconds) {
    Duration later = at.plus(seconds(number, mostSeconds));
    return later.compareTo(of.calm()) > 0 ? of.calm() : later;
  }

  private Duration seconds(int number, int most) {
    return Duration.ofMillis(200 + dice.roll(most * 1_000, "seconds", number));
  }

  private String node(int number) {
    return dice.pick(of.nodes(), "of node", number).name();
  }

  private String nodeWright(int number) {
    return dice.pick(of.nodeWrights(), "of nodewright", number).getMetadata().getName();
  }

  private String name(int number, String nodeWright) {
    List<String> names =
        of.nodeWrights().stream()
            .filter(each -> each.getMetadata().getName().equals(nodeWright))
            .flatMap(DeedMaker::names)
            .toList();
    return dice.pick(names, "of package", number);
  }

  private static java.util.stream.Stream<String> names(NodeWright nodeWright) {
    return java.util.Objects.requireNonNull(nodeWright.getSpec().packages()).keySet().stream();
  }

  /// A deed with its time.
  record Timed(Duration at, Deed deed) {}
}
