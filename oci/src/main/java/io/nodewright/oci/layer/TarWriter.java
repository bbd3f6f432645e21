package io.nodewright.oci.layer;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes tar archives in the pax format: owner 0:0, every time that of [FixedTime].
public final class TarWriter implements Closeable {
  private static final int BLOCK = 512;
  private static final int NAME_BYTES = 100;
  private static final long OCTAL_LIMIT = 1L << 33;

  private final OutputStream out;

  /// A writer to `out`, which is closed with it.
  public TarWriter(OutputStream out) {
    this.out = out;
  }

  /// A folder; `path` has no slash at its end.
  public void folder(String path, int mode) throws IOException {
    header(path + "/", '5', mode, 0, "");
  }

  /// A symbolic link to `target`.
  public void link(String path, String target) throws IOException {
    header(path, '2', 0777, 0, target);
  }

  /// A file with the content of `source`.
  public void file(String path, int mode, Path source) throws IOException {
    long size = Files.size(source);
    header(path, '0', mode, size, "");
    long copied = Files.copy(source, out);
    if (copied != size) {
      throw new IOException("%s: changed while it was packed".formatted(source));
    }
    pad(size);
  }

  /// A file with `content`.
  public void file(String path, int mode, byte[] content) throws IOException {
    header(path, '0', mode, content.length, "");
    out.write(content);
    pad(content.length);
  }

  @Override
  public void close() throws IOException {
    out.write(new byte[2 * BLOCK]);
    out.close();
  }

  private void header(String path, char type, int mode, long size, String link) throws IOException {
    ByteArrayOutputStream pax = new ByteArrayOutputStream();
    if (bytes(path).length > NAME_BYTES) {
      record(pax, "path", path);
    }
    if (bytes(link).length > NAME_BYTES) {
      record(pax, "linkpath", link);
    }
    if (size >= OCTAL_LIMIT) {
      record(pax, "size", Long.toString(size));
    }
    if (pax.size() > 0) {
      out.write(block("pax", 'x', 0644, pax.size(), ""));
      pax.writeTo(out);
      pad(pax.size());
    }
    out.write(block(path, type, mode, size % OCTAL_LIMIT, link));
  }

  /// A pax record counts itself: `LENGTH KEY=VALUE\n`.
  private static void record(ByteArrayOutputStream pax, String key, String value)
      throws IOException {
    int rest = bytes(" " + key + "=" + value + "\n").length;
    int length = rest + Integer.toString(rest).length();
    length = rest + Integer.toString(length).length();
    pax.write(bytes(length + " " + key + "=" + value + "\n"));
  }

  private static byte[] block(String path, char type, int mode, long size, String link) {
    byte[] block = new byte[BLOCK];
    put(block, 0, NAME_BYTES, bytes(path));
    octal(block, 100, 8, mode);
    octal(block, 108, 8, 0);
    octal(block, 116, 8, 0);
    octal(block, 124, 12, size);
    octal(block, 136, 12, FixedTime.AT.getEpochSecond());
    block[156] = (byte) type;
    put(block, 157, NAME_BYTES, bytes(link));
    put(block, 257, 8, bytes("ustar\00000"));
    octal(block, 329, 8, 0);
    octal(block, 337, 8, 0);
    put(block, 148, 8, bytes("        ")); // the sum counts its own field as blanks
    int sum = 0;
    for (byte one : block) {
      sum += one & 0xff;
    }
    put(block, 148, 8, bytes("%06o\0 ".formatted(sum)));
    return block;
  }

  private static void octal(byte[] block, int at, int width, long value) {
    String digits = Long.toOctalString(value);
    put(block, at, width, bytes("0".repeat(width - 1 - digits.length()) + digits));
  }

  private static void put(byte[] block, int at, int width, byte[] value) {
    System.arraycopy(value, 0, block, at, Math.min(width, value.length));
  }

  private void pad(long size) throws IOException {
    out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
