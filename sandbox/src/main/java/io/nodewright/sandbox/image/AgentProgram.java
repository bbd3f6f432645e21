package io.nodewright.sandbox.image;

import io.nodewright.sandbox.process.FolderCopy;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The agent of this build as a program of an image.
final class AgentProgram {
  static final String MAIN = "io.nodewright.agent.AgentMain";

  /// One class of each jar that the agent needs.
  private static final List<String> NEEDED = List.of(MAIN, "tools.jackson.core.JsonParser");

  private static final String FOLDER = "opt/nodewright-agent";

  /// How the agent's JVM is started; the cache holds for these flags alone.
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData",
          "-Xmx48m",
          "--enable-native-access=ALL-UNNAMED");

  private AgentProgram() {}

  /// Copies the agent's jars from this JVM's class path into `layer`, with a cache that makes it
  /// start fast.
  ///
  /// @param keep where such caches are kept from one sandbox to the next
  /// @return the command that starts the agent
  static List<String> install(Path layer, Path keep) throws IOException {
    Path folder = Files.createDirectories(layer.resolve(FOLDER));
    List<Path> jars = new ArrayList<>();
    for (String name : NEEDED) {
      Path source = source(name);
      Path copy = folder.resolve(jars.size() + "-" + source.getFileName());
      FolderCopy.of(source, copy);
      jars.add(copy);
    }
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> start = new ArrayList<>(List.of("/opt/java/bin/java"));
    start.addAll(FLAGS);
    for (Path cache : AgentCache.of(keep, command(java), jars)) {
      FolderCopy.of(cache, folder.resolve("agent.aot"));
      start.add("-XX:AOTCache=/" + FOLDER + "/agent.aot");
    }
    start.addAll(List.of("-cp", inContainer(jars), MAIN));
    return start;
  }

  private static List<String> command(Path java) {
    List<String> words = new ArrayList<>(List.of(java.toString()));
    words.addAll(FLAGS);
    return words;
  }

  private static String inContainer(List<Path> jars) {
    return jars.stream()
        .map(jar -> "/" + FOLDER + "/" + jar.getFileName())
        .collect(Collectors.joining(":"));
  }

  private static Path source(String className) {
    try {
      Class<?> found = Class.forName(className, false, AgentProgram.class.getClassLoader());
      return Path.of(found.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          className + ": not on the class path; build the module nodewright-agent", e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
