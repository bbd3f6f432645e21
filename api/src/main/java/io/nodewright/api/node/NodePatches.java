package io.nodewright.api.node;

import io.nodewright.api.Keys;
import io.nodewright.api.pod.DrainBlockers;
import io.nodewright.engine.action.Action.PatchNode;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.drain.DrainStart;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.snapshot.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Patches of our keys on Nodes. Each tests the node's UID and the old text of every key that it
/// changes, so a heartbeat is no conflict and a change by anybody else of the same key is one.
public final class NodePatches {

  private static final String ANNOTATIONS = "annotations";
  private static final String LABELS = "labels";
  private static final String UNSCHEDULABLE = JsonPatch.pointer("spec", "unschedulable");

  private NodePatches() {}

  /// The patch of a node that has annotations, as every node has that a kubelet registered. Empty
  /// when the node already is as wanted.
  ///
  /// A view does not tell whether a node has any annotation. Where it has none, a test below
  /// `/metadata/annotations` fails on the API server and so the whole patch does, changing nothing;
  /// the executor then sends [#ofUnannotated].
  public static JsonPatch of(PatchNode action) {
    return patch(action, false);
  }

  /// The same for a node without any annotation: tests that, and makes the map. On any other node
  /// it fails and changes nothing.
  ///
  /// @return empty when the action was decided on an annotation of ours: a node without any is then
  ///   one from which somebody took it, and what they took away is not written back
  public static Optional<JsonPatch> ofUnannotated(PatchNode action) {
    return CarriedKeys.of(action.seen().record(action.nodeWright())).annotated()
        ? Optional.empty()
        : Optional.of(patch(action, true));
  }

  private static JsonPatch patch(PatchNode action, boolean unannotated) {
    NodeView seen = action.seen();
    CarriedKeys before = CarriedKeys.of(seen.record(action.nodeWright()));
    CarriedKeys after = CarriedKeys.of(seen.record(action.nodeWright()));
    action.edits().forEach(edit -> apply(edit, seen.record(action.nodeWright()), after));

    List<PatchOperation> tests = new ArrayList<>();
    List<PatchOperation> changes = new ArrayList<>();
    tests.add(new PatchOperation.Test(JsonPatch.pointer("metadata", "uid"), seen.uid()));
    if (restsOnAbsentKeys(action)) {
      tests.add(
          new PatchOperation.Test(
              JsonPatch.pointer("metadata", "resourceVersion"), seen.resourceVersion()));
    }
    if (unannotated) {
      addMap(ANNOTATIONS, tests, changes);
    }
    action.edits().forEach(edit -> schedule(edit, seen, tests, changes));
    for (NodeEdit.Key key : NodeEdit.Key.values()) {
      String old = before.text(key);
      String wanted = after.text(key);
      if (old.equals(wanted)) {
        continue;
      }
      boolean label = key == NodeEdit.Key.STATUS_LABEL;
      if (label && seen.labels().isEmpty()) {
        addMap(LABELS, tests, changes);
      }
      String path =
          JsonPatch.pointer(
              "metadata", label ? LABELS : ANNOTATIONS, CarriedKeys.name(key, action.nodeWright()));
      boolean mapMade = label ? seen.labels().isEmpty() : unannotated;
      if (!mapMade) {
        tests.add(test(path, old));
      }
      changes.add(change(path, old, wanted));
    }
    if (changes.size() == (unannotated ? 1 : 0)) {
      return new JsonPatch(List.of());
    }
    tests.addAll(changes);
    return new JsonPatch(tests);
  }

  /// Whether the patch rests on keys that are not there, so that it names the version of the node:
  /// the one in the view may be older than the last heartbeat, and the node is read anew first.
  public static boolean restsOnAbsentKeys(PatchNode action) {
    return action.edits().stream().anyMatch(NodeEdit.ReleaseCordon.class::isInstance);
  }

