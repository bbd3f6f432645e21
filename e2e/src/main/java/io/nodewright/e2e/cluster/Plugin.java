package io.nodewright.e2e.cluster;

import io.nodewright.images.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `kubectl nodewright` as it was built, started as a user starts it.
///
/// @param project the project's folder
public record Plugin(Path project) {
  /// Runs it and returns what it said.
  public String run(List<String> arguments) throws IOException {
    Path built = project.resolve("cli/target");
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx192m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                built.resolve("*") + ":" + built.resolve("lib/*"),
                "io.nodewright.cli.CliMain"));
    words.addAll(arguments);
    return new ChildProcess(words).run();
  }
}
