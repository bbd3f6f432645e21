package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.value.Absent;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/// What the API server refuses whoever asks: sizes, names, labels, fixed fields.
final class ObjectRules {

  /// All annotations of an object, keys and values.
  static final int ANNOTATIONS = 256 << 10;

  /// The values of a ConfigMap.
  static final int CONFIG_MAP = 1 << 20;

  /// A stored object: what etcd takes.
  static final int OBJECT = 3 << 19;

  private static final int LONGEST_NAME = 253;
  private static final int LONGEST_LABEL = 63;
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-.a-z0-9]*[a-z0-9])?");
  private static final Pattern LABEL =
      Pattern.compile("([A-Za-z0-9]([-_.A-Za-z0-9]*[A-Za-z0-9])?)?");
  private static final Pattern DATA_KEY = Pattern.compile("[-._a-zA-Z0-9]+");

  private ObjectRules() {}

  /// @throws ApiFailure when a new object is refused
  static <T extends HasMetadata> void check(Kind<T> kind, T created) {
    String name = created.getMetadata().getName();
    if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
      throw ApiFailure.invalid(kind, name, "metadata.name: Invalid value: \"%s\"".formatted(name));
    }
    if (created instanceof Job job && !runsSomething(job)) {
      throw ApiFailure.invalid(kind, name, "spec.template.spec.containers: Required value");
    }
    checkLabels(kind, created);
    checkSizes(kind, created);
  }

  private static boolean runsSomething(Job job) {
    return job.getSpec().getTemplate() != null
        && job.getSpec().getTemplate().getSpec() != null
        && !Absent.list(job.getSpec().getTemplate().getSpec().getContainers()).isEmpty();
  }

  /// @throws ApiFailure when a change is refused
  static <T extends HasMetadata> void checkChange(Kind<T> kind, T before, T after) {
    if (!Objects.equals(before.getMetadata().getLabels(), after.getMetadata().getLabels())) {
      checkLabels(kind, after);
    }
    if (before instanceof Job old && after instanceof Job job) {
      checkTemplate(old, job);
    }
    checkSizes(kind, after);
  }

  private static void checkTemplate(Job before, Job after) {
    boolean fixed =
        Objects.equals(before.getSpec().getTemplate(), after.getSpec().getTemplate())
            && Objects.equals(before.getSpec().getCompletions(), after.getSpec().getCompletions())
            && Objects.equals(
                before.getSpec().getPodFailurePolicy(), after.getSpec().getPodFailurePolicy());
    if (!fixed) {
      throw ApiFailure.invalid(
          Kind.JOB, after.getMetadata().getName(), "spec.template: field is immutable");
    }
  }

  private static void checkLabels(Kind<?> kind, HasMetadata object) {
    for (Map.Entry<String, String> label :
        Absent.map(object.getMetadata().getLabels()).entrySet()) {
      String value = label.getValue();
      if (value.length() > LONGEST_LABEL || !LABEL.matcher(value).matches()) {
        throw ApiFailure.invalid(
            kind,
            object.getMetadata().getName(),
            "metadata.labels: Invalid value: \"%s\"".formatted(value));
      }
    }
  }

  private static void checkSizes(Kind<?> kind, HasMetadata object) {
    String name = object.getMetadata().getName();
    if (total(Absent.map(object.getMetadata().getAnnotations())) > ANNOTATIONS) {
      throw ApiFailure.invalid(
          kind,
          name,
          "metadata.annotations: Too long: may not be more than %d bytes".formatted(ANNOTATIONS));
    }
    if (object instanceof ConfigMap map) {
      Map<String, String> data = Absent.map(map.getData());
      for (String key : data.keySet()) {
        if (key.length() > LONGEST_NAME || !DATA_KEY.matcher(key).matches()) {
          throw ApiFailure.invalid(
              kind, name, "data[%s]: Invalid value: \"%s\"".formatted(key, key));
        }
      }
      if (data.values().stream().mapToInt(ObjectRules::bytes).sum() > CONFIG_MAP) {
        throw ApiFailure.invalid(
            kind, name, "[]: Too long: may not be more than %d bytes".formatted(CONFIG_MAP));
      }
    }
    if (object instanceof NodeWright nodeWright && mayBeLarge(nodeWright)) {
      int size = Member.JSON.writeValueAsBytes(nodeWright).length;
      if (size > OBJECT) {
        throw new ApiFailure(500, "InternalError", "etcdserver: request is too large");
      }
    }
  }

  /// Only large statuses come near the bound; the others are not worth being counted.
  private static boolean mayBeLarge(NodeWright nodeWright) {
    return nodeWright.getStatus() != null
        && Absent.map(nodeWright.getStatus().nodeStatus()).size() > 500;
  }

  private static int total(Map<String, String> texts) {
    int total = 0;
    for (Map.Entry<String, String> each : texts.entrySet()) {
      total += bytes(each.getKey()) + bytes(each.getValue());
    }
    return total;
  }

  private static int bytes(String text) {
    // Nearly all texts are short; only long ones are worth being encoded.
    return text.length() < 1_024 ? text.length() : text.getBytes(StandardCharsets.UTF_8).length;
  }
}
