package io.nodewright.packages.trial;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The agent of this program's class path, as a program of its own.
final class AgentProgram {

  static final String MAIN = "io.nodewright.agent.AgentMain";

  /// One class of each jar that the agent needs.
  private static final List<String> NEEDED = List.of(MAIN, "tools.jackson.core.JsonParser");

  private AgentProgram() {}

  /// What has to be shown in the container, as pairs: a jar or folder of this computer, and its
  /// name below `/opt/agent`.
  static List<String> shown() {
    List<String> pairs = new ArrayList<>();
    for (Path source : sources()) {
      pairs.add(source.toString());
      pairs.add(name(source, pairs.size() / 2));
    }
    return pairs;
  }

  /// The words that start it in the container.
  static List<String> command() {
    List<String> pairs = shown();
    List<String> names = new ArrayList<>();
    for (int i = 1; i < pairs.size(); i += 2) {
      names.add("/opt/agent/" + pairs.get(i));
    }
    return List.of(
        "/opt/java/bin/java",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:-UsePerfData",
        "-Xmx48m",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        names.stream().collect(Collectors.joining(":")),
        MAIN);
  }

  private static List<Path> sources() {
    return NEEDED.stream().map(AgentProgram::source).distinct().toList();
  }

  private static String name(Path source, int number) {
    return number + (source.toString().endsWith(".jar") ? ".jar" : "");
  }

  private static Path source(String className) {
    try {
      Class<?> found = Class.forName(className, false, AgentProgram.class.getClassLoader());
      return Path.of(found.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IllegalStateException(className + ": not on the class path", e);
    }
  }
}
