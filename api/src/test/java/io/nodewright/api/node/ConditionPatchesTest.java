package io.nodewright.api.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Yaml;
import io.nodewright.engine.action.Action.SetNodeConditions;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeView.NodeConditions;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// The two node conditions: 01 §8.2, 02 §2.3.
class ConditionPatchesTest {

  private static final NodeView NODE =
      new NodeViews().of(Yaml.read(Node.class, "metadata: {name: n, uid: u-1}"));

  @Test
  void atWorkAndFailing() {
    Instant since = Instant.parse("2026-03-04T10:15:00Z");
    assertEquals(
        """
        {"metadata":{"uid":"u-1"},"status":{"conditions":[\
        {"type":"nodewright.nvidia.com/gpu/NotReady","status":"True","reason":"Incomplete",\
        "message":"NodeWright gpu Ready","lastTransitionTime":"2026-03-04T10:15:00Z"},\
        {"type":"nodewright.nvidia.com/gpu/Erroring","status":"True",\
        "reason":"Package(s) Erroring or Unknown",\
        "message":"Package Erroring or Unknown for gpu","lastTransitionTime":"2026-03-04T10:15:00Z"}]}}""",
        patch(new NodeConditions(true, true, since, true, since)));
  }

  @Test
  void complete() {
    Instant since = Instant.parse("2026-03-04T10:15:00Z");
    assertEquals(
        """
        {"metadata":{"uid":"u-1"},"status":{"conditions":[\
        {"type":"nodewright.nvidia.com/gpu/NotReady","status":"False","reason":"Complete",\
        "message":"NodeWright gpu Ready","lastTransitionTime":"2026-03-04T10:15:00Z"},\
        {"type":"nodewright.nvidia.com/gpu/Erroring","status":"False","reason":"Not Erroring",\
        "message":"Package Erroring or Unknown for gpu","lastTransitionTime":"2026-03-04T10:15:00Z"}]}}""",
        patch(new NodeConditions(true, false, since, false, since)));
  }

  @Test
  void takenAway() {
    assertEquals(
        """
        {"metadata":{"uid":"u-1"},"status":{"conditions":[\
        {"$patch":"delete","type":"nodewright.nvidia.com/gpu/NotReady"},\
        {"$patch":"delete","type":"nodewright.nvidia.com/gpu/Erroring"}]}}""",
        patch(NodeConditions.NONE));
  }

  private static String patch(NodeConditions wanted) {
    return ConditionPatches.of(new SetNodeConditions(NODE, "gpu", wanted));
  }
}
