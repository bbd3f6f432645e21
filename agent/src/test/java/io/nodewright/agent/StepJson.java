package io.nodewright.agent;

import io.nodewright.agent.json.JsonText;
import java.util.LinkedHashMap;
import java.util.Map;

/// A step of a config.json under test: by default on host, code 0, no arguments, skipped once done.
/// Fields can be replaced by any JSON or left out, so that broken manifests are written as easily
/// as good ones.
final class StepJson {

  private final Map<String, String> fields = new LinkedHashMap<>();

  private StepJson(String path) {
    with("name", JsonText.quote("a-step"));
    with("path", JsonText.quote(path));
    with("arguments", "[]");
    with("returncodes", "[0]");
    with("on_host", "true");
    with("idempotence", "false");
    with("upgrade_step", "false");
  }

  static StepJson aStep(String path) {
    return new StepJson(path);
  }

  StepJson with(String field, String json) {
    fields.put(field, json);
    return this;
  }

  StepJson without(String field) {
    fields.remove(field);
    return this;
  }

  StepJson arguments(String... arguments) {
    StringBuilder json = new StringBuilder();
    for (String argument : arguments) {
      json.append(json.isEmpty() ? "" : ", ").append(JsonText.quote(argument));
    }
    return with("arguments", "[" + json + "]");
  }

  StepJson codes(String codes) {
    return with("returncodes", "[" + codes + "]");
  }

  StepJson inContainer() {
    return with("on_host", "false");
  }

  StepJson alwaysRuns() {
    return with("idempotence", "true");
  }

  StepJson upgradeStep() {
    return with("upgrade_step", "true");
  }

  String json() {
    return PackageJson.object(fields);
  }
}
