package io.nodewright.api.node;

import io.nodewright.api.Keys;
import io.nodewright.engine.action.Action.TaintNode;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Patches of a node's runtime-required taint (05 §13). They are made for the list as it was seen
/// and touch no other taint: one that was added meanwhile stays, and where ours moved in the list a
/// test fails and nothing changes.
public final class TaintPatches {

  private static final String TAINTS = JsonPatch.pointer("spec", "taints");
  private static final String ANNOTATIONS = JsonPatch.pointer("metadata", "annotations");

  private TaintPatches() {}

  /// Puts the taint and its mark on a node that has annotations.
  public static JsonPatch of(TaintNode action) {
    return patch(action, false);
  }

  /// The same for a node without any annotation; empty when the node was seen with one of ours.
  public static Optional<JsonPatch> ofUnannotated(TaintNode action) {
    return action.seen().untouched() ? Optional.of(patch(action, true)) : Optional.empty();
  }

  private static JsonPatch patch(TaintNode action, boolean unannotated) {
    NodeView seen = action.seen();
    String mark =
        JsonPatch.pointer("metadata", "annotations", Keys.autoTaint(action.taint().key()));
    List<PatchOperation> all = new ArrayList<>();
    all.add(new PatchOperation.Test(JsonPatch.pointer("metadata", "uid"), seen.uid()));
    if (unannotated) {
      all.add(new PatchOperation.TestAbsent(ANNOTATIONS));
    } else if (seen.untouched()) {
      all.add(new PatchOperation.TestAbsent(mark));
    }
    boolean listed = !seen.taints().isEmpty();
    if (!listed) {
      all.add(new PatchOperation.TestAbsent(TAINTS));
    }
    all.add(new PatchOperation.AddTaint(TAINTS, action.taint(), listed));
    if (unannotated) {
      all.add(new PatchOperation.AddMap(ANNOTATIONS));
    }
    all.add(new PatchOperation.Add(mark, Keys.TRUE));
    return new JsonPatch(all);
  }

  /// Takes taints off, each tested at the place where it was seen; the last first, so that no place
  /// moves before its turn.
  static void remove(
      List<Taint> gone, NodeView seen, List<PatchOperation> tests, List<PatchOperation> changes) {
    for (int i = seen.taints().size() - 1; i >= 0; i--) {
      Taint taint = seen.taints().get(i);
      if (!gone.contains(taint)) {
        continue;
      }
      String path = TAINTS + "/" + i;
      tests.add(new PatchOperation.Test(path + "/key", taint.key()));
      tests.add(
          taint.value().isEmpty()
              ? new PatchOperation.TestAbsent(path + "/value")
              : new PatchOperation.Test(path + "/value", taint.value()));
      tests.add(new PatchOperation.Test(path + "/effect", taint.effect()));
      changes.add(new PatchOperation.Remove(path));
    }
  }
}
