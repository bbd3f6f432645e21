package io.nodewright.api.crd;

import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDGenerator.CRDOutput;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.NodeWright;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/// Generates the CRDs from the Java types and the overlay.
final class CrdGenerator {

  private static final String HEADER =
      """
      # Generated from io.nodewright.api.v1alpha1 and crd-overlay.yaml; do not edit.
      # To write it anew: mvn test -pl api -Dtest=CrdFilesTest -Dgolden.update
      """;

  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
          .disable(YAMLWriteFeature.SPLIT_LINES)
          .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
          .enable(YAMLWriteFeature.INDENT_ARRAYS_WITH_INDICATOR)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build();

  private CrdGenerator() {}

  /// The files, by the CRD's name.
  static SortedMap<String, String> files() {
    JsonNode overlay = overlay();
    SortedMap<String, String> files = new TreeMap<>();
    generated()
        .forEach(
            (name, crd) -> {
              ObjectNode version = (ObjectNode) crd.required("spec").required("versions").get(0);
              if (overlay.required("version").get(name) instanceof ObjectNode members) {
                SchemaOverlay.merge(version, members);
              }
              ObjectNode schema =
                  (ObjectNode) version.required("schema").required("openAPIV3Schema");
              overlay
                  .required("schema")
                  .required(name)
                  .forEach(rule -> SchemaOverlay.apply(schema, rule));
              files.put(name, HEADER + YAML.writeValueAsString(crd));
            });
    return files;
  }

  private static JsonNode overlay() {
    InputStream overlay = CrdGenerator.class.getResourceAsStream("/crd-overlay.yaml");
    if (overlay == null) {
      throw new IllegalStateException("crd-overlay.yaml is not on the class path");
    }
    return YAML.readTree(overlay);
  }

  private static SortedMap<String, ObjectNode> generated() {
    Output output = new Output();
    new CRDGenerator()
        .customResourceClasses(NodeWright.class, DeploymentPolicy.class)
        .forCRDVersions("v1")
        .withOutput(output)
        .generate();
    SortedMap<String, ObjectNode> crds = new TreeMap<>();
    output.files.forEach(
        (_, bytes) -> {
          ObjectNode crd = (ObjectNode) YAML.readTree(bytes.toString(StandardCharsets.UTF_8));
          crds.put(crd.required("metadata").required("name").stringValue(), crd);
        });
    return crds;
  }

  /// Keeps what the generator writes in memory.
  private static final class Output implements CRDOutput<ByteArrayOutputStream> {
    private final SortedMap<String, ByteArrayOutputStream> files = new TreeMap<>();

    @Override
    public ByteArrayOutputStream outputFor(String crdName) {
      return files.computeIfAbsent(crdName, _ -> new ByteArrayOutputStream());
    }

    @Override
    public URI crdURI(String crdName) {
      // Never opened; the generator wants the form of a file.
      return URI.create("file:///" + crdName);
    }

    @Override
    public void close() {}
  }
}
