package io.nodewright.api.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Yaml;
import io.nodewright.engine.action.Action.PatchNode;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.status.Status;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Patches of our keys: what they test, what they change (design, rule 3).
class NodePatchesTest {

  private static final PackageRef A = new PackageRef("a", "1");
  private static final PackageRef B = new PackageRef("b", "2");

  private static final String A_MEMBER =
      "\"a|1\":{\"name\":\"a\",\"version\":\"1\",\"image\":\"r/a\",\"stage\":\"config\","
          + "\"state\":\"complete\",\"new\":1}";
  private static final String B_MEMBER =
      "\"b|2\":{\"name\":\"b\",\"version\":\"2\",\"image\":\"r/b\",\"stage\":\"apply\","
          + "\"state\":\"in_progress\"}";

  private static final String TOUCHED =
      """
      metadata:
        name: n
        uid: u-1
        labels: {x: z, nodewright.nvidia.com/status_nw: waiting}
        annotations:
          nodewright.nvidia.com/nodeState_nw: '{%s}'
          nodewright.nvidia.com/status_nw: waiting
          nodewright.nvidia.com/cordon_nw: "true"
      """
          .formatted(A_MEMBER);

  private static final String FRESH = "metadata: {name: n, uid: u-1, labels: {x: z}}";

  @Test
  void aChangedKeyIsTestedForItsOldText() {
    assertEquals(
        """
        [{"op":"test","path":"/metadata/uid","value":"u-1"},\
        {"op":"test","path":"/metadata/annotations/nodewright.nvidia.com~1status_nw","value":"waiting"},\
        {"op":"test","path":"/metadata/labels/nodewright.nvidia.com~1status_nw","value":"waiting"},\
        {"op":"replace","path":"/metadata/annotations/nodewright.nvidia.com~1status_nw","value":"in_progress"},\
        {"op":"replace","path":"/metadata/labels/nodewright.nvidia.com~1status_nw","value":"in_progress"}]""",
        patch(TOUCHED, new NodeEdit.PutStatus(Status.IN_PROGRESS)).json());
  }

  @Test
  void anAbsentKeyIsTestedToBeAbsent() {
    assertEquals(
        """
        [{"op":"test","path":"/metadata/uid","value":"u-1"},\
        {"op":"test","path":"/metadata/annotations/nodewright.nvidia.com~1version_nw","value":null},\
        {"op":"add","path":"/metadata/annotations/nodewright.nvidia.com~1version_nw","value":"v0.21.0"}]""",
        patch(FRESH, new NodeEdit.PutVersion("v0.21.0")).json());
  }

  @Test
  void aNodeWithoutAnnotationsGetsTheMap() {
    assertEquals(
        """
        [{"op":"test","path":"/metadata/uid","value":"u-1"},\
        {"op":"test","path":"/metadata/annotations","value":null},\
        {"op":"add","path":"/metadata/annotations","value":{}},\
        {"op":"add","path":"/metadata/annotations/nodewright.nvidia.com~1version_nw","value":"v0.21.0"}]""",
        NodePatches.ofUnannotated(action(FRESH, new NodeEdit.PutVersion("v0.21.0")))
            .orElseThrow()
            .json());
  }

  @Test
  void aNodeWithoutLabelsGetsThatMapToo() {
    String json =
        patch("metadata: {name: n, uid: u-1}", new NodeEdit.PutStatus(Status.COMPLETE)).json();
    assertTrue(json.contains("{\"op\":\"test\",\"path\":\"/metadata/labels\",\"value\":null}"));
    assertTrue(json.contains("{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{}}"), json);
  }

  @Test
  void nothingToChangeIsNoPatch() {
    assertTrue(patch(TOUCHED, new NodeEdit.PutStatus(Status.WAITING)).empty());
    assertTrue(
        NodePatches.ofUnannotated(action(FRESH, remove(NodeEdit.Key.CORDON)))
            .orElseThrow()
            .empty());
  }

  /// A reset may take the last annotation of a node between a decision and its write.
  @Test
  @DisplayName("LW2 what a person took away is not written back on a node without annotations")
  void whatAPersonTookAwayIsNotWrittenBack() {
    assertTrue(
        NodePatches.ofUnannotated(action(TOUCHED, new NodeEdit.PutStatus(Status.COMPLETE)))
            .isEmpty());
  }

  @Test
  void onlyTheKeysThatAreThereAreRemoved() {
    assertEquals(
        """
        [{"op":"test","path":"/metadata/uid","value":"u-1"},\
        {"op":"test","path":"/metadata/annotations/nodewright.nvidia.com~1cordon_nw","value":"true"},\
        {"op":"remove","path":"/metadata/annotations/nodewright.nvidia.com~1cordon_nw"}]""",
        patch(TOUCHED, remove(NodeEdit.Key.CORDON, NodeEdit.Key.REBOOTED)).json());
  }

