package io.nodewright.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/// Which build of the plugin this is.
///
/// @param version with its `v`
/// @param commit short id of the sources
/// @param date day of the build
public record BuildInfo(String version, String commit, String date) {

  private static final String RESOURCE = "/io/nodewright/cli/build.properties";
  private static final int DAY = "0000-00-00".length();

  /// Reads what the build has left.
  public static BuildInfo read() {
    Properties properties = new Properties();
    try (InputStream in = BuildInfo.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is not in the jar");
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String date = properties.getProperty("date", "");
    return new BuildInfo(
        properties.getProperty("version", ""),
        properties.getProperty("commit", ""),
        date.substring(0, Math.min(DAY, date.length())));
  }

  /// As `version` shows it.
  public String shown() {
    return "%s (commit %s, built %s)".formatted(version, commit, date);
  }
}
