package io.nodewright.images.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A program that runs for its training.
final class TrainingRun {
  private static final int WITHIN_SECONDS = 180;

  private static final int LAST_WORDS = 2000;

  private TrainingRun() {}

  /// The end of `log`, for an error.
  static String lastWords(Path log) throws IOException {
    String all = Files.readString(log);
    return all.substring(Math.max(0, all.length() - LAST_WORDS));
  }

  /// Starts `command` with nothing but `environment`; what it says goes to `log`.
  static Process start(List<String> command, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  /// Waits until it has ended, which includes the writing of the cache; ends it when it takes too
  /// long.
  static void awaitEnd(Process process) throws IOException {
    try {
      if (!process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("the training run did not end within " + WITHIN_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
