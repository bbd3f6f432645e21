package io.nodewright.agent.config;

import io.nodewright.agent.json.Json;
import io.nodewright.agent.json.JsonDocument;
import io.nodewright.agent.json.JsonFault;
import io.nodewright.agent.json.JsonReader;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Phase;
import java.util.List;

/// Reads the text of a config.json: version first, then that version's schema, then migration to
/// the newest, then the rules over the document (06 §7.1, §7.3).
public final class ConfigReader {

  private ConfigReader() {}

  /// A config that may run, and what else is to be said about it.
  ///
  /// @param warnings for the log, in the order in which they were found
  public record Result(PackageConfig config, List<Finding> warnings) {

    public Result {
      warnings = List.copyOf(warnings);
    }
  }

  /// The config of that text, checked.
  ///
  /// @param files tells which step files exist
  /// @throws AgentFailure with every error of the first check that fails (06 B15 to B34)
  public static Result read(byte[] text, StepFiles files) throws AgentFailure {
    JsonDocument document;
    try {
      document = JsonReader.read(text);
    } catch (JsonFault e) {
      throw Phase.CONFIG.failure(e.reason());
    }
    if (!(document.value() instanceof Json.Obj object)) {
      throw refused("v1", "object expected");
    }
    Findings findings = new Findings();
    for (String pointer : document.doubledKeys()) {
      findings.warn(pointer, "the key stands twice, the last one counts");
    }
    PackageConfig config = checked(object, findings);
    ConfigRules.check(config, files, findings);
    if (!findings.errors().isEmpty()) {
      throw Phase.CONFIG.failure(findings.errorLine());
    }
    return new Result(config, findings.warnings());
  }

  private static PackageConfig checked(Json.Obj document, Findings findings) throws AgentFailure {
    Json.Obj current = document;
    for (SchemaVersion version : versions(document)) {
      Findings fit = new Findings();
      version.check().accept(current, fit);
      if (!fit.errors().isEmpty()) {
        throw refused(version.name(), fit.errorLine());
      }
      current = version.toNext().apply(current);
    }
    return SchemaV1.read(current, findings);
  }

  private static List<SchemaVersion> versions(Json.Obj document) throws AgentFailure {
    Json version = document.fields().get("schema_version");
    if (version == null) {
      throw Phase.CONFIG.failure("schema_version is missing");
    }
    if (!(version instanceof Json.Text(String name))) {
      throw Phase.CONFIG.failure("schema_version: text expected");
    }
    return SchemaVersion.from(name)
        .orElseThrow(
            () ->
                Phase.CONFIG.failure(
                    "unknown schema version \"%s\" (known: %s)"
                        .formatted(name, SchemaVersion.known())));
  }

  private static AgentFailure refused(String version, String errors) {
    return Phase.CONFIG.failure("config.json does not fit schema " + version + ": " + errors);
  }
}
