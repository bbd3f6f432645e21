package io.nodewright.agent.record;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/// Where one run's output is kept.
public sealed interface StepLog {

  /// Takes output as it comes, unchanged (06 §6.3).
  void write(byte[] bytes, int count) throws IOException;

  /// The output is complete; what older runs left is trimmed.
  ///
  /// @throws IOException when old logs cannot be removed, or this one not be closed
  void close() throws IOException;

  /// The host path of the log, empty when none is kept.
  Optional<String> hostPath();

  /// Logs are switched off: nothing is kept, no directory made (A51).
  record Off() implements StepLog {

    @Override
    public void write(byte[] bytes, int count) {
      // switched off
    }

    @Override
    public void close() {
      // nothing was opened
    }

    @Override
    public Optional<String> hostPath() {
      return Optional.empty();
    }
  }

  /// A file on the host.
  ///
  /// @param path the host path
  /// @param file open for writing
  /// @param retention trims what older runs left
  record Kept(String path, OutputStream file, LogRetention retention) implements StepLog {

    @Override
    public void write(byte[] bytes, int count) throws IOException {
      file.write(bytes, 0, count);
    }

    @Override
    public void close() throws IOException {
      file.close();
      retention.trim();
    }

    @Override
    public Optional<String> hostPath() {
      return Optional.of(path);
    }
  }
}
