package io.nodewright.sandbox.chart;

import io.nodewright.sandbox.binaries.KubeBinaries;
import io.nodewright.sandbox.binaries.KubeProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// Helm at work on the project's chart.
final class Helm {

  /// The chart's folder.
  static final Path CHART = Path.of("..", "chart").toAbsolutePath().normalize();

  private static final YAMLMapper YAML = new YAMLMapper();

  private final Path program;
  private final Path home;

  /// @param home a folder of its own for what it keeps
  Helm(Path home) throws IOException {
    this.home = Files.createDirectories(home);
    this.program =
        KubeBinaries.of(System.getenv()).provide(List.of(KubeProgram.HELM)).resolve("helm");
  }

  /// What a run wrote, and how it ended.
  record Result(int status, String out, String err) {}

  /// Runs it.
  Result run(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    Path err = Files.createTempFile(home, "helm", ".err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
    for (String kept : List.of("HELM_CACHE_HOME", "HELM_CONFIG_HOME", "HELM_DATA_HOME")) {
      builder.environment().put(kept, home.toString());
    }
    try {
      Process process = builder.start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Result(process.waitFor(), out, Files.readString(err));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /// The chart as installed under a name into a namespace, with further arguments.
  Result template(String release, String namespace, List<String> arguments) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "template",
                release,
                CHART.toString(),
                "--namespace",
                namespace,
                "--kube-version",
                "1.34.0"));
    all.addAll(arguments);
    return run(all.toArray(String[]::new));
  }

  /// The objects that the chart renders.
  List<JsonNode> objects(String release, String namespace, List<String> arguments)
      throws IOException {
    Result result = template(release, namespace, arguments);
    if (result.status() != 0) {
      throw new AssertionError(result.err());
    }
    List<JsonNode> objects = new ArrayList<>();
    for (String document : result.out().split("(?m)^---\\s*$", -1)) {
      if (document.lines().anyMatch(line -> !line.isBlank() && !line.startsWith("#"))) {
        objects.add(tree(document));
      }
    }
    return objects;
  }

  static JsonNode tree(String yaml) {
    return YAML.readTree(yaml);
  }
}
