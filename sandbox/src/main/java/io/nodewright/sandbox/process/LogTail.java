package io.nodewright.sandbox.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The end of a log file, for errors and termination messages.
public final class LogTail {
  private LogTail() {}

  /// The last `bytes` bytes of `file` as text; empty when it cannot be read.
  public static String of(Path file, int bytes) {
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      long start = Math.max(0, log.length() - bytes);
      byte[] end = new byte[(int) (log.length() - start)];
      log.seek(start);
      log.readFully(end);
      return new String(end, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
