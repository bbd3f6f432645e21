package io.nodewright.simulation.scenario;

import io.nodewright.simulation.chance.Dice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Makes storms: deeds and troubles that do harm only together, which chance alone brings together
/// too seldom. Each is aimed at one thing that keeps the operator right.
final class StormMaker {

  private static final Duration SLOW = Duration.ofSeconds(3);
  private static final Duration LATE = Duration.ofSeconds(6);
  private static final int KINDS = 8;

  private final Dice dice;
  private final Scenario of;
  private final Duration at;
  private final Duration end;
  private final List<Disturbance> storm = new ArrayList<>();
  private final int firstId;

  /// @param firstId number of its first disturbance
  StormMaker(Dice dice, Scenario of, int firstId) {
    this.dice = dice;
    this.of = of;
    this.firstId = firstId;
    this.at = dice.between(Duration.ofSeconds(1), Duration.ofSeconds(50), "at");
    this.end =
        earlier(at.plus(dice.between(Duration.ofSeconds(15), LATE.multipliedBy(9), "lasts")));
  }

  /// A storm.
  List<Disturbance> storm() {
    switch (dice.roll(KINDS, "kind")) {
      case 0 -> lateLeader();
      case 1 -> unseenWrites();
      case 2 -> newNode();
      case 3 -> editedRecord();
      case 4 -> stuckAttempt();
      case 5 -> editedStatus();
      case 6 -> deletedAtWork();
      default -> deletedJobs();
    }
    return List.copyOf(storm);
  }

  /// What a process that stands still had sent arrives after another one has gone on.
  private void lateLeader() {
    during(new Trouble.SlowApi(SLOW));
    during(new Trouble.SlowSteps("", Duration.ofSeconds(10)));
    act(
        1,
        new Deed.TakeOver(
            Duration.ofSeconds(1),
            Duration.ofMillis(dice.roll(8_000, "overlap")),
            Duration.ofMillis(500 + dice.roll(20_000, "standstill"))));
  }

  /// Writes are stored without an answer, and seen late.
  private void unseenWrites() {
    during(new Trouble.LostAnswers(0.7));
    during(new Trouble.LateWatches("", Duration.ofSeconds(30)));
  }

  /// What was decided on a node meets another one of its name.
  private void newNode() {
    during(new Trouble.SlowApi(SLOW));
    during(new Trouble.LateWatches("Node", LATE));
    for (int i = 0; i < 4; i++) {
      act(
          3 * i,
          new Deed.RecreateNode(node(i), Duration.ofMillis(200 + dice.roll(800, "gone", i))));
    }
  }

  /// People edit records while writes of them are on their way.
  private void editedRecord() {
    during(new Trouble.SlowApi(SLOW));
    during(new Trouble.LateWatches("Node", LATE));
    for (int i = 0; i < 3; i++) {
      act(4 * i, new Deed.Reset(nodeWright(i), node(i)));
      act(4 * i + 2, new Deed.Rerun(nodeWright(i), packageOf(i), "", node(i)));
    }
  }

  /// Stages begin anew while their Pods do not end.
  private void stuckAttempt() {
    during(new Trouble.PodsStuck(""));
    during(new Trouble.SlowSteps("", Duration.ofSeconds(30)));
    for (int i = 0; i < 3; i++) {
      act(5 * i, new Deed.ChangeEnv(nodeWright(i), packageOf(i), "storm " + i));
      act(5 * i + 2, new Deed.Rerun(nodeWright(i), packageOf(i), "", node(i)));
    }
  }

  /// People edit statuses and specs while writes of statuses are on their way.
  private void editedStatus() {
    during(new Trouble.SlowApi(SLOW));
    for (int i = 0; i < 3; i++) {
      act(4 * i, new Deed.ResetBatches(nodeWright(i)));
      act(4 * i + 1, new Deed.ChangeConfig(nodeWright(i), packageOf(i), "a.conf", "storm " + i));
      act(4 * i + 2, new Deed.Reset(nodeWright(i), ""));
    }
  }

  /// Jobs are deleted by hand, and made anew, while deletions of them are on their way.
  private void deletedJobs() {
    during(new Trouble.SlowApi(SLOW));
    during(new Trouble.LateWatches("Job", LATE));
    for (int i = 0; i < 4; i++) {
      act(4 * i, new Deed.Rerun(nodeWright(i), packageOf(i), "", node(i)));
      act(4 * i + 1, new Deed.ChangeEnv(nodeWright(i), packageOf(i), "storm " + i));
      act(4 * i + 2, new Deed.DeleteJob(node(i), nodeWright(i)));
    }
  }

  /// NodeWrights are deleted while they work, and come back.
  private void deletedAtWork() {
    during(new Trouble.SlowApi(SLOW));
    during(new Trouble.SlowSteps("", Duration.ofSeconds(10)));
    act(4, new Deed.DeleteNodeWright(nodeWright(0)));
    act(20, new Deed.CreateNodeWright(nodeWright(0)));
  }

  private void during(Trouble trouble) {
    storm.add(new Disturbance.Spell(firstId + storm.size(), at, end, trouble));
  }

  private void act(int seconds, Deed deed) {
    Duration when = at.plusSeconds(seconds).plusMillis(dice.roll(2_000, "moment", storm.size()));
    storm.add(new Disturbance.Act(firstId + storm.size(), earlier(when), deed));
  }

  private Duration earlier(Duration wanted) {
    return wanted.compareTo(of.calm()) > 0 ? of.calm() : wanted;
  }

  private String node(int number) {
    return dice.pick(of.nodes(), "node", number).name();
  }

  private String nodeWright(int number) {
    return dice.pick(of.nodeWrights(), "nodewright", number).getMetadata().getName();
  }

  private String packageOf(int number) {
    String nodeWright = nodeWright(number);
    List<String> names =
        of.nodeWrights().stream()
            .filter(each -> each.getMetadata().getName().equals(nodeWright))
            .flatMap(each -> Objects.requireNonNull(each.getSpec().packages()).keySet().stream())
            .toList();
    return dice.pick(names, "package", number);
  }
}
