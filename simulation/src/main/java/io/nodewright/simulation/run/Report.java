package io.nodewright.simulation.run;

import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.invariant.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What many runs came to: how often each fault fired, each deed was done, and each invariant had
/// something to judge. What a long run never met is a gap of the simulator.
public final class Report {

  /// Invariants that a long run must meet.
  private static final List<String> INVARIANTS =
      List.of(
          "V-budget",
          "V-order",
          "V-taint",
          "V-stop",
          "V-spec",
          "node-order",
          "R9",
          "V-once",
          "V-dag",
          "V-hold",
          "V-delete",
          "V-isolation",
          "V-crash",
          "V-quiet",
          "V-live",
          "V-size",
          "LX1",
          "LX2",
          "LX4",
          "LX7",
          "LX9",
          "LX10",
          "LX11",
          "LX12",
          "LX13",
          "LX15",
          "LX16");

  /// Faults that a long run must meet.
  private static final List<String> FAULTS =
      List.of(
          "slow request",
          "request refused with 429",
          "request refused with 500",
          "request refused with 503",
          "request never arrived",
          "answer lost",
          "conflict on a chosen object",
          "watch late",
          "watch merged",
          "watch redelivered",
          "watch broken",
          "watch broken, empty list",
          "operator died, its request arrived",
          "operator died, its request was lost",
          "pod creation forbidden",
          "slow step",
          "edit refused by admission",
          "node fails by luck",
          "deed AddGatedNode",
          "deed AddNode",
          "deed AddPackage",
          "deed AskUninstall",
          "deed BreakWatches",
          "deed ChangeAgentImage",
          "deed ChangeConfig",
          "deed ChangeEnv",
          "deed ChangeImage",
          "deed ChangeVersion",
          "deed Cordon",
          "deed CreateNodeWright",
          "deed CreatePolicy",
          "deed DeleteConfigMap",
          "deed DeleteJob",
          "deed DeleteNodeWright",
          "deed DeletePod",
          "deed DeletePolicy",
          "deed Disable",
          "deed EditConfigMap",
          "deed EvictPod",
          "deed FollowPolicy",
          "deed Gate",
          "deed SetGate",
          "deed SetOrder",
          "deed SetPolicy",
          "deed GiveNamesBack",
          "deed Ignore",
          "deed KillOperator",
          "deed Pause",
          "deed PowerOff",
          "deed PowerOn",
          "deed Reboot",
          "deed RecreateNode",
          "deed Relabel",
          "deed RemoveMarker",
          "deed RemoveNode",
          "deed RemovePackage",
          "deed RepairRecord",
          "deed Rerun",
          "deed Reset",
          "deed ResetBatches",
          "deed RestartKubelet",
          "deed ShiftClock",
          "deed SpoilRecord",
          "deed SuspendJob",
          "deed TakeJobName",
          "deed TakeOver",
          "deed Taint");

  private final FaultCounts faults = new FaultCounts();
  private final SortedMap<String, Long> judged = new TreeMap<>();

  /// Takes the counts of a run in.
  void add(FaultCounts of) {
    faults.add(of);
  }

  /// Takes the judgements of a run in.
  void add(Findings of) {
    of.judged().forEach((id, count) -> judged.merge(id, count, Long::sum));
  }

  /// All counts, one a line.
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("faults and deeds:");
    faults.byName().forEach((name, count) -> lines.add("  %-44s %d".formatted(name, count)));
    lines.add("judgements of invariants:");
    judged.forEach((name, count) -> lines.add("  %-44s %d".formatted(name, count)));
    return lines;
  }

  /// What was never met.
  List<String> zeros() {
    List<String> zeros = new ArrayList<>();
    for (String id : INVARIANTS) {
      if (!judged.containsKey(id)) {
        zeros.add("invariant " + id + " had nothing to judge");
      }
    }
    Map<String, Long> fired = faults.byName();
    for (String fault : FAULTS) {
      if (!fired.containsKey(fault)) {
        zeros.add("fault \"" + fault + "\" never fired");
      }
    }
    return zeros;
  }
}
