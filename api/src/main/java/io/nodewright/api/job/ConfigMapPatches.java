package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Patches;
import io.nodewright.engine.action.Action;
import java.util.List;
import java.util.Map;

/// Patches of the two kinds of ConfigMaps that we own (03 §10, §11.1).
public final class ConfigMapPatches {

  private ConfigMapPatches() {}

  /// A merge patch that marks the gate as open, of exactly the version that was seen.
  public static String openGate(Action.OpenConfigGate action) {
    return Patches.merge(
        action.seen().uid(),
        Map.of(
            "resourceVersion",
            action.seen().resourceVersion(),
            "annotations",
            Map.of(Keys.CONFIG_GATE, Keys.CONFIG_GATE_OPEN)),
        Map.of());
  }

  /// A JSON Patch that replaces a package's data and takes the mark of the gate off, of exactly the
  /// version that was seen. Without the mark the API server answers 422.
  public static String replace(Action.ReplaceConfigMap action) {
    return Patches.replacing(
        action.seen().uid(),
        action.seen().resourceVersion(),
        "/data",
        action.spec().configMap(),
        "/metadata/annotations/" + Keys.CONFIG_GATE.replace("/", "~1"));
  }

  /// A merge patch that makes `owner` the owner of a ConfigMap that has none, of exactly the
  /// version that was read.
  public static String adopt(ConfigMap found, Owner owner) {
    return Patches.merge(
        found.getMetadata().getUid(),
        Map.of(
            "resourceVersion",
            found.getMetadata().getResourceVersion(),
            "ownerReferences",
            List.of(owner.reference())),
        Map.of());
  }

  /// A merge patch that turns the ConfigMap of that UID into `wanted`: whoever writes a node's
  /// metadata last has seen the node last.
  public static String rewrite(String uid, ConfigMap wanted) {
    return Patches.merge(
        uid,
        Map.of(
            "ownerReferences", wanted.getMetadata().getOwnerReferences(),
            "annotations", wanted.getMetadata().getAnnotations()),
        Map.of("data", wanted.getData()));
  }
}
