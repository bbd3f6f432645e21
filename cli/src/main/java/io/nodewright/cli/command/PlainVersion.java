package io.nodewright.cli.command;

import java.util.List;

/// The answer to those who ask for the plugin's version alone: scripts ask it often, and it needs
/// nothing of the commands, whose making is most of a start.
public final class PlainVersion {

  private static final List<List<String>> ASKED =
      List.of(
          List.of("--version"),
          List.of("version", "--client-only"),
          List.of("version", "--client"));

  private PlainVersion() {}

  /// Whether these words ask for that and for nothing else.
  public static boolean asked(List<String> words) {
    return ASKED.contains(words);
  }

  /// The line.
  public static String line() {
    return VersionCommand.pluginLine(BuildInfo.read());
  }
}
