package io.nodewright.packages.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.packages.PackageFolder;
import io.nodewright.packages.skeleton.Skeleton;
import io.nodewright.packages.skeleton.SkeletonInterrupt;
import io.nodewright.packages.skeleton.SkeletonStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Packages on a throw-away host, by the real agent.
@Tag("sandbox")
class TrialTest {

  private static final Map<String, String> NONE = Map.of();

  @TempDir Path folder;
  private final List<StageOutcome> outcomes = new ArrayList<>();

  @BeforeEach
  void aPackage() throws IOException {
    aPackage("demo", "1.0.0");
  }

  private Path aPackage(String name, String version) throws IOException {
    Path made = folder.resolve(name);
    new Skeleton("demo", version, EnumSet.allOf(SkeletonStage.class), new SkeletonInterrupt.None())
        .write(made);
    return made;
  }

  private Path script(String name) {
    return folder.resolve("demo/skyhook_dir").resolve(name);
  }

  private void append(String script, String lines) throws IOException {
    Files.writeString(script(script), Files.readString(script(script)) + lines);
  }

  private boolean run(List<Path> before, Map<String, String> change, String... stages)
      throws IOException {
    List<PackageFolder> older = new ArrayList<>();
    for (Path path : before) {
      older.add(PackageFolder.read(path));
    }
    WorkFolder work = WorkFolder.make("");
    try {
      return new Trial(
              new TrialPlan(
                  PackageFolder.read(folder.resolve("demo")),
                  older,
                  new TreeMap<>(Map.of("settings", "color = green")),
                  new TreeMap<>(change),
                  new TreeMap<>(NONE),
                  new TreeMap<>(NONE),
                  SkeletonInterrupt.parse("reboot").wire(),
                  Set.of(stages),
                  Duration.ofMinutes(1)),
              outcomes::add)
          .run(work.path());
    } finally {
      work.remove();
      assertTrue(Files.notExists(work.path()));
    }
  }

  private StageOutcome outcome(String stage) {
    return outcomes.stream().filter(each -> each.stage().equals(stage)).findFirst().orElseThrow();
  }

  private List<String> changes(String stage) {
    return outcome(stage).changes().stream().map(TreeChange::line).toList();
  }

  @Test
  @DisplayName("a new package lives its whole life: installed, run again, changed, upgraded, gone")
  void wholeLife() throws IOException {
    Path older = aPackage("older", "0.9.0");
    assertTrue(run(List.of(older), Map.of("settings", "color = red")), outcomes::toString);
    assertEquals(
        List.of(
            "apply",
            "config",
            "interrupt",
            "post-interrupt",
            "apply again",
            "config again",
            "config change",
            "uninstall",
            "apply of 0.9.0",
            "config of 0.9.0",
            "upgrade from 0.9.0",
            "config after upgrade",
            "uninstall after upgrade"),
        outcomes.stream().map(StageOutcome::stage).toList());
    assertTrue(
        changes("config").contains("+ /etc/demo/settings  13 bytes, mode 0644"),
        changes("config")::toString);
    assertEquals(List.of(), changes("config again"));
    assertEquals(List.of("~ /etc/demo/settings  other content"), changes("config change"));
    assertEquals(List.of("reboot"), outcome("interrupt").calls());
    assertTrue(changes("uninstall").contains("- /etc/demo/"), changes("uninstall")::toString);
  }

  @Test
  @DisplayName("a step that fails: its output and what the agent says, and nothing after it")
  void failing() throws IOException {
    append("config.sh", "echo 'cannot do this' >&2\nexit 7\n");
    assertFalse(run(List.of(), NONE));
    assertEquals("config", outcomes.getLast().stage());
    assertEquals(StageOutcome.Verdict.FAILED, outcomes.getLast().verdict());
    String told = outcomes.getLast().told();
    assertTrue(told.contains("demo: wrote /etc/demo/settings\n"), told);
    assertTrue(told.contains("cannot do this\n"), told);
    assertTrue(told.contains("agent: msg=") && told.contains("exit_code=\"7\""), told);
  }

  @Test
  @DisplayName("a step that writes again what is so already: a second run is not clean")
  void writesAgain() throws IOException {
    append("apply.sh", "echo x > /etc/demo-again\n");
    assertFalse(run(List.of(), NONE, "apply"));
    assertEquals(StageOutcome.Verdict.NOT_CLEAN, outcome("apply again").verdict());
    assertEquals(
        List.of("~ /etc/demo-again  written anew with the same content"), changes("apply again"));
  }

  @Test
  @DisplayName("what uninstall leaves, takes too much of or changes is said, in /usr as well")
  void leftOver() throws IOException {
    append(
        "apply.sh",
        """
        [[ -e /usr/local/demo ]] || echo x > /usr/local/demo
        chmod 0600 /etc/services
        rm -f /usr/bin/factor
        """);
    assertFalse(run(List.of(), NONE, "apply", "uninstall"));
    String told = outcome("uninstall").told();
    assertTrue(told.contains("+ /usr/local/demo  2 bytes, mode 0644"), told);
    assertTrue(told.contains("~ /etc/services  mode 0644, then 0600"), told);
    assertTrue(told.contains("- /usr/bin/factor"), told);
    assertTrue(Files.exists(Path.of("/usr/bin/factor")), "this computer's own is still there");
  }

  @Test
  @DisplayName("a step finds no way to this computer: not its files, nor its kernel's settings")
  void apart() throws IOException {
    Path here = Files.writeString(folder.resolve("secret"), "x");
    append(
        "apply.sh",
        """
        [[ ! -e %s ]] || die "the computer's files are in reach"
        echo 1 > /proc/sys/vm/swappiness
        [[ "$(cat /proc/sys/vm/swappiness)" == 1 ]]
        """
            .formatted(here));
    String before = Files.readString(Path.of("/proc/sys/vm/swappiness"));
    run(List.of(), NONE, "apply");
    assertEquals(StageOutcome.Verdict.PASSED, outcome("apply").verdict(), outcomes::toString);
    assertTrue(
        changes("apply").contains("~ /proc/sys/vm/swappiness  other content"),
        changes("apply")::toString);
    assertEquals(before, Files.readString(Path.of("/proc/sys/vm/swappiness")));
  }

  @Test
  @DisplayName("an expected key without a value is named, with the flag that gives it")
  void keyMissing() throws IOException {
    Path config = folder.resolve("demo/config.json");
    Files.writeString(
        config, Files.readString(config).replace("[\"settings\"]", "[\"settings\", \"more\"]"));
    IOException refused = assertThrows(IOException.class, () -> run(List.of(), NONE));
    assertTrue(
        String.valueOf(refused.getMessage())
            .endsWith(
                "expects the config keys more; give them with --config KEY=VALUE or"
                    + " --config-file KEY=FILE"),
        refused::toString);
  }
}
