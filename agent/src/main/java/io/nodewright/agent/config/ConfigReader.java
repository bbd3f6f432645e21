package io.nodewright.agent.config;

import io.nodewright.agent.json.Json;
import io.nodewright.agent.json.JsonDocument;
import io.nodewright.agent.json.JsonFault;
import io.nodewright.agent.json.JsonReader;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

  /// The config of that text, checked. Of a key that stands twice the last one counts (06 B44).
  ///
  /// @param files tells which step files exist
  /// @throws AgentFailure with every error of the first check that fails (06 B15 to B34)
  public static Result read(byte[] text, StepFiles files) throws AgentFailure {
    return switch (examine(text, files)) {
      case Examined.Fit(var config, var warnings, var doubledKeys) -> {
        List<Finding> all = new ArrayList<>();
        doubledKeys.forEach(pointer -> all.add(doubled(Finding.Level.WARN, pointer)));
        all.addAll(warnings);
        yield new Result(config, all);
      }
      case Examined.Refused(String lead, var findings, _) ->
          throw Phase.CONFIG.failure(lead + Findings.errorLine(findings));
    };
  }

  /// What that text is, with everything there is to say about it.
  ///
  /// @param files tells which step files exist
  public static Examined examine(byte[] text, StepFiles files) {
    Findings findings = new Findings();
    JsonDocument document;
    try {
      document = JsonReader.read(text);
    } catch (JsonFault e) {
      findings.error("", e.reason());
      return new Examined.Refused("", findings.all(), List.of());
    }
    if (!(document.value() instanceof Json.Obj object)) {
      findings.error("", "object expected");
      return new Examined.Refused(doesNotFit("v1"), findings.all(), document.doubledKeys());
    }
    return examine(object, files, document.doubledKeys());
  }

  /// What to say about a key that stands twice.
  public static Finding doubled(Finding.Level level, String pointer) {
    return new Finding(level, pointer, "the key stands twice, the last one counts");
  }

  private static Examined examine(Json.Obj document, StepFiles files, List<String> doubledKeys) {
    Findings findings = new Findings();
    Json.Obj current = document;
    for (SchemaVersion version : versions(document, findings)) {
      Findings fit = new Findings();
      version.check().accept(current, fit);
      if (!fit.errors().isEmpty()) {
        return new Examined.Refused(doesNotFit(version.name()), fit.all(), doubledKeys);
      }
      current = version.toNext().apply(current);
    }
    if (findings.errors().isEmpty()) {
      PackageConfig config = SchemaV1.read(current, findings);
      ConfigRules.check(config, files, findings);
      if (findings.errors().isEmpty()) {
        return new Examined.Fit(config, findings.all(), doubledKeys);
      }
    }
    return new Examined.Refused("", findings.all(), doubledKeys);
  }

  /// The document's version and all later ones; none, and an error, if it is not known.
  private static List<SchemaVersion> versions(Json.Obj document, Findings findings) {
    Json version = document.fields().get("schema_version");
    if (version == null) {
      findings.error("", "schema_version is missing");
      return List.of();
    }
    if (!(version instanceof Json.Text(String name))) {
      findings.error("", "schema_version: text expected");
      return List.of();
    }
    Optional<List<SchemaVersion>> known = SchemaVersion.from(name);
    if (known.isEmpty()) {
      findings.error(
          "", "unknown schema version \"%s\" (known: %s)".formatted(name, SchemaVersion.known()));
    }
    return known.orElse(List.of());
  }

  private static String doesNotFit(String version) {
    return "config.json does not fit schema " + version + ": ";
  }
}
