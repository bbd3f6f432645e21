package io.nodewright.api.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.nodewright.api.Yaml;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.MetadataView;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Our ConfigMaps: 03 §10.
class ConfigMapViewsTest {

  private static final String PACKAGE =
      """
      metadata:
        name: nw-tuning-1.2.3
        uid: u-1
        resourceVersion: "7"
        labels: {nodewright.nvidia.com/name: nw}
        annotations: {nodewright.nvidia.com/Package.Name: tuning, nodewright.nvidia.com/Package.Version: 1.2.3}
        ownerReferences: [{apiVersion: v1, kind: NodeWright, name: nw, uid: o-1, controller: true}]
      data: {a.conf: x}
      """;

  private static final String NODE =
      """
      metadata:
        name: nw-worker-7-metadata-056af711
        uid: u-2
        labels: {nodewright.nvidia.com/skyhook-node-meta: nw}
        annotations: {nodewright.nvidia.com/Node.name: worker-7}
      """;

  @Test
  void aPackagesConfigMapIsRead() {
    assertEquals(
        Optional.of(
            new ConfigMapView(
                "nw",
                new PackageRef("tuning", "1.2.3"),
                "nw-tuning-1.2.3",
                "u-1",
                "7",
                "o-1",
                false,
                false,
                new TreeMap<>(Map.of("a.conf", "x")))),
        ConfigMapViews.ofPackage(Yaml.read(ConfigMap.class, PACKAGE)));
  }

  @Test
  void aNodesConfigMapIsRead() {
    assertEquals(
        Optional.of(new MetadataView("nw", "worker-7", "nw-worker-7-metadata-056af711", "u-2", "")),
        ConfigMapViews.ofNode(Yaml.read(ConfigMap.class, NODE)));
  }

  @Test
  void aMarkedGateIsReadAsItIsWritten() {
    ConfigMapView marked =
        ConfigMapViews.ofPackage(
                Yaml.read(
                    ConfigMap.class,
                    PACKAGE.replace(
                        "annotations: {",
                        "annotations: {nodewright.nvidia.com/config-gate: open, ")))
            .orElseThrow();
    assertTrue(marked.gateOpen());
    assertTrue(
        ConfigMapPatches.openGate(new Action.OpenConfigGate(marked))
            .contains("\"nodewright.nvidia.com/config-gate\":\"open\""));
  }

  @Test
  void eachIsNoneOfTheOther() {
    assertEquals(Optional.empty(), ConfigMapViews.ofNode(Yaml.read(ConfigMap.class, PACKAGE)));
    assertEquals(Optional.empty(), ConfigMapViews.ofPackage(Yaml.read(ConfigMap.class, NODE)));
  }
}
