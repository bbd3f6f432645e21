package io.nodewright.sandbox;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;

/// The product's custom resource definitions, as the class path has them.
final class Kinds {
  private static final List<String> FILES =
      List.of(
          "crds/nodewrights.nodewright.nvidia.com.yaml",
          "crds/deploymentpolicies.nodewright.nvidia.com.yaml");

  private static final Duration SERVED_WITHIN = Duration.ofSeconds(20);

  private Kinds() {}

  /// Installs those that are there; returns when the API server serves them.
  static void install(KubernetesClient client) throws IOException {
    for (String file : FILES) {
      try (InputStream yaml = Kinds.class.getClassLoader().getResourceAsStream(file)) {
        if (yaml != null) {
          install(client, yaml);
        }
      }
    }
  }

  private static void install(KubernetesClient client, InputStream yaml) {
    var definitions = client.apiextensions().v1().customResourceDefinitions();
    CustomResourceDefinition definition = definitions.load(yaml).item();
    definitions.resource(definition).serverSideApply();
    String name = definition.getMetadata().getName();
    Await.until(name + " is served", SERVED_WITHIN, () -> served(definitions.withName(name).get()));
  }

  private static boolean served(CustomResourceDefinition definition) {
    // A definition that was just stored has no conditions yet.
    return definition.getStatus() != null
        && definition.getStatus().getConditions() != null
        && definition.getStatus().getConditions().stream()
            .anyMatch(
                condition ->
                    "Established".equals(condition.getType())
                        && "True".equals(condition.getStatus()));
  }
}
