package io.nodewright.sandbox.pod;

import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What is in those volumes of a pod whose files the cluster has.
final class VolumeContent {
  private static final int MODE = 0644;

  private final NodeValues values;
  private final ClusterData cluster;

  VolumeContent(NodeValues values, ClusterData cluster) {
    this.values = values;
    this.cluster = cluster;
  }

  /// The files of `volume`.
  ///
  /// @throws ConfigurationMissing when their source is not there and not optional, or of an unknown
  ///   kind
  LinkedFolder of(Volume volume) throws ConfigurationMissing {
    if (volume.getConfigMap() != null) {
      var source = volume.getConfigMap();
      return new LinkedFolder(
          configMap(source.getName(), source.getItems(), source.getOptional()),
          mode(source.getDefaultMode()));
    }
    if (volume.getSecret() != null) {
      var source = volume.getSecret();
      return new LinkedFolder(
          secret(source.getSecretName(), source.getItems(), source.getOptional()),
          mode(source.getDefaultMode()));
    }
    if (volume.getDownwardAPI() != null) {
      return new LinkedFolder(
          downward(volume.getDownwardAPI().getItems()),
          mode(volume.getDownwardAPI().getDefaultMode()));
    }
    if (volume.getProjected() != null) {
      Map<String, byte[]> files = new TreeMap<>();
      for (VolumeProjection projection : volume.getProjected().getSources()) {
        files.putAll(projected(projection));
      }
      return new LinkedFolder(files, mode(volume.getProjected().getDefaultMode()));
    }
    throw new ConfigurationMissing(
        "volume \"%s\": a sandbox has no volumes of this kind".formatted(volume.getName()));
  }

  private Map<String, byte[]> projected(VolumeProjection projection) throws ConfigurationMissing {
    if (projection.getConfigMap() != null) {
      var source = projection.getConfigMap();
      return configMap(source.getName(), source.getItems(), source.getOptional());
    }
    if (projection.getSecret() != null) {
      var source = projection.getSecret();
      return secret(source.getName(), source.getItems(), source.getOptional());
    }
    if (projection.getDownwardAPI() != null) {
      return downward(projection.getDownwardAPI().getItems());
    }
    if (projection.getServiceAccountToken() != null) {
      String account = values.field("spec.serviceAccountName").orElse("default");
      byte[] token =
          cluster
              .serviceAccountToken(namespace(), account)
              .orElseThrow(
                  () ->
                      new ConfigurationMissing(
                          "serviceaccount \"%s\" not found".formatted(account)));
      return Map.of(projection.getServiceAccountToken().getPath(), token);
    }
    return Map.of();
  }

  private Map<String, byte[]> configMap(
      String name, @Nullable List<KeyToPath> items, @Nullable Boolean optional)
      throws ConfigurationMissing {
    return picked(
        "configmap \"%s\"".formatted(name), cluster.configMap(namespace(), name), items, optional);
  }

  private Map<String, byte[]> secret(
      String name, @Nullable List<KeyToPath> items, @Nullable Boolean optional)
      throws ConfigurationMissing {
    return picked(
        "secret \"%s\"".formatted(name), cluster.secret(namespace(), name), items, optional);
  }

  private static Map<String, byte[]> picked(
      String what,
      Optional<Map<String, byte[]>> data,
      @Nullable List<KeyToPath> items,
      @Nullable Boolean optional)
      throws ConfigurationMissing {
    if (data.isEmpty() && !Boolean.TRUE.equals(optional)) {
      throw new ConfigurationMissing(what + " not found");
    }
    Map<String, byte[]> all = data.orElse(Map.of());
    if (items == null || items.isEmpty()) {
      return all;
    }
    Map<String, byte[]> picked = new TreeMap<>();
    for (KeyToPath item : items) {
      byte[] value = all.get(item.getKey());
      if (value != null) {
        picked.put(item.getPath(), value);
      } else if (!Boolean.TRUE.equals(optional)) {
        throw new ConfigurationMissing(
            "%s references non-existent key: %s".formatted(what, item.getKey()));
      }
    }
    return picked;
  }

  private Map<String, byte[]> downward(List<DownwardAPIVolumeFile> items) {
    Map<String, byte[]> files = new TreeMap<>();
    for (DownwardAPIVolumeFile item : items) {
      if (item.getFieldRef() != null) {
        String value = values.field(item.getFieldRef().getFieldPath()).orElse("");
        files.put(item.getPath(), value.getBytes(StandardCharsets.UTF_8));
      }
    }
    return files;
  }

  private String namespace() {
    return values.pod().getMetadata().getNamespace();
  }

  private static int mode(@Nullable Integer given) {
    return Objects.requireNonNullElse(given, MODE);
  }
}
