package io.nodewright.agent;

import io.nodewright.agent.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A config.json under test: package `tuning` 1.1.6 without steps. Fields can be replaced by any
/// JSON or left out.
final class PackageJson {

  private final Map<String, String> fields = new LinkedHashMap<>();
  private final Map<String, List<StepJson>> modes = new LinkedHashMap<>();

  private PackageJson() {
    with("schema_version", "\"v1\"");
    with("package_name", "\"tuning\"");
    with("package_version", "\"1.1.6\"");
    with("expected_config_files", "[]");
    with("modes", "{}");
  }

  static PackageJson aPackage() {
    return new PackageJson();
  }

  /// A package whose apply step is `a.sh`, checked by `a_check.sh`.
  static PackageJson anApplyPackage() {
    return aPackage().steps("apply", StepJson.aStep("a.sh")).steps("apply-check", aCheck());
  }

  static StepJson aCheck() {
    return StepJson.aStep("a_check.sh").alwaysRuns();
  }

  PackageJson with(String field, String json) {
    fields.put(field, json);
    return this;
  }

  PackageJson without(String field) {
    fields.remove(field);
    return this;
  }

  PackageJson version(String version) {
    return with("package_version", JsonText.quote(version));
  }

  PackageJson expects(String... files) {
    List<String> quoted = new ArrayList<>();
    for (String file : files) {
      quoted.add(JsonText.quote(file));
    }
    return with("expected_config_files", "[" + String.join(", ", quoted) + "]");
  }

  PackageJson steps(String mode, StepJson... steps) {
    modes.put(mode, List.of(steps));
    Map<String, String> all = new LinkedHashMap<>();
    modes.forEach(
        (name, list) ->
            all.put(
                name, "[" + String.join(", ", list.stream().map(StepJson::json).toList()) + "]"));
    return with("modes", object(all));
  }

  String json() {
    return object(fields);
  }

  static String object(Map<String, String> fields) {
    List<String> members = new ArrayList<>();
    fields.forEach((name, value) -> members.add(JsonText.quote(name) + ": " + value));
    return "{" + String.join(", ", members) + "}";
  }
}
