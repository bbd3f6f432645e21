package io.nodewright.agent.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;

/// The agent's own voice: `time=<RFC 3339 UTC> level=<INFO|WARN|ERROR> msg="…" key="…"`, one line
/// each, on stderr (06 §4). A text stands as the contract has it, quotes included, so that a search
/// for it finds it; what would break the line (line ends, control characters) is escaped.
public final class Messages {

  private static final int TERMINATION_LOG_BYTES = 4096;

  private final OutputStream stderr;
  private final InstantSource clock;
  private final Path terminationLog;

  /// Speaks on that stream.
  ///
  /// @param terminationLog `/dev/termination-log`; written only when it exists (06 §4)
  public Messages(OutputStream stderr, InstantSource clock, Path terminationLog) {
    this.stderr = stderr;
    this.clock = clock;
    this.terminationLog = terminationLog;
  }

  /// Something happened that an operator may want to know.
  public void info(String text, Detail... details) {
    line("INFO", text, List.of(details));
  }

  /// Something is odd, the run goes on.
  public void warn(String text, Detail... details) {
    line("WARN", text, List.of(details));
  }

  /// Something is broken but set aside, the run goes on (a damaged ledger, 06 §9).
  public void error(String text, Detail... details) {
    line("ERROR", text, List.of(details));
  }

  /// The one ERROR line of a failed run, and the same cause in the termination log (06 §4, A97).
  public void failed(AgentFailure failure) {
    line("ERROR", failure.text(), failure.details());
    if (!Files.exists(terminationLog)) {
      return;
    }
    StringBuilder cause = new StringBuilder(OneLine.of(failure.text()));
    append(cause, failure.details());
    try {
      Files.write(
          terminationLog,
          cut(cause.toString()),
          StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING);
    } catch (IOException e) {
      warn("the termination log could not be written", Detail.of("cause", Causes.of(e)));
    }
  }

  /// A usage error's lines: plain text, no log format (06 §2).
  public void plain(String text) {
    print(text + "\n");
  }

  private void line(String level, String text, List<Detail> details) {
    StringBuilder line = new StringBuilder(160);
    line.append("time=").append(UtcTime.rfc3339(clock.instant()));
    line.append(" level=").append(level).append(" msg=\"").append(OneLine.of(text)).append('"');
    append(line, details);
    print(line.append('\n').toString());
  }

  private void print(String text) {
    try {
      stderr.write(text.getBytes(StandardCharsets.UTF_8));
      stderr.flush();
    } catch (IOException e) {
      // Nobody reads stderr any more; the exit code and the termination log still speak.
      return;
    }
  }

  private static void append(StringBuilder line, List<Detail> details) {
    for (Detail detail : details) {
      String value = detail.value().replace("\\", "\\\\").replace("\"", "\\\"");
      line.append(' ').append(detail.key()).append("=\"").append(OneLine.of(value)).append('"');
    }
  }

  /// At most 4096 bytes, not ending inside a character.
  private static byte[] cut(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int end = Math.min(bytes.length, TERMINATION_LOG_BYTES);
    while (end < bytes.length && end > 0 && (bytes[end] & 0xc0) == 0x80) {
      end--;
    }
    return Arrays.copyOf(bytes, end);
  }
}
