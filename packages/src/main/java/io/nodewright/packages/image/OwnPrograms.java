package io.nodewright.packages.image;

import io.nodewright.oci.image.Architecture;
import io.nodewright.oci.image.ImageConfig;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.layer.Packing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A base of three programs of this computer and the libraries that they load.
final class OwnPrograms {

  private static final List<String> PROGRAMS = List.of("sh", "mkdir", "cp");

  /// `libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x…)`, and the loader without an arrow.
  private static final Pattern LIBRARY = Pattern.compile("(?:=> |^\\s*)(/\\S+) \\(0x");

  private OwnPrograms() {}

  static ImageLayout layout(Path work) throws IOException {
    Path root = work.resolve("root");
    for (String program : PROGRAMS) {
      Path source = Path.of("/bin", program);
      copy(source, root.resolve("bin").resolve(program));
      for (String library : libraries(source)) {
        copy(Path.of(library), root.resolve(library.substring(1)));
      }
    }
    return ImageLayout.write(
        work.resolve("layout"),
        "this-computer:1",
        Architecture.here(),
        new ImageConfig(List.of("/bin/sh"), "0:0", Map.of()),
        List.of(Packing.pack("three programs", root, _ -> true, work.resolve("base.tar.gz"))));
  }

  private static void copy(Path source, Path target) throws IOException {
    if (!Files.exists(source)) {
      throw new IOException(source + ": not on this computer; name an image with --base");
    }
    if (!Files.exists(target)) {
      folders(target);
      Files.copy(source.toRealPath(), target);
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /// The folders above a file, with the same rights whatever the umask is.
  private static void folders(Path file) throws IOException {
    Path parent = file.getParent();
    if (parent != null && !Files.exists(parent)) {
      folders(parent);
      Files.createDirectory(parent);
      Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /// What the dynamic loader would load; nothing for a program that needs nothing.
  private static SortedSet<String> libraries(Path program) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("ldd", program.toString()).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    SortedSet<String> found = new TreeSet<>();
    for (String line : said.lines().toList()) {
      Matcher matcher = LIBRARY.matcher(line);
      if (matcher.find()) {
        found.add(matcher.group(1));
      }
    }
    return found;
  }
}
