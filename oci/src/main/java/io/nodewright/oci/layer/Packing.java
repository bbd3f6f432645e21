package io.nodewright.oci.layer;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/// Packs a folder into a layer.
public final class Packing {
  private static final int BUFFER = 1 << 16;

  private Packing() {}

  /// Packs what is below `folder` into the gzip file `target`.
  ///
  /// @param title what the layer holds, in two words
  /// @param belongs which paths, relative to the folder, belong to this layer
  public static PackedLayer pack(String title, Path folder, Predicate<Path> belongs, Path target)
      throws IOException {
    MessageDigest packed = sha256();
    MessageDigest content = sha256();
    Counted counted;
    try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(target), BUFFER)) {
      counted = new Counted(new GZIPOutputStream(new DigestOutputStream(file, packed), BUFFER));
      try (TarWriter tar = new TarWriter(new DigestOutputStream(counted, content))) {
        for (Path path : sorted(folder)) {
          Path name = folder.relativize(path);
          if (belongs.test(name)) {
            add(tar, name.toString(), path);
          }
        }
      }
    }
    return new PackedLayer(
        title, target, named(packed), Files.size(target), named(content), counted.count);
  }

  /// The SHA-256 of `content` as `sha256:…`.
  public static String digest(byte[] content) {
    MessageDigest digest = sha256();
    digest.update(content);
    return named(digest);
  }

  /// The SHA-256 of what is in `file` as `sha256:…`.
  public static String digest(Path file) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return named(digest);
  }

  private static List<Path> sorted(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> !path.equals(folder)).sorted().toList();
    }
  }

  private static void add(TarWriter tar, String name, Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      tar.link(name, Files.readSymbolicLink(path).toString());
    } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      tar.folder(name, mode(path));
    } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      tar.file(name, mode(path), path);
    } else {
      throw new IOException(path + ": neither file, folder nor link; images have only these");
    }
  }

  /// Without set-user-id bits: nothing in these images is to gain rights.
  private static int mode(Path path) throws IOException {
    Set<PosixFilePermission> permissions =
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    int mode = 0;
    for (PosixFilePermission permission : PosixFilePermission.values()) {
      // From the owner's reading down to the others' executing, as the bits are.
      mode = mode << 1 | (permissions.contains(permission) ? 1 : 0);
    }
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && mode == 0777) {
      return 01777; // a folder for everyone is one for temporary files
    }
    return mode;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String named(MessageDigest digest) {
    return "sha256:" + HexFormat.of().formatHex(digest.digest());
  }

  private static final class Counted extends FilterOutputStream {
    private long count;

    Counted(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int one) throws IOException {
      out.write(one);
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      count += length;
    }
  }
}
