package io.nodewright.simulation.people;

import io.nodewright.simulation.cluster.VirtualCluster;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.operator.Operators;
import io.nodewright.simulation.scenario.Deed;
import io.nodewright.simulation.scenario.Scenario;
import io.nodewright.simulation.server.ApiFailure;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;

/// Carries deeds out.
public final class People {

  /// Under what names others write than operators and the parts of the cluster.
  public static final String PERSON = "person";

  private final SpecEdits specs;
  private final Commands commands;
  private final NodeDeeds nodes;
  private final ObjectDeeds objects;
  private final Operators operators;
  private final FaultCounts counts;

  /// @param machines makes new ones
  /// @param counts told of each deed
  public People(
      Scenario scenario,
      VirtualCluster cluster,
      Machines machines,
      Operators operators,
      Agenda agenda,
      FaultCounts counts) {
    this.specs = new SpecEdits(scenario, cluster.server().as(PERSON));
    this.commands = new Commands(cluster.server().as(PERSON));
    this.nodes = new NodeDeeds(cluster, machines, agenda);
    this.objects = new ObjectDeeds(cluster.server(), agenda);
    this.operators = operators;
    this.counts = counts;
  }

  /// Creates what is there at the beginning, beside machines.
  public void begin() {
    specs.createAll();
  }

  /// Carries one out. What the API server refuses is left.
  ///
  /// @return whether it was done
  public boolean perform(Deed deed) {
    try {
      carryOut(deed);
      counts.fired("deed " + deed.getClass().getSimpleName());
      return true;
    } catch (ApiFailure refused) {
      if (refused.code() == 403) {
        counts.fired("edit refused by admission");
      }
      return false;
    }
  }

  /// Puts everything right: what was taken away comes back, what holds is lifted, what is stuck is
  /// forced.
  public void calm() {
    operators.shiftClocks(Duration.ZERO);
    nodes.calm();
    objects.calm();
    specs.calm();
    commands.calm();
  }

  /// Lifts the cordons that no NodeWright holds.
  public void uncordon() {
    nodes.uncordon();
  }

  /// Lifts once more what can hold a rollout for good and may have come about since.
  public void calmAgain() {
    commands.calm();
  }

  private void carryOut(Deed deed) {
    switch (deed) {
      case Deed.ChangeVersion edit -> specs.changeVersion(edit);
      case Deed.ChangeConfig edit -> specs.changeConfig(edit);
      case Deed.ChangeEnv edit -> specs.changeEnv(edit);
      case Deed.ChangeImage edit -> specs.changeImage(edit);
      case Deed.ChangeAgentImage edit -> specs.changeAgentImage(edit);
      case Deed.RemovePackage edit -> specs.remove(edit);
      case Deed.AddPackage edit -> specs.add(edit);
      case Deed.AskUninstall edit -> specs.askUninstall(edit);
      case Deed.DeleteNodeWright(String name) -> specs.delete(name);
      case Deed.CreateNodeWright(String name) -> specs.create(name);
      case Deed.Pause(String name, boolean on) -> commands.pause(name, on);
      case Deed.Disable(String name, boolean on) -> commands.disable(name, on);
      case Deed.DeletePolicy(String name) -> specs.deletePolicy(name);
      case Deed.CreatePolicy(String name) -> specs.createPolicy(name);
      case Deed.SetPolicy edit -> specs.setPolicy(edit);
      case Deed.FollowPolicy edit -> specs.followPolicy(edit);
      case Deed.SetOrder edit -> specs.setOrder(edit);
      case Deed.SetGate edit -> specs.setGate(edit);
      case Deed.Rerun rerun -> commands.rerun(rerun);
      case Deed.Reset(String name, String node) -> commands.reset(name, node);
      case Deed.ResetBatches(String name) -> commands.resetBatches(name);
      case Deed.AddNode(String node) -> nodes.add(node);
      case Deed.AddGatedNode add -> nodes.addGated(add);
      case Deed.Gate(String node) -> nodes.gate(node);
      case Deed.RemoveNode(String node) -> nodes.remove(node);
      case Deed.RecreateNode(String node, Duration after) -> nodes.recreate(node, after);
      case Deed.Relabel(String node, String key, String value) -> nodes.relabel(node, key, value);
      case Deed.Taint(String node, boolean on) -> nodes.taint(node, on);
      case Deed.Cordon(String node, boolean on) -> nodes.cordon(node, on);
      case Deed.Ignore(String node, boolean on) -> nodes.ignore(node, on);
      case Deed.Reboot(String node, Duration down) -> nodes.reboot(node, down);
      case Deed.PowerOff(String node) -> nodes.powerOff(node);
      case Deed.PowerOn(String node) -> nodes.powerOn(node);
      case Deed.RestartKubelet(String node, Duration down) -> nodes.restartKubelet(node, down);
      case Deed.SpoilRecord(String node, String name, String text) ->
          nodes.spoilRecord(node, name, text);
      case Deed.RepairRecord(String node, String name) -> nodes.repairRecord(node, name);
      case Deed.DeleteJob(String node, String name) -> objects.deleteJob(node, name);
      case Deed.SuspendJob(String node, String name) -> objects.suspendJob(node, name);
      case Deed.RemoveMarker(String node, String name) -> objects.removeMarker(node, name);
      case Deed.DeletePod(String node, String name) -> objects.deletePod(node, name);
      case Deed.EvictPod(String node, String name) -> objects.evictPod(node, name);
      case Deed.DeleteConfigMap(String name, String of) -> objects.deleteConfigMap(name, of);
      case Deed.EditConfigMap(String name, String of) -> objects.editConfigMap(name, of);
      case Deed.TakeJobName take -> objects.takeJobName(take);
      case Deed.GiveNamesBack() -> objects.giveNamesBack();
      case Deed.KillOperator(Duration down) -> operators.killLeader(down);
      case Deed.TakeOver(Duration warmUp, Duration overlap, Duration standstill) ->
          operators.takeOver(warmUp, overlap, standstill);
      case Deed.ShiftClock(Duration by) -> operators.shiftClocks(by);
      case Deed.BreakWatches(Duration until, boolean empty) -> operators.breakWatches(until, empty);
    }
  }
}