  @Test
  void changedMembersAreMergedAndTheOthersStay() { // LW2, LR5
    String json = patch(TOUCHED, put(record(B))).json();
    assertTrue(json.contains(escaped("{" + A_MEMBER + "," + B_MEMBER + "}")), json);
  }

  @Test
  void theLastMemberLeavesAnEmptyObject() { // LR2
    NodeEdit removal =
        new NodeEdit.PutRecords(Collections.emptySortedMap(), new TreeSet<>(List.of(A)));
    String json = patch(TOUCHED, removal).json();
    assertTrue(json.contains("\"value\":\"{}\""), json);
  }

  @Test
  void theLaterEditOfAKeyHolds() {
    String json = patch(TOUCHED, remove(NodeEdit.Key.STATE), put(record(B))).json();
    assertTrue(json.contains(escaped("{" + A_MEMBER + "," + B_MEMBER + "}")), json);
  }

  @Test
  void anUnreadableRecordIsNeverChanged() {
    assertThrows(
        IllegalStateException.class,
        () -> patch(TOUCHED.replace("{" + A_MEMBER + "}", "broken"), put(record(B))));
  }

  @Test
  @DisplayName("I1 cordon and annotation are one patch, of a node that is schedulable")
  void cordon() {
    assertEquals(
        """
        [{"op":"test","path":"/metadata/uid","value":"u-1"},\
        {"op":"test","path":"/spec/unschedulable","value":null},\
        {"op":"test","path":"/metadata/annotations/nodewright.nvidia.com~1cordon_nw","value":null},\
        {"op":"add","path":"/spec/unschedulable","value":true},\
        {"op":"add","path":"/metadata/annotations/nodewright.nvidia.com~1cordon_nw","value":"true"}]""",
        patch(FRESH, new NodeEdit.Cordon()).json());
  }

  @Test
  @DisplayName("I8 joining a cordon writes the annotation alone, of a node that is cordoned")
  void join() {
    assertEquals(
        """
        [{"op":"test","path":"/metadata/uid","value":"u-1"},\
        {"op":"test","path":"/spec/unschedulable","value":true},\
        {"op":"test","path":"/metadata/annotations/nodewright.nvidia.com~1cordon_nw","value":null},\
        {"op":"add","path":"/metadata/annotations/nodewright.nvidia.com~1cordon_nw","value":"true"}]""",
        patch(FRESH + "\nspec: {unschedulable: true}", new NodeEdit.Cordon()).json());
  }

  @Test
  @DisplayName("I10 the last holder's release names the version that was read")
  void release() {
    String cordoned =
        TOUCHED.replace("uid: u-1", "uid: u-1\n  resourceVersion: '7'")
            + "spec: {unschedulable: true}\n";
    assertEquals(
        """
        [{"op":"test","path":"/metadata/uid","value":"u-1"},\
        {"op":"test","path":"/metadata/resourceVersion","value":"7"},\
        {"op":"test","path":"/spec/unschedulable","value":true},\
        {"op":"test","path":"/metadata/annotations/nodewright.nvidia.com~1cordon_nw","value":"true"},\
        {"op":"remove","path":"/spec/unschedulable"},\
        {"op":"remove","path":"/metadata/annotations/nodewright.nvidia.com~1cordon_nw"}]""",
        patch(cordoned, new NodeEdit.ReleaseCordon(true)).json());
  }

  private static JsonPatch patch(String node, NodeEdit... edits) {
    return NodePatches.of(action(node, edits));
  }

  private static PatchNode action(String node, NodeEdit... edits) {
    NodeView seen = new NodeViews().of(Yaml.read(Node.class, node));
    return new PatchNode(seen, "nw", List.of(edits));
  }

  private static NodeEdit remove(NodeEdit.Key... keys) {
    return new NodeEdit.Remove(new TreeSet<>(List.of(keys)));
  }

  private static NodeEdit put(PackageRecord record) {
    TreeMap<PackageRef, PackageRecord> put = new TreeMap<>();
    put.put(record.ref(), record);
    return new NodeEdit.PutRecords(put, Collections.emptySortedSet());
  }

  private static PackageRecord record(PackageRef ref) {
    return new PackageRecord(
        ref,
        "r/" + ref.name(),
        "",
        Stage.APPLY,
        StageState.IN_PROGRESS,
        0,
        false,
        0,
        Collections.emptySortedMap());
  }

  private static String escaped(String text) {
    return text.replace("\"", "\\\"");
  }
}
