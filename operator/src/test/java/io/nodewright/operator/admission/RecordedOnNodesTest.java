package io.nodewright.operator.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.nodewright.api.node.NodeViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.snapshot.NodeView;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Where it is read which nodes record a package.
class RecordedOnNodesTest {

  private static final PackageRef FOO = new PackageRef("foo", "1.0.0");
  private final RecordedOnNodes recorded =
      new RecordedOnNodes(() -> List.of(node("in", "a"), node("out", "b")));

  @Test
  @DisplayName("V23 V25 the copies in the status count, as long as it lists each selected node")
  void copies() {
    assertEquals(List.of("in"), recorded.apply(stored("0/1", "foo")).nodesWith(FOO));
    assertEquals(List.of(), recorded.apply(stored("0/1", "bar")).nodesWith(FOO));
  }

  @Test
  @DisplayName("V23 V25 what a status was too large for is read from the selected nodes")
  void nodes() {
    NodeWright cut = stored("2/2", "bar");
    cut.setStatus(withoutCopies());
    assertEquals(List.of("in"), recorded.apply(cut).nodesWith(FOO));
  }

  private static NodeWrightStatus withoutCopies() {
    NodeWright read =
        new KubernetesSerialization()
            .unmarshal("---\nstatus: {completeNodes: 2/2}\n", NodeWright.class);
    return read.getStatus();
  }

  private static NodeWright stored(String counts, String name) {
    return new KubernetesSerialization()
        .unmarshal(
            """
            ---
            metadata: {name: nw}
            spec: {nodeSelectors: {matchLabels: {pool: a}}}
            status:
              completeNodes: %s
              nodeState: {in: {"%s|1.0.0": {stage: config, state: complete}}}
            """
                .formatted(counts, name),
            NodeWright.class);
  }

  private static NodeView node(String name, String pool) {
    return new NodeViews()
        .of(
            new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withUid(name)
                .withResourceVersion("1")
                .addToLabels("pool", pool)
                .addToAnnotations(
                    "nodewright.nvidia.com/nodeState_nw",
                    """
                    {"foo|1.0.0": {"name": "foo", "version": "1.0.0", "image": "r",
                      "stage": "config", "state": "complete"}}
                    """)
                .endMetadata()
                .build());
  }
}
