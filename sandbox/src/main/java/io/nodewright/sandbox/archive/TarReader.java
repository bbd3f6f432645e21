package io.nodewright.sandbox.archive;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Goes through a tar archive from front to back.
public final class TarReader {
  private static final int BLOCK = 512;
  private static final int LONGEST_HEADER = 1 << 20;

  private final InputStream in;
  private long unread;
  private long padding;

  /// A reader of `in`, which its caller closes.
  public TarReader(InputStream in) {
    this.in = in;
  }

  /// The next member; empty at the end. What was not read of the one before is skipped.
  ///
  /// @throws IOException when the archive is cut off or is none
  public Optional<TarEntry> next() throws IOException {
    Map<String, String> extended = new HashMap<>();
    while (true) {
      in.skipNBytes(unread + padding);
      byte[] header = in.readNBytes(BLOCK);
      if (header.length < BLOCK || header[0] == 0) {
        return Optional.empty();
      }
      unread = number(header, 124, 12);
      padding = (BLOCK - unread % BLOCK) % BLOCK;
      char type = (char) header[156];
      switch (type) {
        case 'x' -> readPax(extended);
        case 'g' -> readPax(new HashMap<>());
        case 'L' -> extended.put("path", cString(content(), 0, (int) unread));
        case 'K' -> extended.put("linkpath", cString(content(), 0, (int) unread));
        default -> {
          return Optional.of(entry(header, type, extended));
        }
      }
      if (type == 'L' || type == 'K' || type == 'x' || type == 'g') {
        unread = 0;
      }
    }
  }

  /// The content of the member that [#next] gave last.
  public InputStream contentStream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        if (unread == 0) {
          return -1;
        }
        int got = in.read(buffer, offset, (int) Math.min(length, unread));
        if (got < 0) {
          throw new EOFException("the tar archive is cut off");
        }
        unread -= got;
        return got;
      }
    };
  }

  private TarEntry entry(byte[] header, char type, Map<String, String> extended) {
    String prefix = cString(header, 345, 155);
    String name = cString(header, 0, 100);
    boolean ustar = cString(header, 257, 5).equals("ustar");
    String path =
        extended.getOrDefault("path", ustar && !prefix.isEmpty() ? prefix + "/" + name : name);
    String size = extended.get("size");
    if (size != null) {
      unread = Long.parseLong(size);
      padding = (BLOCK - unread % BLOCK) % BLOCK;
    }
    TarEntry.Kind kind = kind(type, path);
    return new TarEntry(
        path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
        kind,
        (int) number(header, 100, 8) & 07777,
        (int) number(header, 108, 8),
        (int) number(header, 116, 8),
        unread,
        extended.getOrDefault("linkpath", cString(header, 157, 100)));
  }

  private static TarEntry.Kind kind(char type, String path) {
    return switch (type) {
      case '0', '\0', '7' -> path.endsWith("/") ? TarEntry.Kind.FOLDER : TarEntry.Kind.FILE;
      case '5' -> TarEntry.Kind.FOLDER;
      case '2' -> TarEntry.Kind.SYMBOLIC_LINK;
      case '1' -> TarEntry.Kind.HARD_LINK;
      default -> TarEntry.Kind.OTHER;
    };
  }

  private byte[] content() throws IOException {
    if (unread > LONGEST_HEADER) {
      throw new IOException("a tar header of " + unread + " bytes is no header");
    }
    return in.readNBytes((int) unread);
  }

  /// A pax record is `LENGTH KEY=VALUE\n`, its length counting itself.
  private void readPax(Map<String, String> into) throws IOException {
    byte[] records = content();
    int at = 0;
    while (at < records.length) {
      int space = at;
      while (records[space] != ' ') {
        space++;
      }
      int length = Integer.parseInt(new String(records, at, space - at, StandardCharsets.US_ASCII));
      String text = new String(records, space + 1, at + length - space - 2, StandardCharsets.UTF_8);
      int equals = text.indexOf('=');
      into.put(text.substring(0, equals), text.substring(equals + 1));
      at += length;
    }
  }

  private static String cString(byte[] bytes, int offset, int length) {
    int end = offset;
    while (end < offset + length && end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, offset, end - offset, StandardCharsets.UTF_8);
  }

  private static long number(byte[] header, int offset, int length) {
    if ((header[offset] & 0x80) != 0) { // GNU: big-endian binary for what octal cannot hold
      long value = header[offset] & 0x7f;
      for (int i = 1; i < length; i++) {
        value = (value << 8) | (header[offset + i] & 0xff);
      }
      return value;
    }
    String octal = cString(header, offset, length).strip();
    return octal.isEmpty() ? 0 : Long.parseLong(octal, 8);
  }
}
