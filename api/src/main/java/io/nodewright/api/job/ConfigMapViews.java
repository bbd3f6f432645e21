package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.MetadataView;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads our ConfigMaps (03 §10).
public final class ConfigMapViews {

  private ConfigMapViews() {}

  /// A package's ConfigMap; empty when it has not our label, or does not tell its package.
  public static Optional<ConfigMapView> ofPackage(ConfigMap stored) {
    ObjectMeta meta = stored.getMetadata();
    Map<String, String> annotations = Absent.map(meta.getAnnotations());
    String nodeWright = Absent.text(Absent.map(meta.getLabels()).get(Keys.NAME));
    String name = Absent.text(annotations.get(Keys.PACKAGE_NAME));
    String version = Absent.text(annotations.get(Keys.PACKAGE_VERSION));
    if (nodeWright.isEmpty() || name.isBlank() || name.contains("|") || version.isBlank()) {
      return Optional.empty();
    }
    return Optional.of(
        new ConfigMapView(
            nodeWright,
            new PackageRef(name, version),
            meta.getName(),
            Absent.text(meta.getUid()),
            Absent.text(meta.getResourceVersion()),
            Owners.controller(meta).map(OwnerReference::getUid).orElse(""),
            meta.getDeletionTimestamp() != null,
            Keys.CONFIG_GATE_OPEN.equals(annotations.get(Keys.CONFIG_GATE)),
            new TreeMap<>(Absent.map(stored.getData()))));
  }

  /// A node-metadata ConfigMap; empty when it has not our label, or does not tell its node.
  public static Optional<MetadataView> ofNode(ConfigMap stored) {
    ObjectMeta meta = stored.getMetadata();
    String nodeWright = Absent.text(Absent.map(meta.getLabels()).get(Keys.NODE_METADATA));
    String node = Absent.text(Absent.map(meta.getAnnotations()).get(Keys.NODE_NAME));
    return nodeWright.isEmpty() || node.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new MetadataView(
                nodeWright,
                node,
                meta.getName(),
                Absent.text(meta.getUid()),
                Absent.text(Absent.map(meta.getAnnotations()).get(Keys.PACKAGES))));
  }
}
