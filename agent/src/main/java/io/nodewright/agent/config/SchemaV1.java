package io.nodewright.agent.config;

import io.nodewright.agent.json.Json;
import io.nodewright.agent.json.JsonPointer;
import io.nodewright.agent.settings.ResourceId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Schema `v1` of config.json, the newest (06 §7.2).
final class SchemaV1 {

  private static final List<String> REQUIRED =
      List.of(
          "schema_version", "package_name", "package_version", "expected_config_files", "modes");

  // Written by the tools that make packages, without effect.
  private static final List<String> OPTIONAL = List.of("root_dir");

  private static final List<String> STEP_REQUIRED =
      List.of("name", "path", "arguments", "returncodes", "on_host", "idempotence", "upgrade_step");
  private static final List<String> STEP_OPTIONAL = List.of("env", "requires_interrupt");

  private static final Pattern VERSION =
      Pattern.compile(
          "(0|[1-9][0-9]*)[.](0|[1-9][0-9]*)[.](0|[1-9][0-9]*)"
              + "(?:-((?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)"
              + "(?:[.](?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*))?"
              + "(?:[+]([0-9a-zA-Z-]+(?:[.][0-9a-zA-Z-]+)*))?");

  // The version becomes a file name; this also bounds the work of the pattern.
  private static final int MAX_NAME = 255;

  private SchemaV1() {}

  /// The config that the document describes. Of use only when no error was found.
  static PackageConfig read(Json.Obj document, Findings findings) {
    FieldReader fields = new FieldReader(document, "", findings);
    fields.expectFields(REQUIRED, OPTIONAL);
    return new PackageConfig(
        name(fields),
        version(fields),
        fields.texts("expected_config_files"),
        modes(fields.object("modes"), findings));
  }

  private static String name(FieldReader fields) {
    String name = fields.text("package_name");
    if (fields.object().fields().get("package_name") instanceof Json.Text
        && !ResourceId.isPathComponent(name)) {
      fields
          .findings()
          .error("/package_name", "package_name \"" + name + "\" is not a single path component");
    }
    return name;
  }

  private static String version(FieldReader fields) {
    String version = fields.text("package_version");
    if (fields.object().fields().get("package_version") instanceof Json.Text
        && (version.length() > MAX_NAME || !VERSION.matcher(version).matches())) {
      fields
          .findings()
          .error(
              "/package_version",
              "\"" + version + "\" is not a version of three numbers, e.g. 1.2.3 or 1.2.3-rc.1");
    }
    return version;
  }

  private static Map<Mode, List<Step>> modes(Json.Obj modes, Findings findings) {
    FieldReader fields = new FieldReader(modes, "/modes", findings);
    Map<Mode, List<Step>> steps = new EnumMap<>(Mode.class);
    for (String word : modes.fields().keySet()) {
      Optional<Mode> mode = Mode.of(word);
      if (mode.isEmpty()) {
        findings.error("/modes", "unknown mode \"" + word + "\"");
        continue;
      }
      if (mode.get() == Mode.INTERRUPT) {
        findings.warn("/modes", "steps of mode \"interrupt\" are never run");
      }
      List<Json> items = fields.items(word);
      List<Step> read = new ArrayList<>();
      for (int i = 0; i < items.size(); i++) {
        String at = JsonPointer.item(JsonPointer.field("/modes", word), i);
        if (items.get(i) instanceof Json.Obj step) {
          read.add(step(new FieldReader(step, at, findings)));
        } else {
          findings.error(at, "object expected");
        }
      }
      steps.put(mode.get(), read);
    }
    return steps;
  }

  private static Step step(FieldReader fields) {
    fields.expectFields(STEP_REQUIRED, STEP_OPTIONAL);
    Map<String, Json> given = fields.object().fields();
    SortedMap<String, String> env =
        given.containsKey("env") ? fields.textMap("env") : new TreeMap<>();
    if (given.containsKey("requires_interrupt")) {
      fields.truth("requires_interrupt"); // carried, without effect
    }
    return new Step(
        stepName(fields),
        fields.text("path"),
        fields.texts("arguments"),
        returnCodes(fields),
        fields.truth("on_host"),
        fields.truth("idempotence"),
        fields.truth("upgrade_step"),
        env);
  }

  private static String stepName(FieldReader fields) {
    String name = fields.text("name");
    boolean fits = !name.isEmpty() && name.chars().allMatch(SchemaV1::fitsStepName);
    if (!fits && fields.object().fields().get("name") instanceof Json.Text) {
      fields
          .findings()
          .error(
              JsonPointer.field(fields.pointer(), "name"),
              "\"" + name + "\" does not match ^[a-zA-Z0-9_\\-.]+$");
    }
    return name;
  }

  private static boolean fitsStepName(int c) {
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    boolean digit = c >= '0' && c <= '9';
    return letter || digit || c == '_' || c == '-' || c == '.';
  }

  private static List<Long> returnCodes(FieldReader fields) {
    String at = JsonPointer.field(fields.pointer(), "returncodes");
    List<Long> codes = fields.integers("returncodes");
    if (codes.isEmpty() && fields.object().fields().get("returncodes") instanceof Json.Arr) {
      fields.findings().error(at, "at least one exit code is needed");
    }
    for (Long code : codes) {
      if (code < 0 || code > 255) {
        fields.findings().warn(at, code + " can never match: exit codes are 0 to 255");
      }
    }
    return codes;
  }
}
