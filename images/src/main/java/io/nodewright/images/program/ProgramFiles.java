package io.nodewright.images.program;

import io.nodewright.images.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// One program laid out in a root folder.
///
/// @param program which one
/// @param root the folder
public record ProgramFiles(Program program, Path root) {
  /// Where Java is in an image.
  public static final String JAVA = "opt/java";

  /// Where libraries are in an image.
  public static final String LIBRARIES = "opt/nodewright/lib";

  /// Where the program's own files are in an image.
  public static final String PROGRAM = "opt/nodewright/program";

  /// Where the start cache is in an image.
  public static final String CACHE = "opt/nodewright/cache";

  private static final String OWN_GROUP = "io/nodewright/";

  /// Links a Java that has what the program needs.
  ///
  /// @param jdk a JDK with `jlink`; its own image of modules is enough, it needs no `jmods`
  public void linkJava(Path jdk) throws IOException {
    new ChildProcess(
            List.of(
                jdk.resolve("bin/jlink").toString(),
                "--add-modules",
                String.join(",", program.javaModules()),
                "--strip-debug",
                "--no-man-pages",
                "--no-header-files",
                "--output",
                root.resolve(JAVA).toString()))
        .run();
  }

  /// Copies the jars.
  ///
  /// @param jar the program's own
  /// @param libraries all others, in the layout of a Maven repository
  public void copyJars(Path jar, Path libraries) throws IOException {
    Files.createDirectories(root.resolve(LIBRARIES));
    Files.createDirectories(root.resolve(PROGRAM));
    for (Path library : jars(libraries)) {
      boolean own = libraries.relativize(library).toString().startsWith(OWN_GROUP);
      copy(library, root.resolve(own ? PROGRAM : LIBRARIES));
    }
    copy(jar, root.resolve(PROGRAM));
    Files.writeString(arguments(), argumentFile());
  }

  /// All jars below `folder`, sorted.
  public static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /// What a container runs.
  ///
  /// @param cached whether there is a start cache
  public List<String> entrypoint(boolean cached) {
    List<String> words = new ArrayList<>(List.of("/" + JAVA + "/bin/java"));
    if (cached) {
      words.add("-XX:AOTCache=/" + CACHE + "/" + cacheName());
    }
    words.add("@/" + root.relativize(arguments()));
    return words;
  }

  /// The start cache's file in the root folder.
  public Path cache() {
    return root.resolve(CACHE).resolve(cacheName());
  }

  /// Runs the training here, in the files that containers will see; leaves the start cache in
  /// `target`.
  ///
  /// @throws IOException when none was made
  public void train(Path target) throws IOException {
    List<String> java = new ArrayList<>(List.of(root.resolve(JAVA + "/bin/java").toString()));
    java.add("-XX:AOTCacheOutput=" + target);
    java.addAll(program.flags());
    java.addAll(List.of("-cp", classPath(root + "/"), program.mainClass()));
    program.training().run(java);
    if (!Files.isRegularFile(target)) {
      throw new IOException(
          program.name() + ": the training run left no start cache; --no-start-cache does without");
    }
  }

  private String argumentFile() throws IOException {
    List<String> lines = new ArrayList<>(program.flags());
    lines.add("-cp");
    lines.add(classPath("/"));
    lines.add(program.mainClass());
    return String.join("\n", lines) + "\n";
  }

  private String classPath(String before) throws IOException {
    List<Path> jars = new ArrayList<>(jars(root.resolve(PROGRAM)));
    jars.addAll(jars(root.resolve(LIBRARIES)));
    return String.join(":", jars.stream().map(jar -> before + root.relativize(jar)).toList());
  }

  private Path arguments() {
    return root.resolve(PROGRAM).resolve("java.arguments");
  }

  private String cacheName() {
    return program.name() + ".aot";
  }

  private static void copy(Path jar, Path folder) throws IOException {
    Path target = folder.resolve(jar.getFileName().toString());
    Files.copy(jar, target, StandardCopyOption.REPLACE_EXISTING);
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r--r--"));
  }
}
