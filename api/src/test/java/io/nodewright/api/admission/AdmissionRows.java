package io.nodewright.api.admission;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules V and W of contract 01 §6 as rows: an object that must be refused, or warned about,
/// and its neighbours that must not. For the rules as functions, and for a real API server.
public final class AdmissionRows {

  /// A policy that is there; no other is.
  public static final String POLICY = "there";

  static final String NODE_WRIGHT = "NodeWright";
  static final String DEPLOYMENT_POLICY = "DeploymentPolicy";

  private static final List<String> BEYOND_THE_SCHEMA =
      List.of("V7", "V10", "V22", "V23", "V24", "V25", "V28");

  private final List<Row> rows = new ArrayList<>();

  AdmissionRows() {}

  /// One write.
  ///
  /// @param rule its id, such as `V1`
  /// @param words what is special about the write
  /// @param kind of the object
  /// @param name of the object; empty for any
  /// @param annotation that the object has; empty for none
  /// @param stored the stored spec as YAML members; null for a create
  /// @param recorded unique name of a package that `node-a` records complete; empty for none
  /// @param written the spec that is written
  /// @param fragment what the refusal, or the warning of a W rule, must hold; empty when there must
  ///   be none
  /// @param path the field that a refusal must name
  public record Row(
      String rule,
      String words,
      String kind,
      String name,
      String annotation,
      @Nullable String stored,
      String recorded,
      String written,
      String fragment,
      String path) {

    /// The object before the write.
    public String storedManifest(String as) {
      return manifest(as, stored == null ? "" : stored);
    }

    /// The object as it is written.
    public String manifest(String as) {
      return manifest(as, written);
    }

    /// Whether it is about a warning.
    public boolean warns() {
      return rule.startsWith("W");
    }

    /// Whether the write must be accepted.
    public boolean accepted() {
      return warns() || fragment.isEmpty();
    }

    /// Whether the schema alone refuses it, with these words: not what compares with the stored
    /// object or looks at others, nor globs, values of labels and a name that older objects have.
    public boolean refusedBySchema() {
      return !accepted()
          && BEYOND_THE_SCHEMA.stream().noneMatch(rule::startsWith)
          && !words.contains("values: [-x]");
    }

    Row called(String wanted) {
      return new Row(
          rule, words, kind, wanted, annotation, stored, recorded, written, fragment, path);
    }

    Row annotated(String with) {
      return new Row(rule, words, kind, name, with, stored, recorded, written, fragment, path);
    }

    Row recording(String uniqueName) {
      return new Row(
          rule, words, kind, name, annotation, stored, uniqueName, written, fragment, path);
    }

    private String manifest(String as, String spec) {
      String annotations =
          annotation.isEmpty() ? "" : ", annotations: {%s: any}".formatted(annotation);
      return """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: %s
      metadata: {name: %s%s}
      spec: {%s}
      """
          .formatted(kind, name.isEmpty() ? as : name, annotations, spec);
    }

    @Override
    public String toString() {
      String outcome = warns() ? " is told" : " is refused";
      String none = warns() ? " is not" : " is accepted";
      return rule + " " + words + (fragment.isEmpty() ? none : outcome);
    }
  }

  /// All rows, in the order of the contract.
  public static List<Row> all() {
    AdmissionRows rows = new AdmissionRows();
    SpecRows.add(rows);
    PackageRows.add(rows);
    ChangeRows.add(rows);
    PolicyRows.add(rows);
    WarningRows.add(rows);
    return List.copyOf(rows.rows);
  }

  /// A create that is refused.
  void refused(String rule, String spec, String fragment, String path) {
    add(row(rule, spec, NODE_WRIGHT, null, spec, fragment, path));
  }

  /// A create that is accepted.
  void accepted(String rule, String spec) {
    add(row(rule, spec, NODE_WRIGHT, null, spec, "", ""));
  }

  void add(Row row) {
    rows.add(row);
  }

  static Row row(
      String rule,
      String words,
      String kind,
      @Nullable String stored,
      String written,
      String fragment,
      String path) {
    return new Row(rule, words, kind, "", "", stored, "", written, fragment, path);
  }

  /// A package `foo` with those members beside version and image.
  static String foo(String members) {
    return "packages: {foo: {version: 1.0.0, image: r/p, %s}}".formatted(members);
  }
}
