package io.nodewright.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The version that the project's build file names.
final class ProjectVersion {
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>nodewright</artifactId>\\s*<version>([^<]+)</version>");

  private ProjectVersion() {}

  /// The version of the project in `folder`.
  static String of(Path folder) throws IOException {
    Path file = folder.resolve("pom.xml");
    Matcher matcher = VERSION.matcher(Files.readString(file));
    if (!matcher.find()) {
      throw new IOException(file + ": names no version");
    }
    return matcher.group(1).strip();
  }
}
