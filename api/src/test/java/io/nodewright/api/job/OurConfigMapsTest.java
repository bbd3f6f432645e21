package io.nodewright.api.job;

import static io.nodewright.api.job.StageFixture.aStage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The ConfigMaps of contract 03 §10.
class OurConfigMapsTest {

  private static final String P = "nodewright.nvidia.com/";

  private final OurConfigMaps builder = new OurConfigMaps(aStage().settings());

  @Test
  @DisplayName("J11 no configMap: the ConfigMap exists with empty data")
  void ofAPackageWithoutConfig() {
    ConfigMap map = builder.ofPackage(anOwner(), aStage().spec());

    assertEquals("gpu-tuning-tuning-1.2.3", map.getMetadata().getName());
    assertEquals(Map.of(), map.getData());
    assertEquals(Map.of(P + "name", "gpu-tuning"), map.getMetadata().getLabels());
    assertEquals(
        Map.of(
            P + "name", "gpu-tuning",
            P + "Package.Name", "tuning",
            P + "Package.Version", "1.2.3"),
        map.getMetadata().getAnnotations());
    assertEquals(StageFixture.UID, map.getMetadata().getOwnerReferences().getFirst().getUid());
  }

  @Test
  @DisplayName("03 §10.2 three keys, compact, sorted")
  void ofANode() {
    ConfigMap map =
        builder.ofNode(
            anOwner(),
            new NodeBuilder()
                .withNewMetadata()
                .withName("worker-7")
                .addToLabels("zone", "b")
                .addToLabels("arch", "arm64")
                .addToAnnotations("note", "\"quoted\"")
                .endMetadata()
                .build(),
            "00000000000000ff");

    assertEquals("gpu-tuning-worker-7-metadata-056af711", map.getMetadata().getName());
    assertEquals(Map.of(P + "skyhook-node-meta", "gpu-tuning"), map.getMetadata().getLabels());
    assertEquals(
        Map.of(
            "annotations.json",
            "{\"note\":\"\\\"quoted\\\"\"}",
            "labels.json",
            "{\"arch\":\"arm64\",\"zone\":\"b\"}",
            "packages.json",
            "{\"agentVersion\":\"7.0.0\",\"packages\":{\"tuning\":{"
                + "\"configInterrupts\":{\"a.conf\":{\"services\":[\"cron\"],\"type\":\"service\"}},"
                + "\"image\":\"example/tuning\",\"interrupt\":{\"type\":\"restartAllServices\"},"
                + "\"name\":\"tuning\",\"version\":\"1.2.3\"}}}"),
        map.getData());
  }

  static Stream<Arguments> agentVersions() {
    return Stream.of(
        arguments("example/agent:7.0.0", "7.0.0"),
        arguments("reg.example:5000/agent:7.0.0@sha256:00", "7.0.0"),
        arguments("reg.example:5000/agent@sha256:00", "sha256:00"),
        arguments("reg.example:5000/agent", ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("agentVersions")
  void readsTheAgentsVersion(String image, String version) {
    assertEquals(version, OurConfigMaps.agentVersion(image));
  }

  private static NodeWrightView anOwner() {
    return NodeWrightViews.of(
        new KubernetesSerialization()
            .unmarshal(
                """
                apiVersion: nodewright.nvidia.com/v1alpha1
                kind: NodeWright
                metadata: {name: gpu-tuning, uid: %s, generation: 4, resourceVersion: "7"}
                spec:
                  packages:
                    tuning:
                      version: 1.2.3
                      image: example/tuning
                      interrupt: {type: restartAllServices}
                      configMap: {a.conf: x}
                      configInterrupts: {a.conf: {type: service, services: [cron]}}
                """
                    .formatted(StageFixture.UID),
                NodeWright.class));
  }
}
