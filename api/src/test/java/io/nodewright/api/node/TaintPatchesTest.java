package io.nodewright.api.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Yaml;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.action.Action.PatchNode;
import io.nodewright.engine.action.Action.TaintNode;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.NodeView;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Patches of the runtime-required taint touch no taint of others (05 §13).
class TaintPatchesTest {

  private static final String TAINTED =
      """
      metadata: {name: n, uid: u-1, annotations: {nodewright.nvidia.com/version_nw: v1}}
      spec:
        taints:
        - {key: nodewright.nvidia.com, value: runtime-required, effect: NoSchedule}
        - {key: gpu, effect: NoSchedule}
        - {key: skyhook.nvidia.com, value: runtime-required, effect: NoSchedule}
      """;

  private static final Taint OURS =
      new Taint("nodewright.nvidia.com", "runtime-required", "NoSchedule");
  private static final Taint LEGACY =
      new Taint("skyhook.nvidia.com", "runtime-required", "NoSchedule");

  @Test
  @DisplayName("R79 I82 both taints go in one patch with the cordon, each tested where it was seen")
  void removal() {
    NodeView seen = view(TAINTED);
    assertEquals(
        """
        [{"op":"test","path":"/metadata/uid","value":"u-1"},\
        {"op":"test","path":"/spec/taints/2/key","value":"skyhook.nvidia.com"},\
        {"op":"test","path":"/spec/taints/2/value","value":"runtime-required"},\
        {"op":"test","path":"/spec/taints/2/effect","value":"NoSchedule"},\
        {"op":"test","path":"/spec/taints/0/key","value":"nodewright.nvidia.com"},\
        {"op":"test","path":"/spec/taints/0/value","value":"runtime-required"},\
        {"op":"test","path":"/spec/taints/0/effect","value":"NoSchedule"},\
        {"op":"test","path":"/spec/unschedulable","value":null},\
        {"op":"remove","path":"/spec/taints/2"},\
        {"op":"remove","path":"/spec/taints/0"},\
        {"op":"add","path":"/spec/unschedulable","value":true},\
        {"op":"add","path":"/metadata/annotations/nodewright.nvidia.com~1runtimeRequiredCordon","value":"true"}]""",
        NodePatches.of(
                new PatchNode(
                    seen,
                    "nw",
                    List.of(
                        new NodeEdit.RemoveTaints(List.of(OURS, LEGACY)),
                        new NodeEdit.PlacePersistentCordon())))
            .json());
  }

  @Test
  @DisplayName("R82 a new node gets taint and mark in one patch, beside what others put there")
  void applied() {
    assertEquals(
        """
        [{"op":"test","path":"/metadata/uid","value":"u-1"},\
        {"op":"test","path":"/metadata/annotations/nodewright.nvidia.com~1autoTaint_nodewright.nvidia.com","value":null},\
        {"op":"add","path":"/spec/taints/-","value":{"key":"nodewright.nvidia.com","value":"runtime-required","effect":"NoSchedule"}},\
        {"op":"add","path":"/metadata/annotations/nodewright.nvidia.com~1autoTaint_nodewright.nvidia.com","value":"true"}]""",
        TaintPatches.of(
                tainting(
                    """
                    metadata: {name: n, uid: u-1, annotations: {csi: x}}
                    spec:
                      taints:
                      - {key: gpu, effect: NoSchedule}
                    """))
            .json());
  }

  @Test
  @DisplayName("R82 where there are no taints the list is made, and tested to be absent still")
  void firstTaint() {
    assertEquals(
        """
        [{"op":"test","path":"/metadata/uid","value":"u-1"},\
        {"op":"test","path":"/metadata/annotations/nodewright.nvidia.com~1autoTaint_nodewright.nvidia.com","value":null},\
        {"op":"test","path":"/spec/taints","value":null},\
        {"op":"add","path":"/spec/taints","value":[{"key":"nodewright.nvidia.com","value":"runtime-required","effect":"NoSchedule"}]},\
        {"op":"add","path":"/metadata/annotations/nodewright.nvidia.com~1autoTaint_nodewright.nvidia.com","value":"true"}]""",
        TaintPatches.of(tainting("metadata: {name: n, uid: u-1, annotations: {csi: x}}")).json());
  }

  @Test
  @DisplayName("R82 a node without any annotation gets the map too, tested to be absent still")
  void firstAnnotation() {
    assertEquals(
        """
        [{"op":"test","path":"/metadata/uid","value":"u-1"},\
        {"op":"test","path":"/metadata/annotations","value":null},\
        {"op":"test","path":"/spec/taints","value":null},\
        {"op":"add","path":"/spec/taints","value":[{"key":"nodewright.nvidia.com","value":"runtime-required","effect":"NoSchedule"}]},\
        {"op":"add","path":"/metadata/annotations","value":{}},\
        {"op":"add","path":"/metadata/annotations/nodewright.nvidia.com~1autoTaint_nodewright.nvidia.com","value":"true"}]""",
        TaintPatches.ofUnannotated(tainting("metadata: {name: n, uid: u-1}")).orElseThrow().json());
  }

  @Test
  @DisplayName("R92 a rebooted node has its mark: it is written again, and nothing else is tested")
  void rebooted() {
    TaintNode again =
        tainting(
            """
            metadata:
              name: n
              uid: u-1
              annotations: {nodewright.nvidia.com/autoTaint_nodewright.nvidia.com: "true"}
            """);
    assertEquals(
        """
        [{"op":"test","path":"/metadata/uid","value":"u-1"},\
        {"op":"test","path":"/spec/taints","value":null},\
        {"op":"add","path":"/spec/taints","value":[{"key":"nodewright.nvidia.com","value":"runtime-required","effect":"NoSchedule"}]},\
        {"op":"add","path":"/metadata/annotations/nodewright.nvidia.com~1autoTaint_nodewright.nvidia.com","value":"true"}]""",
        TaintPatches.of(again).json());
    assertTrue(TaintPatches.ofUnannotated(again).isEmpty());
  }

  private static TaintNode tainting(String node) {
    NodeWright nodeWright =
        Yaml.read(NodeWright.class, "{metadata: {name: nw, uid: w-1}, spec: {}}");
    return new TaintNode(view(node), NodeWrightViews.of(nodeWright), OURS);
  }

  private static NodeView view(String yaml) {
    return new NodeViews().of(Yaml.read(Node.class, yaml));
  }
}
