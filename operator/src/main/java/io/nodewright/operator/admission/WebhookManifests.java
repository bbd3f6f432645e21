package io.nodewright.operator.admission;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The webhook configurations as they are installed (01 §1, 08 §6).
public final class WebhookManifests {

  private WebhookManifests() {}

  /// Both configurations as YAML, without anybody to trust.
  ///
  /// @param fullname what the names of the configurations begin with
  /// @param namespace of the Service
  /// @param service that API servers call
  public static String yaml(String fullname, String namespace, String service) {
    try (InputStream template = WebhookManifests.class.getResourceAsStream("/webhooks.yaml")) {
      if (template == null) {
        throw new IllegalStateException("webhooks.yaml is not on the class path");
      }
      return new String(template.readAllBytes(), StandardCharsets.UTF_8)
          .replace("${fullname}", fullname)
          .replace("${namespace}", namespace)
          .replace("${service}", service);
    } catch (IOException e) {
      throw new UncheckedIOException("webhooks.yaml cannot be read", e);
    }
  }
}
