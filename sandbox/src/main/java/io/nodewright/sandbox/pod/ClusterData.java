package io.nodewright.sandbox.pod;

import java.util.Map;
import java.util.Optional;

/// The ConfigMaps and Secrets that pods take values from.
public interface ClusterData {
  /// The data of a ConfigMap; empty when there is no such object.
  Optional<Map<String, byte[]>> configMap(String namespace, String name);

  /// The data of a Secret; empty when there is no such object.
  Optional<Map<String, byte[]>> secret(String namespace, String name);

  /// A fresh token of a service account; empty when there is no such account.
  Optional<byte[]> serviceAccountToken(String namespace, String account);
}
