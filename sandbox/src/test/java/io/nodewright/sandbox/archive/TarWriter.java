package io.nodewright.sandbox.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/// Makes small tar archives for tests.
public final class TarWriter {
  private static final int BLOCK = 512;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /// Adds a regular file.
  public TarWriter file(String path, String content) {
    return member(path, '0', 0644, "", content.getBytes(StandardCharsets.UTF_8));
  }

  /// Adds a program.
  public TarWriter program(String path, byte[] content) {
    return member(path, '0', 0755, "", content);
  }

  /// Adds a folder.
  public TarWriter folder(String path) {
    return member(path + "/", '5', 0755, "", new byte[0]);
  }

  /// Adds a symbolic link.
  public TarWriter link(String path, String target) {
    return member(path, '2', 0777, target, new byte[0]);
  }

  /// The archive.
  public byte[] bytes() {
    byte[] end = new byte[2 * BLOCK];
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(out.toByteArray());
    all.writeBytes(end);
    return all.toByteArray();
  }

  /// The archive, gzipped.
  public byte[] gzipped() {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  private TarWriter member(String path, char type, int mode, String link, byte[] content) {
    byte[] header = new byte[BLOCK];
    put(header, 0, path);
    put(header, 100, octal(mode, 7));
    put(header, 108, octal(0, 7));
    put(header, 116, octal(0, 7));
    put(header, 124, octal(content.length, 11));
    put(header, 136, octal(0, 11));
    put(header, 148, "        ");
    header[156] = (byte) type;
    put(header, 157, link);
    put(header, 257, "ustar\0" + "00");
    int sum = 0;
    for (byte value : header) {
      sum += value & 0xff;
    }
    put(header, 148, octal(sum, 6) + "\0 ");
    out.writeBytes(header);
    out.writeBytes(content);
    out.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    return this;
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  private static String octal(int value, int digits) {
    return String.format(Locale.ROOT, "%0" + digits + "o", value);
  }
}
