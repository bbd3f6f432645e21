package io.nodewright.api.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Yaml;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeView.NodeConditions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is read of a Node (01 §8.2).
class NodeViewsTest {

  private static final String STATE =
      "{\"a|1\":{\"name\":\"a\",\"version\":\"1\",\"image\":\"r\",\"stage\":\"config\","
          + "\"state\":\"complete\"}}";

  private static final String NODE =
      """
      metadata:
        name: worker-7
        uid: u-1
        resourceVersion: "12"
        labels: {kubernetes.io/hostname: worker-7, nodewright.nvidia.com/status_gpu: complete}
        annotations:
          other: text
          nodewright.nvidia.com/nodeState_gpu: '%s'
          nodewright.nvidia.com/status_gpu: complete
          nodewright.nvidia.com/version_gpu: v0.21.0
          nodewright.nvidia.com/cordon_net: "true"
          nodewright.nvidia.com/drainStart_net: "2026-11-29T20:03:11Z"
          nodewright.nvidia.com/drainBlocked_net: "[]"
          nodewright.nvidia.com/rebooted_net: id
          nodewright.nvidia.com/autoTaint_key: "true"
          nodewright.nvidia.com/runtimeRequiredCordon: "true"
          nodewright.nvidia.com/nodeState_: "{}"
          skyhook.nvidia.com/nodeState_old: "{}"
      spec:
        unschedulable: true
        taints: [{key: k, value: v, effect: NoSchedule}, {key: e, effect: NoExecute}]
      status:
        nodeInfo: {bootID: b-1}
        conditions:
          - {type: Ready, status: "True"}
          - {type: nodewright.nvidia.com/gpu/NotReady, status: "False", lastTransitionTime: "2026-03-04T10:15:00Z"}
          - {type: nodewright.nvidia.com/gpu/Erroring, status: "True", lastTransitionTime: "2026-03-04T10:16:00Z"}
          - {type: nodewright.nvidia.com/net/Erroring, status: "True"}
      """
          .formatted(STATE);

  private final NodeViews views = new NodeViews();

  @Test
  void whatDecisionsNeedIsRead() {
    NodeView view = view(NODE);
    assertEquals("worker-7", view.name());
    assertEquals("u-1", view.uid());
    assertEquals("12", view.resourceVersion());
    assertEquals("worker-7", view.labels().get("kubernetes.io/hostname"));
    assertEquals(
        List.of(new Taint("k", "v", "NoSchedule"), new Taint("e", "", "NoExecute")), view.taints());
    assertTrue(view.unschedulable());
    assertEquals("b-1", view.bootId());
  }

  @ParameterizedTest(name = "R4 the label value {0}: ignored is {1}")
  @CsvSource({"true, true", "True, false", "1, false", "false, false"})
  void onlyTheExactWordIgnoresANode(String value, boolean ignored) { // 05 §3.2
    String label = "nodewright.nvidia.com/ignore: '" + value + "'";
    assertEquals(ignored, view("metadata: {name: n, labels: {" + label + "}}").ignored());
  }

  @Test
  void keysAreThoseOfTheNameAfterTheExactPrefix() {
    NodeView view = view(NODE);
    assertEquals(Set.of("gpu", "net"), view.records().keySet());
    NodeRecord gpu = view.record("gpu");
    assertEquals(STATE, gpu.stateText());
    assertEquals(NodeStates.read(STATE), gpu.state());
    assertEquals("complete", gpu.statusText());
    assertEquals("complete", gpu.statusLabel());
    assertEquals("v0.21.0", gpu.versionText());
    assertEquals(NodeRecord.ABSENT, gpu.cordonText());
    NodeRecord net = view.record("net");
    assertEquals(NodeState.EMPTY, net.state());
    assertEquals(NodeRecord.ABSENT, net.stateText());
    assertEquals("true", net.cordonText());
    assertEquals("2026-11-29T20:03:11Z", net.drainStartText());
    assertEquals("[]", net.drainBlockedText());
    assertEquals("id", net.rebootedText());
  }

  @Test
  void conditionsAreReadAsPairs() {
    NodeView view = view(NODE);
    assertEquals(
        new NodeConditions(
            true,
            false,
            Instant.parse("2026-03-04T10:15:00Z"),
            true,
            Instant.parse("2026-03-04T10:16:00Z")),
        view.conditionsOf("gpu"));
    assertEquals(
        new NodeConditions(false, false, Instant.EPOCH, true, Instant.EPOCH),
        view.conditionsOf("net"));
    assertEquals(NodeConditions.NONE, view.conditionsOf("other"));
  }

  @Test
  void anUnreadableRecordIsAFactOfThatNodeWrightAlone() {
    NodeView view = view(NODE.replace(STATE, "broken"));
    assertInstanceOf(NodeState.Unreadable.class, view.record("gpu").state());
    assertEquals("broken", view.record("gpu").stateText());
    assertEquals(NodeState.EMPTY, view.record("net").state());
  }

  @Test
  void aBareNodeHasNothing() {
    NodeView view = view("metadata: {name: bare}");
    assertEquals(Map.of(), new TreeMap<>(view.labels()));
    assertEquals(Map.of(), new TreeMap<>(view.records()));
    assertEquals("", view.bootId());
  }

  @Test
  void aHeartbeatLeavesTheViewEqual() {
    NodeView before = view(NODE);
    NodeView after =
        view(
            NODE.replace("\"12\"", "\"13\"")
                .replace("{type: Ready", "{lastHeartbeatTime: 2026-11-29T20:03:11Z, type: Ready"));
    assertTrue(before.sameAs(after));
  }

  @Test
  void equalTextsAreKeptOnce() {
    NodeRecord one = view(NODE).record("gpu");
    NodeRecord other = view(NODE.replace("worker-7", "worker-8")).record("gpu");
    assertSame(one.state(), other.state());
    assertSame(one.stateText(), other.stateText());
    assertSame(one.versionText(), other.versionText());
  }

  private NodeView view(String yaml) {
    return views.of(Yaml.read(Node.class, yaml));
  }

  @ParameterizedTest(name = "R83 with annotation {0} a node is new: {1}")
  @CsvSource({
    "nodewright.nvidia.com/nodeState_other, false",
    "nodewright.nvidia.com/autoTaint_nodewright.nvidia.com, false",
    "skyhook.nvidia.com/nodeState_x, true",
    "example.com/a, true"
  })
  void anyAnnotationOfOursMakesANodeKnown(String key, boolean untouched) {
    assertEquals(untouched, view("metadata: {name: n, annotations: {" + key + ": x}}").untouched());
  }
}
