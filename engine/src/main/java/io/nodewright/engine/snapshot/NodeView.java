package io.nodewright.engine.snapshot;

import io.nodewright.engine.drain.CordonFacts;
import io.nodewright.engine.names.ByName;
import io.nodewright.engine.rollout.Taint;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// A node as it was seen: only what decisions need. A heartbeat leaves it equal.
///
/// @param name its name
/// @param uid its UID; a node re-created under the same name has another
/// @param resourceVersion its version when this view was made; not part of what makes two views
///   equal
/// @param labels all of its labels
/// @param taints its taints
/// @param unschedulable `spec.unschedulable`
/// @param persistentCordon whether the annotation `runtimeRequiredCordon` is there
/// @param untouched whether it carries no annotation under our prefix, of any NodeWright: only such
///   a node is new (05 §13.2)
/// @param ignored whether the label `ignore` is exactly `true` (05 §3.2)
/// @param bootId `status.nodeInfo.bootID`; empty when not reported
/// @param records what it carries of each NodeWright, by NodeWright name
/// @param conditions our node conditions, by NodeWright name
public record NodeView(
    String name,
    String uid,
    String resourceVersion,
    SortedMap<String, String> labels,
    List<Taint> taints,
    boolean unschedulable,
    boolean persistentCordon,
    boolean untouched,
    boolean ignored,
    String bootId,
    SortedMap<String, NodeRecord> records,
    SortedMap<String, NodeConditions> conditions) {

  /// Copies the collections.
  public NodeView {
    labels = ByName.copyOf(labels);
    taints = List.copyOf(taints);
    records = ByName.copyOf(records);
    conditions = ByName.copyOf(conditions);
  }

  /// A node without a persistent cordon, which is new where it carries no record.
  public NodeView(
      String name,
      String uid,
      String resourceVersion,
      SortedMap<String, String> labels,
      List<Taint> taints,
      boolean unschedulable,
      boolean ignored,
      String bootId,
      SortedMap<String, NodeRecord> records,
      SortedMap<String, NodeConditions> conditions) {
    this(
        name,
        uid,
        resourceVersion,
        labels,
        taints,
        unschedulable,
        false,
        records.isEmpty(),
        ignored,
        bootId,
        records,
        conditions);
  }

  /// Who keeps it from being scheduled, as that NodeWright sees it (04 §4.3).
  public CordonFacts cordon(String nodeWright) {
    SortedSet<String> others = new TreeSet<>();
    records.forEach(
        (name, record) -> {
          if (record.cordons() && !name.equals(nodeWright)) {
            others.add(name);
          }
        });
    return new CordonFacts(unschedulable, record(nodeWright).cordons(), others, persistentCordon);
  }

  /// What it carries of that NodeWright; [NodeRecord#NONE] when nothing.
  public NodeRecord record(String nodeWright) {
    NodeRecord found = records.get(nodeWright);
    return found == null ? NodeRecord.NONE : found;
  }

  /// Our two conditions on it for that NodeWright; [NodeConditions#NONE] when absent.
  public NodeConditions conditionsOf(String nodeWright) {
    NodeConditions found = conditions.get(nodeWright);
    return found == null ? NodeConditions.NONE : found;
  }

  /// Whether this view says the same as another, whatever the object's version.
  public boolean sameAs(NodeView other) {
    return uid.equals(other.uid)
        && name.equals(other.name)
        && labels.equals(other.labels)
        && taints.equals(other.taints)
        && unschedulable == other.unschedulable
        && persistentCordon == other.persistentCordon
        && untouched == other.untouched
        && ignored == other.ignored
        && bootId.equals(other.bootId)
        && records.equals(other.records)
        && conditions.equals(other.conditions);
  }

  /// The conditions `<nw>/NotReady` and `<nw>/Erroring` of a node (02 §2.3).
  ///
  /// @param present whether both are there
  /// @param notReady status of `NotReady` is True
  /// @param notReadySince its last transition
  /// @param erroring status of `Erroring` is True
  /// @param erroringSince its last transition
  public record NodeConditions(
      boolean present,
      boolean notReady,
      Instant notReadySince,
      boolean erroring,
      Instant erroringSince) {
    /// Neither is there.
    public static final NodeConditions NONE =
        new NodeConditions(false, false, Instant.EPOCH, false, Instant.EPOCH);
  }
}
