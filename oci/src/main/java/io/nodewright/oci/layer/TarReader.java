package io.nodewright.oci.layer;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads tar archives: ustar, and the long names of pax and GNU.
public final class TarReader {
  private static final int BLOCK = 512;
  private static final int LONGEST_NAME = 1 << 16;

  private final InputStream in;

  /// A reader of `in`, which is not closed.
  public TarReader(InputStream in) {
    this.in = in;
  }

  /// One entry.
  ///
  /// @param path without `./` in front and without a slash at its end
  /// @param type as in the header: `0` a file, `1` a hard link, `2` a symbolic link, `5` a folder
  /// @param link where a link leads
  public record Entry(String path, char type, String link) {}

  /// Takes an entry with its content, which it need not read to the end.
  public interface Taker {
    void take(Entry entry, InputStream content) throws IOException;
  }

  /// Hands out all entries.
  ///
  /// @throws IOException when this is no archive, or it ends too early
  public void each(Taker taker) throws IOException {
    String path = "";
    String link = "";
    while (true) {
      byte[] header = in.readNBytes(BLOCK);
      if (header.length < BLOCK || zero(header)) {
        return;
      }
      long size = number(header, 124, 12);
      char type = (char) header[156];
      switch (type) {
        case 'L' -> path = text(content(size), 0, (int) size);
        case 'K' -> link = text(content(size), 0, (int) size);
        case 'x' -> {
          String records = new String(content(size), StandardCharsets.UTF_8);
          path = record(records, "path", path);
          link = record(records, "linkpath", link);
        }
        case 'g' -> content(size);
        default -> {
          Part part = new Part(in, size);
          String name = path.isEmpty() ? name(header) : path;
          String target = link.isEmpty() ? text(header, 157, 100) : link;
          taker.take(new Entry(plain(name), type == 0 ? '0' : type, target), part);
          part.skipRest();
          in.skipNBytes(padding(size));
          path = "";
          link = "";
        }
      }
    }
  }

  private byte[] content(long size) throws IOException {
    if (size > LONGEST_NAME) {
      throw new IOException("no tar archive: a name of " + size + " bytes");
    }
    byte[] content = in.readNBytes((int) size);
    in.skipNBytes(padding(size));
    return content;
  }

  private static long padding(long size) {
    return (BLOCK - size % BLOCK) % BLOCK;
  }

  private static boolean zero(byte[] block) {
    return Arrays.equals(block, new byte[BLOCK]);
  }

  private static String name(byte[] header) {
    String prefix = text(header, 257, 5).equals("ustar") ? text(header, 345, 155) : "";
    String name = text(header, 0, 100);
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  private static String plain(String name) {
    String plain = name.startsWith("./") ? name.substring(2) : name;
    return plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
  }

  private static String text(byte[] bytes, int from, int width) {
    int end = from;
    while (end < Math.min(from + width, bytes.length) && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }

  private static long number(byte[] header, int from, int width) throws IOException {
    if ((header[from] & 0x80) != 0) { // GNU: a binary number
      long value = header[from] & 0x7f;
      for (int i = from + 1; i < from + width; i++) {
        value = (value << 8) | (header[i] & 0xff);
      }
      return value;
    }
    String digits = text(header, from, width).strip();
    try {
      return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    } catch (NumberFormatException e) {
      throw new IOException("no tar archive: a size of \"" + digits + "\"", e);
    }
  }

  private static String record(String records, String key, String otherwise) {
    String found = otherwise;
    for (String line : records.split("\n", -1)) {
      int blank = line.indexOf(' ');
      if (line.startsWith(key + "=", blank + 1)) {
        found = line.substring(blank + 1 + key.length() + 1);
      }
    }
    return found;
  }

  /// The content of one entry.
  private static final class Part extends FilterInputStream {
    private long left;

    Part(InputStream in, long size) {
      super(in);
      left = size;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int count = in.read(bytes, offset, (int) Math.min(length, left));
      if (count < 0) {
        throw new EOFException("the archive ends too early");
      }
      left -= count;
      return count;
    }

    void skipRest() throws IOException {
      in.skipNBytes(left);
      left = 0;
    }
  }
}
