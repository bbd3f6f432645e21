package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.simulation.operator.Writer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// What an operator changed in the record of one package on one node.
///
/// @param nodeWright whose record
/// @param before the entry before; empty when there was none
/// @param after the entry after; empty when it was removed
record EntryChange(
    String nodeWright,
    Node node,
    PackageRef ref,
    List<PackageRecord> before,
    List<PackageRecord> after) {

  EntryChange {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /// The changes of entries that an operator's write of a node makes; none for other changes.
  static List<EntryChange> of(Truth truth, Change<?> change) {
    Optional<String> nodeWright = Writer.nodeWright(change.who());
    if (change.kind() != Kind.NODE
        || nodeWright.isEmpty()
        || !(change.before() instanceof Node before)
        || !(change.after() instanceof Node after)
        || Objects.equals(
            before.getMetadata().getAnnotations(), after.getMetadata().getAnnotations())) {
      return List.of();
    }
    if (!(truth.record(before, nodeWright.get()) instanceof NodeState.Known(var old))
        || !(truth.record(after, nodeWright.get()) instanceof NodeState.Known(var now))
        || old.equals(now)) {
      return List.of();
    }
    return changes(nodeWright.get(), before, old, now);
  }

  private static List<EntryChange> changes(
      String nodeWright,
      Node node,
      SortedMap<PackageRef, PackageRecord> old,
      SortedMap<PackageRef, PackageRecord> now) {
    SortedSet<PackageRef> all = new TreeSet<>(old.keySet());
    all.addAll(now.keySet());
    List<EntryChange> changes = new ArrayList<>();
    for (PackageRef ref : all) {
      List<PackageRecord> one = Optional.ofNullable(old.get(ref)).stream().toList();
      List<PackageRecord> other = Optional.ofNullable(now.get(ref)).stream().toList();
      if (!one.equals(other)) {
        changes.add(new EntryChange(nodeWright, node, ref, one, other));
      }
    }
    return changes;
  }

  String nodeName() {
    return node.getMetadata().getName();
  }

  boolean created() {
    return before.isEmpty();
  }

  boolean removed() {
    return after.isEmpty();
  }

  /// Whether a stage begins: the entry comes to stand at another stage, in progress. Only what
  /// comes after an uninstall does not begin with that: there it is how the uninstall's end is
  /// recorded, and the interrupt begins with its Job (02 §4.8).
  boolean starts() {
    return !removed()
        && after.getFirst().state() == StageState.IN_PROGRESS
        && after.getFirst().stage() != Stage.UNINSTALL_INTERRUPT
        && (created() || before.getFirst().stage() != after.getFirst().stage());
  }

  /// Whether it stands at a stage of before again, or at the same: a config change, a cancel.
  boolean sentBack() {
    return !created() && !removed() && !after.getFirst().stage().after(before.getFirst().stage());
  }

  @Override
  public String toString() {
    return "%s of %s on %s: %s -> %s"
        .formatted(ref, nodeWright, nodeName(), shown(before), shown(after));
  }

  private static String shown(List<PackageRecord> entry) {
    return entry.isEmpty()
        ? "absent"
        : "(%s, %s)".formatted(entry.getFirst().stage().word(), entry.getFirst().state().word());
  }
}
