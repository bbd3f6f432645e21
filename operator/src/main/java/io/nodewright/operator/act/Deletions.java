package io.nodewright.operator.act;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.operator.leadership.FencedClient;
import java.net.HttpURLConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/// Deletions of an object by UID.
final class Deletions {

  private static final JsonMapper JSON = new JsonMapper();

  private final FencedClient client;

  Deletions(FencedClient client) {
    this.client = client;
  }

  /// Asks for the deletion of the object with that UID.
  ///
  /// @param path of the object, such as `/api/v1/namespaces/n/pods/p`
  /// @param foreground whether its name is free only after what it owns is gone
  /// @return the object as it is now, while finalizers hold it; empty when it is gone
  /// @throws KubernetesClientException with code 409 when another object has that name
  <T> Optional<T> delete(String path, String uid, boolean foreground, Class<T> kind) {
    KubernetesClient writing = client.forWrite();
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("apiVersion", "v1");
    options.put("kind", "DeleteOptions");
    options.put("preconditions", Map.of("uid", uid));
    if (foreground) {
      options.put("propagationPolicy", "Foreground");
    }
    try {
      String answer = writing.raw(path, "DELETE", JSON.writeValueAsString(options));
      Object read = writing.getKubernetesSerialization().unmarshal(answer);
      return kind.isInstance(read) ? Optional.of(kind.cast(read)) : Optional.empty();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
