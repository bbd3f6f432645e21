package io.nodewright.agent.process;

import java.io.IOException;

/// Takes what a child writes, as it comes.
public interface Output {

  /// Bytes of the child's stdout.
  void stdout(byte[] bytes, int count) throws IOException;

  /// Bytes of the child's stderr.
  void stderr(byte[] bytes, int count) throws IOException;
}
