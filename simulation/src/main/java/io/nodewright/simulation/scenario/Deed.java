package io.nodewright.simulation.scenario;

import io.nodewright.api.v1alpha1.DeploymentPolicySpec;
import java.time.Duration;

/// What people, tools, machines and processes may do to a cluster at any moment. A deed on
/// something that is not there is nothing.
public sealed interface Deed {

  // People edit NodeWrights. What admission refuses, they leave.

  /// Sets a package's version, and that of who depends on it.
  record ChangeVersion(String nodeWright, String name, String version) implements Deed {}

  /// Sets a config file; an empty text takes it away.
  record ChangeConfig(String nodeWright, String name, String key, String text) implements Deed {}

  /// Sets a variable of a package's environment.
  record ChangeEnv(String nodeWright, String name, String value) implements Deed {}

  /// Sets a package's image.
  record ChangeImage(String nodeWright, String name, String image) implements Deed {}

  /// Sets a package's agent image.
  record ChangeAgentImage(String nodeWright, String name, String image) implements Deed {}

  /// Takes a package out of the spec, and the edges to it.
  record RemovePackage(String nodeWright, String name) implements Deed {}

  /// Puts a package back as it was at the beginning.
  record AddPackage(String nodeWright, String name) implements Deed {}

  /// Asks for a package's uninstall, or takes that back.
  record AskUninstall(String nodeWright, String name, boolean apply) implements Deed {}

  /// Deletes a NodeWright.
  record DeleteNodeWright(String nodeWright) implements Deed {}

  /// Creates a NodeWright that is gone anew, as it was at the beginning.
  record CreateNodeWright(String nodeWright) implements Deed {}

  /// Sets or clears the pause.
  record Pause(String nodeWright, boolean on) implements Deed {}

  /// Sets or clears the annotation `disable`.
  record Disable(String nodeWright, boolean on) implements Deed {}

  /// Deletes a policy.
  record DeletePolicy(String policy) implements Deed {}

  /// Creates a policy that is gone anew.
  record CreatePolicy(String policy) implements Deed {}

  /// Gives a policy another spec.
  record SetPolicy(String policy, DeploymentPolicySpec spec) implements Deed {}

  /// Names another policy, or none and a flat budget.
  ///
  /// @param policy empty for none
  /// @param budget without a policy: so many nodes at once; 0 for all
  record FollowPolicy(String nodeWright, String policy, int budget) implements Deed {}

  /// Sets a NodeWright's place among the others, and how it holds them back.
  record SetOrder(String nodeWright, int priority, String sequencing) implements Deed {}

  /// Sets what a NodeWright has to do with the runtime-required taint.
  record SetGate(String nodeWright, boolean required, boolean autoTaint, boolean cordonAfter)
      implements Deed {}

  // The command line writes what 02 §4.15, §4.16 and 07 §10 say.

  /// `package rerun`; an empty stage starts the package over.
  record Rerun(String nodeWright, String name, String stage, String node) implements Deed {}

  /// `reset`, on one node when it is named, else everywhere and with the batches.
  record Reset(String nodeWright, String node) implements Deed {}

  /// `deployment-policy reset`.
  record ResetBatches(String nodeWright) implements Deed {}

  // Nodes.

  /// Adds a machine like the others.
  record AddNode(String node) implements Deed {}

  /// Adds a machine of which the kubelet registers with the runtime-required taint.
  ///
  /// @param legacy whether the taint is that of older operators
  record AddGatedNode(String node, String zone, boolean legacy) implements Deed {}

  /// Puts the runtime-required taint on a node by hand.
  record Gate(String node) implements Deed {}

  /// Takes a machine away for good.
  record RemoveNode(String node) implements Deed {}

  /// Takes a machine away and puts a new one under its name after a while.
  record RecreateNode(String node, Duration after) implements Deed {}

  /// Sets a label; an empty value takes it away.
  record Relabel(String node, String key, String value) implements Deed {}

  /// Sets or clears a taint that nobody tolerates.
  record Taint(String node, boolean on) implements Deed {}

  /// Sets or clears `unschedulable`.
  record Cordon(String node, boolean on) implements Deed {}

  /// Sets or clears the ignore label.
  record Ignore(String node, boolean on) implements Deed {}

  /// A machine reboots.
  record Reboot(String node, Duration down) implements Deed {}

  /// A machine loses its power.
  record PowerOff(String node) implements Deed {}

  /// A machine gets its power back.
  record PowerOn(String node) implements Deed {}

  /// A kubelet restarts under its containers.
  record RestartKubelet(String node, Duration down) implements Deed {}

  /// A person makes a record unreadable.
  record SpoilRecord(String node, String nodeWright, String text) implements Deed {}

  /// A person puts back what was there before it was spoilt.
  record RepairRecord(String node, String nodeWright) implements Deed {}

  // Objects of ours, by hand.

  /// Deletes a NodeWright's youngest Job of a node.
  record DeleteJob(String node, String nodeWright) implements Deed {}

  /// Suspends its unfinished Jobs of a node.
  record SuspendJob(String node, String nodeWright) implements Deed {}

  /// Takes the processed marker off its Jobs of a node.
  record RemoveMarker(String node, String nodeWright) implements Deed {}

  /// Deletes the youngest Pod of its Jobs on a node.
  record DeletePod(String node, String nodeWright) implements Deed {}

  /// Evicts that Pod.
  record EvictPod(String node, String nodeWright) implements Deed {}

  /// Deletes a package's ConfigMap.
  record DeleteConfigMap(String nodeWright, String name) implements Deed {}

  /// Edits a package's ConfigMap.
  record EditConfigMap(String nodeWright, String name) implements Deed {}

  /// Creates a Job of somebody else under the name of one of ours.
  record TakeJobName(String nodeWright, String name, String stage, String node) implements Deed {}

  /// Deletes what takes our names.
  record GiveNamesBack() implements Deed {}

  // Processes of the operator.

  /// It is killed, and starts again after a while.
  record KillOperator(Duration down) implements Deed {}

  /// A second one leads while the first one's fence is late.
  ///
  /// @param warmUp how long the second one has watched before
  /// @param overlap how long both write
  /// @param standstill how long the first one stands still meanwhile
  record TakeOver(Duration warmUp, Duration overlap, Duration standstill) implements Deed {}

  /// Its clock goes off; zero sets it right.
  record ShiftClock(Duration by) implements Deed {}

  /// All its watches break at once.
  record BreakWatches(Duration until, boolean emptyFirst) implements Deed {}
}
