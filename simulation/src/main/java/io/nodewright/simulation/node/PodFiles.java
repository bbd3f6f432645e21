package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Kind;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The ConfigMaps of one Pod: as volumes, read when the Pod's volumes are set up, and in its
/// environment, read when a container starts.
final class PodFiles {

  private static final String CONFIG_FILES = "/skyhook-package/configmaps/";

  private final Pod pod;
  private final ApiServer server;
  private final Map<String, Map<String, String>> volumes = new TreeMap<>();
  private SortedMap<String, String> config = Collections.emptySortedMap();

  PodFiles(Pod pod, ApiServer server) {
    this.pod = pod;
    this.server = server;
  }

  /// Sets the volumes up.
  ///
  /// @return false when the ConfigMap of one is not there
  boolean setUp() {
    for (Volume volume : Absent.list(pod.getSpec().getVolumes())) {
      if (volume.getConfigMap() == null) {
        continue;
      }
      Optional<ConfigMap> source = server.get(Kind.CONFIG_MAP, volume.getConfigMap().getName());
      if (source.isEmpty() && !Absent.flag(volume.getConfigMap().getOptional(), false)) {
        return false;
      }
      volumes.put(
          volume.getName(), source.map(ConfigMap::getData).map(Absent::map).orElse(Map.of()));
    }
    config = readConfig();
    return true;
  }

  /// The config files that our containers find, by key.
  SortedMap<String, String> config() {
    return config;
  }

  /// Why a container cannot be made; empty text when it can.
  String problem(Container container) {
    for (VolumeMount mount : Absent.list(container.getVolumeMounts())) {
      Map<String, String> files = volumes.get(mount.getName());
      String key = Absent.text(mount.getSubPath());
      if (files != null && !key.isEmpty() && !files.containsKey(key)) {
        return "failed to prepare subPath for volumeMount \"%s\" of container \"%s\""
            .formatted(mount.getName(), container.getName());
      }
    }
    for (EnvVar each : Absent.list(container.getEnv())) {
      String problem = problem(each);
      if (!problem.isEmpty()) {
        return problem;
      }
    }
    return "";
  }

  private String problem(EnvVar variable) {
    if (variable.getValueFrom() == null || variable.getValueFrom().getConfigMapKeyRef() == null) {
      return "";
    }
    var wanted = variable.getValueFrom().getConfigMapKeyRef();
    if (Absent.flag(wanted.getOptional(), false)) {
      return "";
    }
    Optional<ConfigMap> source = server.get(Kind.CONFIG_MAP, wanted.getName());
    if (source.isEmpty()) {
      return "configmap \"%s\" not found".formatted(wanted.getName());
    }
    return Absent.map(source.get().getData()).containsKey(wanted.getKey())
        ? ""
        : "couldn't find key %s in ConfigMap %s".formatted(wanted.getKey(), wanted.getName());
  }

  private SortedMap<String, String> readConfig() {
    SortedMap<String, String> found = new TreeMap<>();
    if (Absent.list(pod.getSpec().getInitContainers()).isEmpty()) {
      return found;
    }
    Container first = pod.getSpec().getInitContainers().getFirst();
    for (VolumeMount mount : Absent.list(first.getVolumeMounts())) {
      Map<String, String> files = volumes.get(mount.getName());
      String key = Absent.text(mount.getSubPath());
      if (files != null && mount.getMountPath().startsWith(CONFIG_FILES)) {
        found.put(key, files.getOrDefault(key, ""));
      }
    }
    return found;
  }
}
