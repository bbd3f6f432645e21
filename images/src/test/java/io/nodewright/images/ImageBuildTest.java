package io.nodewright.images;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nodewright.images.program.Program;
import io.nodewright.oci.layer.PackedLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole way of the agent's image, from packages and jars.
@Tag("sandbox")
class ImageBuildTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path folder;

  @Test
  @DisplayName("two builds without start caches have one digest, and one list of components")
  void reproducible() throws IOException {
    String version = ProjectVersion.of(PROJECT);
    assumeTrue(
        Files.exists(PROJECT.resolve("agent/target/nodewright-agent-" + version + ".jar")),
        "the agent's jar is not built: run the phase package or verify");
    BuiltImage one = build("one", version);
    BuiltImage two = build("two", version);
    assertEquals(one.layout().manifest(), two.layout().manifest());
    assertEquals(one.plainDigest(), one.layout().manifest().digest());
    assertEquals(-1, Files.mismatch(one.archive(), two.archive()));
    assertEquals(-1, Files.mismatch(one.components(), two.components()));
    assertEquals(
        List.of("Debian packages", "java files", "lib files", "program files"),
        one.layers().stream().map(PackedLayer::title).toList());
    String components = Files.readString(one.components());
    for (String expected : List.of("pkg:deb/", "bash", "java-runtime", "jackson-core")) {
      assertTrue(components.contains(expected), expected);
    }
    assertFalse(Files.exists(folder.resolve("one/work/agent")), "nothing is left of the work");
  }

  private BuiltImage build(String name, String version) throws IOException {
    return new ImageBuild(
            Program.AGENT,
            new BuildSettings(
                PROJECT,
                folder.resolve(name),
                folder.resolve("keep"),
                Path.of(System.getProperty("java.home")),
                "nodewright",
                version,
                version,
                "",
                false))
        .run();
  }
}
