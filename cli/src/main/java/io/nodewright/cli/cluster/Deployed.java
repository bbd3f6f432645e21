package io.nodewright.cli.cluster;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// An operator's Deployment.
///
/// @param namespace where it is
/// @param version of the operator; empty when nothing tells
/// @param environment of its container, the values that stand there
public record Deployed(String namespace, String version, SortedMap<String, String> environment) {

  private static final String MARK_ONE = "RUNTIME_REQUIRED_TAINT";
  private static final String MARK_TWO = "COPY_DIR_ROOT";

  /// Copies the environment.
  public Deployed {
    environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
  }

  /// Whether a Deployment with the label of controller managers is an operator of ours (contract 07
  /// §5): by name, or by two variables of its container, which nobody else has.
  static boolean isOurs(JsonNode deployment) {
    JsonNode labels = deployment.path("metadata").path("labels");
    return ourName(labels.path("app.kubernetes.io/part-of").stringValue(""))
        || ourName(labels.path("app.kubernetes.io/name").stringValue(""))
        || marked(deployment);
  }

  static Deployed of(JsonNode deployment) {
    SortedMap<String, String> environment = new TreeMap<>();
    JsonNode container = operatorContainer(deployment);
    for (JsonNode variable : container.path("env")) {
      environment.put(
          variable.path("name").stringValue(""), variable.path("value").stringValue(""));
    }
    return new Deployed(
        deployment.path("metadata").path("namespace").stringValue(""),
        version(container.path("image").stringValue(""), deployment),
        environment);
  }

  private static String version(String image, JsonNode deployment) {
    String tag = tag(image);
    return OperatorVersion.isVersion(tag)
        ? OperatorVersion.shown(tag)
        : OperatorVersion.shown(
            deployment
                .path("metadata")
                .path("labels")
                .path("app.kubernetes.io/version")
                .stringValue(""));
  }

  /// The tag of an image reference; empty when it has none.
  static String tag(String image) {
    String undigested = image.contains("@") ? image.substring(0, image.indexOf('@')) : image;
    int colon = undigested.lastIndexOf(':');
    return colon < 0 || undigested.indexOf('/', colon) >= 0 ? "" : undigested.substring(colon + 1);
  }

  private static boolean ourName(String value) {
    return value.equals("nodewright") || value.equals("skyhook-operator");
  }

  private static boolean marked(JsonNode deployment) {
    for (JsonNode container : containers(deployment)) {
      if (marks(container)) {
        return true;
      }
    }
    return false;
  }

  private static boolean marks(JsonNode container) {
    boolean one = false;
    boolean two = false;
    for (JsonNode variable : container.path("env")) {
      String name = variable.path("name").stringValue("");
      one |= name.equals(MARK_ONE);
      two |= name.equals(MARK_TWO);
    }
    return one && two;
  }

  /// The container with our variables; the first one where none has them.
  private static JsonNode operatorContainer(JsonNode deployment) {
    for (JsonNode container : containers(deployment)) {
      if (marks(container)) {
        return container;
      }
    }
    return containers(deployment).path(0);
  }

  private static JsonNode containers(JsonNode deployment) {
    return deployment.path("spec").path("template").path("spec").path("containers");
  }
}
