package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.PackageJson.anApplyPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.agent.config.Mode;
import io.nodewright.agent.config.Step;
import io.nodewright.agent.record.MarkerNames;
import io.nodewright.agent.step.StepDecision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Completion markers (06 §8).
class MarkersTest {

  // Of a step `a.sh` without arguments and env, code 0, on host.
  private static final String LEGACY = TestHost.FLAGS + "a.sh_W11fWzBd";

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory);
    host.script("a.sh", "echo ran").script("a_check.sh", "true").config(anApplyPackage());
  }

  private boolean runs(String mode) {
    Ran ran = host.run(mode);
    assertEquals(0, ran.exit(), ran.stderr());
    return ran.output().contains("ran\n");
  }

  private void configure(StepJson step) throws IOException {
    host.config(aPackage().steps("apply", step).steps("apply-check", aCheck()));
  }

  @Test
  @DisplayName("A28 success writes both markers, 0600, with content as specified")
  void bothMarkers() throws IOException {
    assertTrue(runs("apply"));

    List<String> names = host.names(TestHost.FLAGS);
    assertEquals(2, names.size(), names.toString());
    assertTrue(names.contains("a.sh_W11fWzBd"), names.toString());
    String flag = names.stream().filter(name -> name.endsWith(".flag")).findFirst().orElseThrow();
    String fingerprint = flag.substring("a.sh-".length(), flag.length() - ".flag".length());
    for (String name : names) {
      Path file = host.path(TestHost.FLAGS + name);
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      assertTrue(
          Files.readString(file)
              .matches(
                  "last_run: \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z\n"
                      + "step_always_runs: false\n"
                      + "fingerprint: "
                      + fingerprint
                      + "\npackage_key: tuning"),
          Files.readString(file));
    }
    assertEquals(
        "rwxr-xr-x",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(host.path(TestHost.FLAGS))));
  }

  @Test
  @DisplayName("A28 A100 a run killed between its two markers: the next one completes the pair")
  void completesThePair() throws IOException {
    assertTrue(runs("apply"));
    List<String> both = host.names(TestHost.FLAGS);
    Files.delete(host.path(TestHost.FLAGS + fingerprintFile()));

    assertFalse(runs("apply"));

    assertEquals(both, host.names(TestHost.FLAGS));
    assertEquals(host.read(LEGACY), host.read(TestHost.FLAGS + fingerprintFile()));
  }

  private static String fingerprintFile() {
    Step step = new Step("n", "a.sh", List.of(), List.of(0L), true, false, false, new TreeMap<>());
    return MarkerNames.of(step).fingerprintFile();
  }

  static Stream<Arguments> olderMarkers() {
    return Stream.of(
        arguments("A29 legacy marker of 6.x", "a.sh_W11fWzBd"),
        arguments("A29 fingerprint marker of 7.x", fingerprintFile()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("olderMarkers")
  void olderMarkerCounts(String rule, String name) throws IOException {
    host.write(TestHost.FLAGS + name, "last_run: 2024-01-01\nstep_always_runs: false");

    Ran ran = host.run("apply");

    assertEquals(0, ran.exit());
    assertEquals("", ran.output());
    assertTrue(ran.stderr().contains("level=INFO msg=\"step \"a.sh\" already done\""));
    assertEquals(List.of(name), host.names(TestHost.FLAGS), "what an older agent left stays");
  }

  @Test
  @DisplayName("A30 U10 a legacy name with a slash is a nested marker and is found again")
  void nestedMarker() throws IOException {
    configure(aStep("a.sh").arguments("?x"));

    assertTrue(runs("apply"));
    assertTrue(Files.isRegularFile(host.path(TestHost.FLAGS + "a.sh_Wyc/eCddX1swXQ==")));
    assertFalse(runs("apply"));
  }

  @Test
  @DisplayName("A31 U10 an argument of 300 characters leaves the fingerprint marker only")
  void longArgument() throws IOException {
    configure(aStep("a.sh").arguments("x".repeat(300)));

    assertTrue(runs("apply"));
    List<String> names = host.names(TestHost.FLAGS);
    assertEquals(1, names.size(), names.toString());
    assertTrue(names.getFirst().endsWith(".flag"));
    assertFalse(runs("apply"));
  }

  @Test
  @DisplayName("A32 U15 a step whose env changed at the same version runs again")
  void changedEnv() throws IOException {
    assertTrue(runs("apply"));

    configure(aStep("a.sh").with("env", "{\"A\": \"1\"}"));

    assertTrue(runs("apply"));
    assertFalse(runs("apply"));
  }

  @Test
  @DisplayName("A34 U17 two keys of one package both run, and each takes away only its own markers")
  void twoKeys() throws IOException {
    host.config(
        anApplyPackage().steps("config", aStep("only_first.sh")).steps("config-check", aCheck()));
    host.script("only_first.sh", "true");
    host.set("SKYHOOK_RESOURCE_ID", "demo-u-3_first_1.1.6");
    assertTrue(runs("apply"));
    assertEquals(0, host.run("config").exit());
    host.set("SKYHOOK_RESOURCE_ID", "demo-u-3_second_1.1.6");
    assertTrue(runs("apply"));
    assertTrue(host.read(LEGACY).endsWith("package_key: second"));

    assertEquals(0, host.run("uninstall-check").exit());

    List<String> names = host.names(TestHost.FLAGS);
    assertEquals(2, names.size(), names.toString());
    assertTrue(names.stream().allMatch(name -> name.startsWith("only_first.sh")));
  }

  static Stream<Arguments> table8_1() {
    return Stream.of(
        row("no marker", false, true, Mode.APPLY, false, StepDecision.RUN),
        row("always run", true, true, Mode.APPLY, false, StepDecision.RUN_AGAIN),
        row("always run in config", true, true, Mode.CONFIG, true, StepDecision.RUN_AGAIN),
        row("config", true, false, Mode.CONFIG, false, StepDecision.RUN),
        row("uninstall", true, false, Mode.UNINSTALL, false, StepDecision.RUN),
        row("upgrade", true, false, Mode.UPGRADE, false, StepDecision.RUN),
        row("apply, looks after itself", true, false, Mode.APPLY, true, StepDecision.RUN),
        row("post-interrupt, likewise", true, false, Mode.POST_INTERRUPT, true, StepDecision.RUN),
        row("apply, done", true, false, Mode.APPLY, false, StepDecision.SKIP),
        row("post-interrupt, done", true, false, Mode.POST_INTERRUPT, false, StepDecision.SKIP));
  }

  private static Arguments row(
      String words,
      boolean marker,
      boolean always,
      Mode mode,
      boolean alwaysRuns,
      StepDecision expected) {
    return arguments("A35 " + words, marker, always, mode, alwaysRuns, expected);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table8_1")
  void decision(
      String rule,
      boolean marker,
      boolean always,
      Mode mode,
      boolean alwaysRuns,
      StepDecision expected)
      throws IOException {
    Step step =
        new Step("n", "a.sh", List.of(), List.of(0L), true, alwaysRuns, false, new TreeMap<>());
    assertEquals(expected, StepDecision.of(marker, always, mode, step));

    // And in a real run.
    StepJson json = alwaysRuns ? aStep("a.sh").alwaysRuns() : aStep("a.sh");
    host.config(
        aPackage().steps(mode.word(), json).steps(mode.check().orElseThrow().word(), aCheck()));
    if (marker) {
      host.write(LEGACY, "step_always_runs: " + alwaysRuns);
    }
    host.set("OVERLAY_ALWAYS_RUN_STEP", Boolean.toString(always));
    Ran ran = host.run(mode.word());
    assertEquals(expected != StepDecision.SKIP, ran.output().contains("ran\n"), ran.output());
    assertEquals(
        expected == StepDecision.RUN_AGAIN,
        ran.stderr().contains("because of OVERLAY_ALWAYS_RUN_STEP"),
        ran.stderr());
  }

  static Stream<Arguments> links() {
    return Stream.of(
        arguments("A99 flags is a link", TestHost.STATE + "/flags", "apply"),
        arguments("B54 a marker is a link", LEGACY, "apply"),
        arguments("B54 history is a link", TestHost.STATE + "/history", "apply-check"),
        arguments(
            "A99 the ledger is a link", TestHost.STATE + "/history/tuning.json", "apply-check"),
        arguments("A99 a log directory is a link", TestHost.LOGS + "/tuning", "apply"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("links")
  void linkIsRefused(String rule, String link, String mode) throws IOException {
    host.write("/elsewhere/x", "untouched");
    Path at = host.path(link);
    Files.createDirectories(at.resolveSibling("."));
    Files.createSymbolicLink(at, Path.of("/elsewhere"));

    Ran ran = host.run(mode);

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors().getFirst().contains("\"" + link + "\" is a symbolic link"), ran.stderr());
    assertEquals(List.of("x"), host.names("/elsewhere"));
    assertEquals("untouched", host.read("/elsewhere/x"));
  }

  @Test
  @DisplayName("A99 a link above the state is followed as the host would, inside ROOT")
  void linkAboveState() throws IOException {
    Files.move(host.path("/var"), host.path("/data"));
    Files.createSymbolicLink(host.path("/var"), Path.of("/data"));

    assertTrue(runs("apply"));
    assertTrue(Files.isRegularFile(host.path("/data/lib/skyhook/demo/flags/START")));
    assertFalse(runs("apply"));
  }

  @Test
  @DisplayName("B55 a directory in a marker's place")
  void markerIsDirectory() throws IOException {
    Files.createDirectories(host.path(LEGACY));

    Ran ran = host.run("apply");

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors().getFirst().contains("marker: \"" + LEGACY + "\" is not a regular file"),
        ran.stderr());
  }

  @Test
  @DisplayName(
      "B56 a step that is done but cannot be recorded fails the run and leaves no half marker")
  void cannotBeRecorded() throws IOException {
    // The step itself takes the fingerprint marker's place, after the agent looked for it.
    String flag = "$SKYHOOK_DIR/../flags/tuning/1.1.6";
    host.script(
        "a.sh",
        "echo ran; mkdir -p " + flag + "; cd " + flag + "; mkdir a.sh-$(cat $STEP_ROOT/fp).flag");
    String fingerprint =
        MarkerNames.of(
                new Step("n", "a.sh", List.of(), List.of(0L), true, false, false, new TreeMap<>()))
            .fingerprint();
    Files.writeString(host.step("fp"), fingerprint);

    Ran ran = host.run("apply");

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors()
            .getFirst()
            .contains("marker: step \"a.sh\" is done but could not be recorded: "),
        ran.stderr());
    assertEquals(List.of("a.sh-" + fingerprint + ".flag"), host.names(TestHost.FLAGS));

    Files.delete(host.path(TestHost.FLAGS + "a.sh-" + fingerprint + ".flag"));
    host.script("a.sh", "echo ran");
    assertTrue(runs("apply"), "the step runs again next time");
  }
}
