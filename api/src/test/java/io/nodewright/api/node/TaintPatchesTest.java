package io.nodewright.api.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Yaml;
import io.nodewright.engine.action.Action.PatchNode;
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

  private static NodeView view(String yaml) {
    return new NodeViews().of(Yaml.read(Node.class, yaml));
  }
}