  /// What an edit changes beside the keys of the NodeWright.
  private static void schedule(
      NodeEdit edit, NodeView seen, List<PatchOperation> tests, List<PatchOperation> changes) {
    switch (edit) {
      case NodeEdit.Cordon _ -> {
        // `false` is not stored: the API server leaves it out.
        tests.add(
            seen.unschedulable()
                ? new PatchOperation.TestOn(UNSCHEDULABLE)
                : new PatchOperation.TestAbsent(UNSCHEDULABLE));
        if (!seen.unschedulable()) {
          changes.add(new PatchOperation.SwitchOn(UNSCHEDULABLE));
        }
      }
      case NodeEdit.ReleaseCordon(boolean uncordon) -> {
        if (uncordon && seen.unschedulable()) {
          tests.add(new PatchOperation.TestOn(UNSCHEDULABLE));
          changes.add(new PatchOperation.Remove(UNSCHEDULABLE));
        }
      }
      case NodeEdit.UnmarkPersistentCordon _ -> {
        tests.add(new PatchOperation.TestAbsent(UNSCHEDULABLE));
        changes.add(
            new PatchOperation.Remove(
                JsonPatch.pointer("metadata", ANNOTATIONS, Keys.RUNTIME_REQUIRED_CORDON)));
      }
      case NodeEdit.PlacePersistentCordon _ -> {
        tests.add(
            seen.unschedulable()
                ? new PatchOperation.TestOn(UNSCHEDULABLE)
                : new PatchOperation.TestAbsent(UNSCHEDULABLE));
        if (!seen.unschedulable()) {
          changes.add(new PatchOperation.SwitchOn(UNSCHEDULABLE));
        }
        changes.add(
            new PatchOperation.Add(
                JsonPatch.pointer("metadata", ANNOTATIONS, Keys.RUNTIME_REQUIRED_CORDON),
                Keys.TRUE));
      }
      case NodeEdit.RemoveTaints(var taints) -> TaintPatches.remove(taints, seen, tests, changes);
      case NodeEdit.PutRebooted _,
          NodeEdit.PutRecords _,
          NodeEdit.PutStatus _,
          NodeEdit.PutVersion _,
          NodeEdit.PutDrainStart _,
          NodeEdit.PutDrainBlocked _,
          NodeEdit.Remove _ -> {}
    }
  }

  private static void addMap(String map, List<PatchOperation> tests, List<PatchOperation> changes) {
    String path = JsonPatch.pointer("metadata", map);
    tests.add(new PatchOperation.TestAbsent(path));
    changes.add(new PatchOperation.AddMap(path));
  }

  private static PatchOperation test(String path, String old) {
    return old.equals(NodeRecord.ABSENT)
        ? new PatchOperation.TestAbsent(path)
        : new PatchOperation.Test(path, old);
  }

  private static PatchOperation change(String path, String old, String wanted) {
    if (wanted.equals(NodeRecord.ABSENT)) {
      return new PatchOperation.Remove(path);
    }
    return old.equals(NodeRecord.ABSENT)
        ? new PatchOperation.Add(path, wanted)
        : new PatchOperation.Replace(path, wanted);
  }

  private static void apply(NodeEdit edit, NodeRecord seen, CarriedKeys after) {
    switch (edit) {
      case NodeEdit.PutRecords records -> after.put(NodeEdit.Key.STATE, merged(records, seen));
      case NodeEdit.PutStatus(var status) -> {
        after.put(NodeEdit.Key.STATUS, status.word());
        after.put(NodeEdit.Key.STATUS_LABEL, status.word());
      }
      case NodeEdit.PutVersion(String version) -> after.put(NodeEdit.Key.VERSION, version);
      case NodeEdit.Cordon _ -> {
        if (!seen.cordons()) {
          after.put(NodeEdit.Key.CORDON, Keys.TRUE);
        }
      }
      case NodeEdit.ReleaseCordon _ -> after.put(NodeEdit.Key.CORDON, NodeRecord.ABSENT);
      case NodeEdit.PutDrainStart(var start) ->
          after.put(NodeEdit.Key.DRAIN_START, DrainStart.write(start));
      case NodeEdit.PutDrainBlocked(var blockers) ->
          after.put(NodeEdit.Key.DRAIN_BLOCKED, DrainBlockers.write(blockers));
      case NodeEdit.PutRebooted(String resourceId) -> after.put(NodeEdit.Key.REBOOTED, resourceId);
      case NodeEdit.UnmarkPersistentCordon _,
          NodeEdit.PlacePersistentCordon _,
          NodeEdit.RemoveTaints _ -> {}
      case NodeEdit.Remove(var keys) -> keys.forEach(key -> after.put(key, NodeRecord.ABSENT));
    }
  }

  /// The seen record with the changed members; the others stay as they are (LW2).
  private static String merged(NodeEdit.PutRecords edit, NodeRecord seen) {
    SortedMap<PackageRef, PackageRecord> entries =
        switch (seen.state()) {
          case NodeState.Known known -> new TreeMap<>(known.entries());
          case NodeState.Unreadable(String problem) ->
              throw new IllegalStateException("a change to an unreadable record: " + problem);
        };
    entries.keySet().removeAll(edit.remove());
    entries.putAll(edit.put());
    return NodeStates.write(new NodeState.Known(entries));
  }
}
