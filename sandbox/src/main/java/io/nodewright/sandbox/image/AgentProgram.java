package io.nodewright.sandbox.image;

import io.nodewright.sandbox.process.FolderCopy;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The agent of this build as a program of an image.
final class AgentProgram {
  private static final String MAIN = "io.nodewright.agent.AgentMain";

  /// One class of each jar that the agent needs.
  private static final List<String> NEEDED = List.of(MAIN, "tools.jackson.core.JsonParser");

  private static final String FOLDER = "opt/nodewright-agent";

  private AgentProgram() {}

  /// Copies the agent's jars from this JVM's class path into `layer`.
  ///
  /// @return the command that starts the agent
  static List<String> install(Path layer) throws IOException {
    Path folder = Files.createDirectories(layer.resolve(FOLDER));
    List<String> classPath = new ArrayList<>();
    for (String name : NEEDED) {
      Path source = source(name);
      String copy = classPath.size() + "-" + source.getFileName();
      FolderCopy.of(source, folder.resolve(copy));
      classPath.add("/" + FOLDER + "/" + copy);
    }
    return List.of(
        "/opt/java/bin/java",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xshare:auto",
        "-Xmx48m",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        String.join(":", classPath),
        MAIN);
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
