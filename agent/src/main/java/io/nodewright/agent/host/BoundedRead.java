package io.nodewright.agent.host;

import io.nodewright.agent.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Reads a small file that came from outside. What lies there may be anything: a fifo would hold
/// the run for ever, a huge file would take all memory.
public final class BoundedRead {

  private BoundedRead() {}

  /// The file's bytes; of a file beyond what counts as JSON (06 B58) only so many that its reader
  /// sees that.
  ///
  /// @throws IOException when it is not there, cannot be read, or is a link or not a regular file
  public static byte[] of(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new NoSuchFileException(file.toString());
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("is not a regular file");
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return in.readNBytes(JsonReader.MAX_BYTES + 1);
    }
  }
}
