package io.nodewright.sandbox.pod;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The ConfigMaps and Secrets of a real cluster, read when they are asked for.
public final class ClientClusterData implements ClusterData {
  private final KubernetesClient client;

  /// Reads through `client`.
  public ClientClusterData(KubernetesClient client) {
    this.client = client;
  }

  @Override
  public Optional<Map<String, byte[]>> configMap(String namespace, String name) {
    ConfigMap found = client.configMaps().inNamespace(namespace).withName(name).get();
    if (found == null) {
      return Optional.empty();
    }
    Map<String, byte[]> data = decoded(found.getBinaryData());
    if (found.getData() != null) {
      found
          .getData()
          .forEach((key, value) -> data.put(key, value.getBytes(StandardCharsets.UTF_8)));
    }
    return Optional.of(data);
  }

  @Override
  public Optional<Map<String, byte[]>> secret(String namespace, String name) {
    Secret found = client.secrets().inNamespace(namespace).withName(name).get();
    return Optional.ofNullable(found).map(secret -> decoded(secret.getData()));
  }

  @Override
  public Optional<byte[]> serviceAccountToken(String namespace, String account) {
    var request =
        new TokenRequestBuilder().withNewSpec().withExpirationSeconds(3600L).endSpec().build();
    try {
      var answer =
          client.serviceAccounts().inNamespace(namespace).withName(account).tokenRequest(request);
      return Optional.of(answer.getStatus().getToken().getBytes(StandardCharsets.UTF_8));
    } catch (KubernetesClientException e) {
      return Optional.empty();
    }
  }

  private static Map<String, byte[]> decoded(@Nullable Map<String, String> base64) {
    Map<String, byte[]> data = new TreeMap<>();
    if (base64 != null) {
      base64.forEach((key, value) -> data.put(key, Base64.getDecoder().decode(value)));
    }
    return data;
  }
}
