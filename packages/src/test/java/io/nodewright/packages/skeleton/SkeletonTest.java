package io.nodewright.packages.skeleton;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.packages.lint.Lint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// New packages.
class SkeletonTest {

  @TempDir Path folder;

  private static Skeleton skeleton(Set<SkeletonStage> stages) {
    return new Skeleton("demo", "1.0.0", stages, new SkeletonInterrupt.None());
  }

  @ParameterizedTest(name = "a package without {0} has nothing wrong but what is missing")
  @EnumSource
  void without(SkeletonStage stage) throws IOException {
    skeleton(EnumSet.complementOf(EnumSet.of(stage))).write(folder);
    List<String> problems =
        Lint.of(folder).stream().map(issue -> issue.problem().split(":", 2)[0]).toList();
    assertEquals(stage == SkeletonStage.UNINSTALL ? List.of("no uninstall") : List.of(), problems);
  }

  @Test
  @DisplayName("scripts are executable whatever the umask is, other files are not")
  void rights() throws IOException {
    skeleton(EnumSet.allOf(SkeletonStage.class)).write(folder);
    assertTrue(Files.isExecutable(folder.resolve("skyhook_dir/apply.sh")));
    assertFalse(Files.isExecutable(folder.resolve("skyhook_dir/lib/common.sh")));
  }

  @Test
  @DisplayName("what is there is not overwritten")
  void inTheWay() throws IOException {
    Files.writeString(folder.resolve("config.json"), "mine");
    Skeleton skeleton = skeleton(EnumSet.of(SkeletonStage.APPLY));
    IOException refused = assertThrows(IOException.class, () -> skeleton.write(folder));
    assertTrue(String.valueOf(refused.getMessage()).contains("--directory"), refused::toString);
    assertEquals("mine", Files.readString(folder.resolve("config.json")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "a_b", "1a", "a/b", "a-", "../a"})
  @DisplayName("names that could not be a package's key, a file or an image")
  void names(String name) {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new Skeleton(
                name, "1.0.0", EnumSet.of(SkeletonStage.APPLY), new SkeletonInterrupt.None()));
  }

  @Test
  @DisplayName("the README declares the interrupt in the resource")
  void interrupt() {
    String readme =
        new Skeleton(
                "demo",
                "1.0.0",
                EnumSet.of(SkeletonStage.CONFIG),
                SkeletonInterrupt.parse("service:containerd,kubelet"))
            .files("demo")
            .getOrDefault("README.md", "");
    assertTrue(
        readme.contains("    interrupt: {type: service, services: [containerd, kubelet]}\n"),
        readme);
    for (String wrong : List.of("service", "service:", "restart", "service:a b")) {
      assertThrows(IllegalArgumentException.class, () -> SkeletonInterrupt.parse(wrong));
    }
  }
}
