package io.nodewright.images.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A program that is run to its end.
///
/// @param command the program and its arguments
public record ChildProcess(List<String> command) {
  private static final int LAST_WORDS = 2000;

  public ChildProcess {
    command = List.copyOf(command);
  }

  /// Runs it and returns what it wrote to both of its outputs.
  ///
  /// @throws IOException when it cannot be started or ends with another status than 0; the text has
  ///   the command and the end of what it wrote
  public String run() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C"); // its words are read
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException(
            "%s: ended with status %d: %s"
                .formatted(
                    String.join(" ", command),
                    status,
                    output.substring(Math.max(0, output.length() - LAST_WORDS)).strip()));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return output;
  }
}
