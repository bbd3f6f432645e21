package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.PackageJson.anApplyPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// One step: its command, arguments, environment and result (06 §3, §6.1, §6.2). Steps run without
/// a changed root here; what differs on a real host is in ChangedRootTest.
class StepTest {

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory);
    host.script("a_check.sh", "true");
  }

  private Ran apply(StepJson step, String script) throws IOException {
    host.script("a.sh", script);
    host.config(aPackage().steps("apply", step).steps("apply-check", aCheck()));
    return host.run("apply");
  }

  private String printed(StepJson step, String script) throws IOException {
    Ran ran = apply(step, script);
    assertEquals(0, ran.exit(), ran.stderr());
    return ran.output().substring(ran.output().indexOf('\n') + 1);
  }

  @Test
  @DisplayName("A18 a step's env beats the container's")
  void stepEnvWins() throws IOException {
    host.set("A", "c");

    assertEquals("s\n", printed(aStep("a.sh").with("env", "{\"A\": \"s\"}"), "echo $A"));
  }

  @Test
  @DisplayName("A21 U20 a step's env beats the resource's env")
  void stepEnvBeatsResourceEnv() throws IOException {
    host.set("X", "1");

    assertEquals("0\n", printed(aStep("a.sh").with("env", "{\"X\": \"0\"}"), "echo $X"));
  }

  @Test
  @DisplayName("A19 SKYHOOK_DIR and STEP_ROOT cannot be set by a step")
  void reservedNames() throws IOException {
    StepJson step = aStep("a.sh").with("env", "{\"SKYHOOK_DIR\": \"x\", \"STEP_ROOT\": \"y\"}");
    String copy = host.root + TestHost.COPY;

    assertEquals(
        copy + "\n" + copy + "/skyhook_dir\n", printed(step, "echo $SKYHOOK_DIR; echo $STEP_ROOT"));
  }

  @Test
  @DisplayName("A23 SKYHOOK_NODE_ORDER reaches the step")
  void nodeOrder() throws IOException {
    host.set("SKYHOOK_NODE_ORDER", "3");

    assertEquals("3\n", printed(aStep("a.sh"), "echo $SKYHOOK_NODE_ORDER"));
  }

  @Test
  @DisplayName("A108 in prefix mode an on-host step runs with prefixed paths; markers as in chroot")
  void prefixMode() throws IOException {
    Ran ran = apply(aStep("a.sh"), "echo $STEP_ROOT; pwd");

    String copy = host.root + TestHost.COPY;
    assertTrue(
        ran.output().endsWith(" True\n" + copy + "/skyhook_dir\n" + copy + "\n"), ran.output());
    assertTrue(ran.warnings().getFirst().contains("root mode is prefix"), ran.stderr());
    assertTrue(host.exists(TestHost.FLAGS + "a.sh_W11fWzBd"));
  }

  @Test
  @DisplayName("A108 a root mode that is neither chroot nor prefix is refused")
  void unknownRootMode() throws IOException {
    host.set("NODEWRIGHT_AGENT_ROOT_MODE", "Prefix");

    Ran ran = apply(aStep("a.sh"), "true");

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors()
            .getFirst()
            .contains("NODEWRIGHT_AGENT_ROOT_MODE \"Prefix\" is neither chroot nor prefix"),
        ran.stderr());
  }

  @Test
  @DisplayName("A37 U18 the working directory is COPY, led by ROOT in the container")
  void workingDirectory() throws IOException {
    assertEquals(host.root + TestHost.COPY + "\n", printed(aStep("a.sh").inContainer(), "pwd"));
  }

  static Stream<Arguments> fileModes() {
    return Stream.of(
        arguments("A38 0644 becomes 0755", 0644, 0755),
        arguments("A38 4644 becomes 0755", 04644, 0755),
        arguments("A38 0755 stays", 0755, 0755),
        arguments("A38 0600 becomes 0711", 0600, 0711),
        arguments("A38 4755 stays", 04755, 04755));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fileModes")
  void stepFileMode(String rule, int before, int after) throws IOException {
    host.script("a.sh", "echo ran").config(anApplyPackage());
    Files.setAttribute(host.step("a.sh"), "unix:mode", before);

    assertEquals(0, host.run("apply").exit());
    assertEquals(after, (int) Files.getAttribute(host.step("a.sh"), "unix:mode") & 07777);
  }

  @Test
  @DisplayName("A39 stdin is at its end at once")
  void emptyStdin() throws IOException {
    assertEquals("end\n", printed(aStep("a.sh"), "cat && echo end"));
  }

  @Test
  @DisplayName("A39 a step has its own process group, umask 022 and three descriptors")
  void freshProcess() throws IOException {
    String script =
        """
        read -r pid _ _ _ group _ < /proc/$$/stat
        [[ $pid == "$group" ]] && echo leader
        umask
        for fd in /proc/$$/fd/*; do [[ -e $fd && ${fd##*/} -gt 2 && ${fd##*/} != 255 ]] && echo "leaked $fd"; done
        trap -p TERM
        """;

    assertEquals("leader\n0022\n", printed(aStep("a.sh"), script + "true"));
  }

  static Stream<Arguments> resolvedArguments() {
    return Stream.of(
        arguments("A40 a set but empty variable", "env:A", Map.of("A", ""), "<>"),
        arguments("A40 env: not at the beginning", "x-env:B", Map.of("B", "b"), "<x-env:B>"),
        arguments(
            "A40 a value with blanks is one argument", "env:A", Map.of("A", "1 2 *"), "<1 2 *>"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("resolvedArguments")
  void argument(String rule, String given, Map<String, String> env, String expected)
      throws IOException {
    host.env.putAll(env);

    assertEquals(
        expected + "\n", printed(aStep("a.sh").arguments(given), "printf '<%s>\\n' \"$@\""));
  }

  @Test
  @DisplayName("A41 missing variables are all named and nothing is executed")
  void missingVariables() throws IOException {
    StepJson step = aStep("a.sh").arguments("env:NOPE1", "env:NOPE2", "env:NOPE1");

    Ran ran = apply(step, "echo ran");

    assertEquals(1, ran.exit());
    assertEquals(1, ran.errors().size());
    assertTrue(
        ran.errors()
            .getFirst()
            .contains("step \"a.sh\" needs environment variables that are not set: NOPE1, NOPE2\""),
        ran.stderr());
    assertFalse(ran.stdout().contains("ran\n"));
    assertFalse(host.exists(TestHost.LOGS));
  }

  @Test
  @DisplayName("B42 an empty name is shown, and a variable of the step's own env does not count")
  void missingEmptyName() throws IOException {
    StepJson step = aStep("a.sh").arguments("env:", "env:OWN").with("env", "{\"OWN\": \"x\"}");

    Ran ran = apply(step, "true");

    assertTrue(ran.errors().getFirst().contains("that are not set: \"\", OWN"), ran.stderr());
  }

  @Test
  @DisplayName("A36 U2 a link inside COPY is followed on the host, not in the container")
  void linkInside() throws IOException {
    host.script("real.sh", "echo real").config(anApplyPackage());
    Files.createSymbolicLink(host.step("a.sh"), Path.of(TestHost.COPY + "/skyhook_dir/real.sh"));

    Ran ran = host.run("apply");

    assertEquals(0, ran.exit(), ran.stderr());
    assertTrue(ran.output().endsWith("real\n"), ran.output());
  }

  @Test
  @DisplayName("A20 U3 a secret given through env: is in no agent line, marker or history")
  void secretStaysSecret() throws IOException {
    host.set("TOKEN", "s3cr3t");
    StepJson step = aStep("a.sh").arguments("env:TOKEN").with("env", "{\"P\": \"s3cr3t\"}");

    Ran passed = apply(step, "[[ $1 == s3cr3t ]]");
    Ran skipped = host.run("apply");
    Ran checked = host.run("apply-check");
    Ran failed = apply(step.codes("0"), "exit 9");

    assertEquals(0, passed.exit());
    assertEquals(0, skipped.exit());
    assertEquals(0, checked.exit());
    assertEquals(0, failed.exit(), "marked, so skipped");
    host.set("OVERLAY_ALWAYS_RUN_STEP", "true");
    failed = host.run("apply");
    assertEquals(1, failed.exit());
    for (Ran ran : new Ran[] {passed, skipped, checked, failed}) {
      assertFalse((ran.stdout() + ran.stderr()).contains("s3cr3t"), ran.toString());
    }
    Files.delete(host.path(TestHost.COPY + "/config.json"));
    assertTrue(
        host.everything().stream()
            .noneMatch(file -> file.contains("s3cr3t") && !file.contains("/skyhook_dir/")));
  }
}
