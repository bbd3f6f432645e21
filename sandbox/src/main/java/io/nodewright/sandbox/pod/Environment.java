package io.nodewright.sandbox.pod;

import io.fabric8.kubernetes.api.model.ConfigMapKeySelector;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.SecretKeySelector;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Resolves the environment of containers. Later entries win over earlier ones, `env` over
/// `envFrom`, and `$(NAME)` in a value stands for an entry before it.
final class Environment {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\$|\\$\\(([^)]+)\\)");

  private static final byte[] NOTHING = {};

  private final NodeValues values;
  private final ClusterData cluster;

  Environment(NodeValues values, ClusterData cluster) {
    this.values = values;
    this.cluster = cluster;
  }

  /// The variables of `container`.
  ///
  /// @throws ConfigurationMissing when a value's source is not there and not optional
  Map<String, String> of(Container container) throws ConfigurationMissing {
    Map<String, String> environment = new LinkedHashMap<>();
    for (EnvFromSource source : container.getEnvFrom()) {
      addAll(source, environment);
    }
    for (EnvVar variable : container.getEnv()) {
      Optional<String> value = value(container, variable, environment);
      value.ifPresent(text -> environment.put(variable.getName(), text));
    }
    return environment;
  }

  /// `text` with its `$(NAME)` replaced; those that name nothing stay, and `$$` is a `$`.
  static String expand(String text, Map<String, String> environment) {
    Matcher matcher = REFERENCE.matcher(text);
    StringBuilder expanded = new StringBuilder();
    while (matcher.find()) {
      String name = matcher.group(1);
      String replacement = name == null ? "$" : environment.getOrDefault(name, matcher.group());
      matcher.appendReplacement(expanded, Matcher.quoteReplacement(replacement));
    }
    return matcher.appendTail(expanded).toString();
  }

  private Optional<String> value(Container container, EnvVar variable, Map<String, String> before)
      throws ConfigurationMissing {
    EnvVarSource source = variable.getValueFrom();
    if (source == null) {
      String value = variable.getValue();
      return Optional.of(value == null ? "" : expand(value, before));
    }
    if (source.getFieldRef() != null) {
      String path = source.getFieldRef().getFieldPath();
      return Optional.of(
          values
              .field(path)
              .orElseThrow(() -> new ConfigurationMissing("unsupported fieldPath: " + path)));
    }
    if (source.getResourceFieldRef() != null) {
      var reference = source.getResourceFieldRef();
      return Optional.of(
          NodeValues.resource(container, reference.getResource(), reference.getDivisor()));
    }
    if (source.getConfigMapKeyRef() != null) {
      return configMapKey(source.getConfigMapKeyRef());
    }
    return secretKey(source.getSecretKeyRef());
  }

  private Optional<String> configMapKey(ConfigMapKeySelector key) throws ConfigurationMissing {
    return pick(
        "configmap",
        "ConfigMap",
        key.getName(),
        cluster.configMap(namespace(), key.getName()),
        key.getKey(),
        Boolean.TRUE.equals(key.getOptional()));
  }

  private Optional<String> secretKey(SecretKeySelector key) throws ConfigurationMissing {
    return pick(
        "secret",
        "Secret",
        key.getName(),
        cluster.secret(namespace(), key.getName()),
        key.getKey(),
        Boolean.TRUE.equals(key.getOptional()));
  }

  private Optional<String> pick(
      String plural,
      String kind,
      String name,
      Optional<Map<String, byte[]>> data,
      String key,
      boolean optional)
      throws ConfigurationMissing {
    Optional<String> value =
        data.filter(all -> all.containsKey(key)).map(all -> text(all.getOrDefault(key, NOTHING)));
    if (value.isPresent() || optional) {
      return value;
    }
    throw new ConfigurationMissing(
        data.isEmpty()
            ? "%s \"%s\" not found".formatted(plural, name)
            : "couldn't find key %s in %s %s/%s".formatted(key, kind, namespace(), name));
  }

  private void addAll(EnvFromSource source, Map<String, String> environment)
      throws ConfigurationMissing {
    String prefix = source.getPrefix() == null ? "" : source.getPrefix();
    if (source.getConfigMapRef() != null) {
      var reference = source.getConfigMapRef();
      addAll(
          prefix,
          "configmap \"%s\" not found".formatted(reference.getName()),
          cluster.configMap(namespace(), reference.getName()),
          Boolean.TRUE.equals(reference.getOptional()),
          environment);
    }
    if (source.getSecretRef() != null) {
      var reference = source.getSecretRef();
      addAll(
          prefix,
          "secret \"%s\" not found".formatted(reference.getName()),
          cluster.secret(namespace(), reference.getName()),
          Boolean.TRUE.equals(reference.getOptional()),
          environment);
    }
  }

  private static void addAll(
      String prefix,
      String missing,
      Optional<Map<String, byte[]>> data,
      boolean optional,
      Map<String, String> environment)
      throws ConfigurationMissing {
    if (data.isEmpty() && !optional) {
      throw new ConfigurationMissing(missing);
    }
    data.orElse(Map.of()).forEach((key, value) -> environment.put(prefix + key, text(value)));
  }

  private String namespace() {
    return values.pod().getMetadata().getNamespace();
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.UTF_8);
  }
}
