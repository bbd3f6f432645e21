package io.nodewright.sandbox.metrics;

import io.nodewright.sandbox.binaries.KubeBinaries;
import io.nodewright.sandbox.binaries.KubeProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Prometheus' own judge of metrics and rules.
final class Promtool {

  private final Path program;

  Promtool() throws IOException {
    program =
        KubeBinaries.of(System.getenv())
            .provide(List.of(KubeProgram.PROMTOOL))
            .resolve(KubeProgram.PROMTOOL.name());
  }

  /// How it ended, and all that it said.
  record Verdict(int status, String said) {}

  /// Looks at the text of a scrape.
  Verdict checkMetrics(String scrape) throws IOException {
    return run(scrape, List.of("check", "metrics"));
  }

  /// Looks at a file of rules.
  Verdict checkRules(Path rules) throws IOException {
    return run("", List.of("check", "rules", rules.toString()));
  }

  /// Runs a file of tests of rules.
  Verdict testRules(Path tests) throws IOException {
    return run("", List.of("test", "rules", tests.toString()));
  }

  private Verdict run(String in, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (OutputStream out = process.getOutputStream()) {
      out.write(in.getBytes(StandardCharsets.UTF_8));
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      return new Verdict(process.waitFor(), said);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
