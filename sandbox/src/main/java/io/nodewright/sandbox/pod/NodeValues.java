package io.nodewright.sandbox.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The values of a Pod that its containers may refer to.
///
/// @param pod the pod
/// @param address its node's address
record NodeValues(Pod pod, String address) {
  private static final Pattern KEYED = Pattern.compile("metadata\\.(labels|annotations)\\['(.+)']");

  /// The value at `path`, as in `metadata.name`; empty when there is no such path.
  Optional<String> field(String path) {
    var metadata = pod.getMetadata();
    Matcher keyed = KEYED.matcher(path);
    if (keyed.matches()) {
      Map<String, String> map =
          keyed.group(1).equals("labels") ? metadata.getLabels() : metadata.getAnnotations();
      return Optional.of(map == null ? "" : map.getOrDefault(keyed.group(2), ""));
    }
    return Optional.ofNullable(
        switch (path) {
          case "metadata.name" -> metadata.getName();
          case "metadata.namespace" -> metadata.getNamespace();
          case "metadata.uid" -> metadata.getUid();
          case "metadata.labels" -> lines(metadata.getLabels());
          case "metadata.annotations" -> lines(metadata.getAnnotations());
          case "spec.nodeName" -> pod.getSpec().getNodeName();
          case "spec.serviceAccountName" ->
              Objects.requireNonNullElse(pod.getSpec().getServiceAccountName(), "default");
          case "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs" -> address;
          default -> null;
        });
  }

  /// A limit or request of `container`, as in `limits.cpu`, in units of `divisor`, rounded up; 0
  /// when it is not set.
  static String resource(Container container, String name, @Nullable Quantity divisor) {
    String[] parts = name.split("\\.", 2);
    var resources = container.getResources();
    Map<String, Quantity> amounts =
        resources == null
            ? Map.of()
            : parts[0].equals("limits") ? resources.getLimits() : resources.getRequests();
    Quantity amount = amounts == null ? null : amounts.get(parts[1]);
    if (amount == null) {
      return "0";
    }
    var unit =
        divisor == null || "0".equals(divisor.getAmount())
            ? java.math.BigDecimal.ONE
            : divisor.getNumericalAmount();
    return amount
        .getNumericalAmount()
        .divide(unit, 0, java.math.RoundingMode.CEILING)
        .toPlainString();
  }

  private static String lines(@Nullable Map<String, String> map) {
    return map == null
        ? ""
        : map.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(entry -> entry.getKey() + "=\"" + entry.getValue() + "\"")
            .collect(Collectors.joining("\n"));
  }
}
