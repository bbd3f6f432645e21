package io.nodewright.api.value;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.nodewright.engine.lifecycle.EnvEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Environment variables as one text each: compact JSON with sorted members, in the form that the
/// API server gives back, so that an entry of a spec and the same entry of a Job are equal texts.
public final class EnvEntries {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
  private static final TypeReference<Map<String, Object>> MEMBERS = new TypeReference<>() {};

  private EnvEntries() {}

  /// Reads the entries, in their order.
  public static List<EnvEntry> read(List<EnvVar> stored) {
    List<EnvEntry> entries = new ArrayList<>(stored.size());
    stored.forEach(each -> entries.add(read(each)));
    return entries;
  }

  private static EnvEntry read(EnvVar stored) {
    Map<String, Object> entry = JSON.convertValue(stored, MEMBERS);
    if (Absent.text(stored.getValue()).isEmpty()) {
      entry.remove("value");
    }
    if (entry.get("valueFrom") instanceof Map<?, ?> source) {
      source.forEach((kind, reference) -> fillIn(String.valueOf(kind), reference));
    }
    return new EnvEntry(Absent.text(stored.getName()), JSON.writeValueAsString(entry));
  }

  /// Adds what the API server adds when a Pod template is stored.
  @SuppressWarnings("unchecked") // a JSON object's members have names
  private static void fillIn(String kind, Object reference) {
    Map<String, Object> members = (Map<String, Object>) reference;
    switch (kind) {
      case "fieldRef" -> members.putIfAbsent("apiVersion", "v1");
      case "fileKeyRef" -> members.putIfAbsent("optional", false);
      case "resourceFieldRef" ->
          members.compute("divisor", (_, divisor) -> plain(divisor == null ? "0" : divisor));
      default -> {}
    }
  }

  /// The server also rewrites quantities, `1024Ki` as `1Mi`; a plain number is the same for both.
  private static String plain(Object quantity) {
    String text = String.valueOf(quantity);
    return Quantities.parse(text)
        .map(amount -> amount.value().stripTrailingZeros().toPlainString())
        .orElse(text);
  }
}
