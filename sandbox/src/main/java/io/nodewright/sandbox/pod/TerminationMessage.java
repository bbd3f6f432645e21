package io.nodewright.sandbox.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.nodewright.sandbox.process.LogTail;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// What a container says at its end.
///
/// @param container the container as its pod has it
/// @param file its termination log on this computer
/// @param log its output on this computer
record TerminationMessage(Container container, Path file, Path log) {
  /// A kubelet keeps so much of the file.
  private static final int LONGEST = 4096;

  /// And so much of the output, where the pod asks for it.
  private static final int LONGEST_OF_LOG = 2048;

  private static final int LINES_OF_LOG = 80;

  /// The message of a container that ended with `code`; may be empty.
  String read(int code) {
    String text = head();
    boolean fromLog =
        "FallbackToLogsOnError".equals(container.getTerminationMessagePolicy()) && code != 0;
    return text.isEmpty() && fromLog ? lastLines(LogTail.of(log, LONGEST_OF_LOG)) : text;
  }

  private static String lastLines(String text) {
    List<String> lines = Arrays.asList(text.split("(?<=\n)", -1));
    int from = Math.max(0, lines.size() - LINES_OF_LOG);
    return String.join("", lines.subList(from, lines.size()));
  }

  private String head() {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
