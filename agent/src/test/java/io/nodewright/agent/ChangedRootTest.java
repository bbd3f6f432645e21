package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.PackageJson.anApplyPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.agent.process.Capabilities;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Steps on a host whose root is really changed into (06 §6.1). The host is a directory with bash
/// and a few programs.
class ChangedRootTest {

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Capabilities.mayChangeRoot(), "needs the right to change root: run the tests as root");
    host = changingRoot(new TestHost(directory));
    host.script("a.sh", "echo ran").script("a_check.sh", "true").config(anApplyPackage());
  }

  /// Gives the host what it needs to be changed into.
  TestHost changingRoot(TestHost bare) throws IOException, InterruptedException {
    return bare.changingRoot();
  }

  private String printed(StepJson step, String script) throws IOException {
    host.script("a.sh", script);
    host.config(aPackage().steps("apply", step).steps("apply-check", aCheck()));
    Ran ran = host.run("apply");
    assertEquals(0, ran.exit(), ran.stderr());
    return ran.output().substring(ran.output().indexOf('\n') + 1);
  }

  @Test
  @DisplayName(
      "A36 U2 an on-host step sees the host, a step in the container sees the agent's files")
  void onHostAndInContainer() throws IOException {
    host.write("/etc/only-on-host", "");
    String script =
        """
        echo "$STEP_ROOT $SKYHOOK_DIR $0"
        [[ -e /etc/only-on-host ]] && echo host
        [[ -e $JAVA ]] && echo container
        true
        """;
    String java = System.getProperty("java.home");
    String env = "{\"JAVA\": \"" + java + "\"}";
    String copy = TestHost.COPY;
    String prefixed = host.root + copy;

    assertEquals(
        "%s/skyhook_dir %s %s/skyhook_dir/a.sh\nhost\n".formatted(copy, copy, copy),
        printed(aStep("a.sh").with("env", env), script));
    assertEquals(
        "%s/skyhook_dir %s %s/skyhook_dir/a.sh\ncontainer\n"
            .formatted(prefixed, prefixed, prefixed),
        printed(aStep("a.sh").with("env", env).inContainer(), script));
  }

  @Test
  @DisplayName("A37 U18 the working directory of an on-host step is COPY on the host")
  void workingDirectory() throws IOException {
    assertEquals(
        TestHost.COPY + "\n0022\n", printed(aStep("a.sh"), "pwd; umask; echo x > relative"));
    assertEquals("x\n", host.read(TestHost.COPY + "/relative"));
  }

  @Test
  @DisplayName("A37 U18 many starts from several threads never change the agent's own root")
  void agentKeepsItsRoot() throws IOException {
    Path proof = Files.writeString(directory.resolve("proof"), "here");
    host.set("OVERLAY_ALWAYS_RUN_STEP", "true").set("SKYHOOK_AGENT_WRITE_LOGS", "false");

    List<Integer> exits =
        Stream.generate(() -> host).limit(20).parallel().map(h -> h.run("apply").exit()).toList();

    assertEquals(List.of(0), exits.stream().distinct().toList());
    assertEquals("here", Files.readString(proof));
  }

  @Test
  @DisplayName(
      "A39 stdin is empty though the host has no /dev/null, and no descriptor is inherited")
  void descriptors() throws IOException {
    assertEquals("end\n", printed(aStep("a.sh"), "cat && echo end"));
  }

  static Stream<Arguments> results() {
    return Stream.of(
        arguments("A42 U1 code 3 of 0, 3", "0, 3", "exit 3", 0, ""),
        arguments("A43 U1 code 77 of 0, 1", "0, 1", "exit 77", 1, "exit_code=\"77\""),
        arguments("A44 SIGTERM though 143 is listed", "143", "kill -TERM $$", 1, "\"SIGTERM\""),
        arguments("A45 exit 143 when listed", "143", "exit 143", 0, ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("results")
  void result(String rule, String codes, String script, int exit, String named) throws IOException {
    host.script("a.sh", script);
    host.config(
        aPackage().steps("apply", aStep("a.sh").codes(codes)).steps("apply-check", aCheck()));

    Ran ran = host.run("apply");

    assertEquals(exit, ran.exit(), ran.stderr());
    assertTrue(ran.stderr().contains(named), ran.stderr());
  }

  static Stream<Arguments> notExecutable() {
    return Stream.of(
        arguments(
            "B37 neither script nor program",
            "echo no interpreter line\n",
            "cannot execute \"a.sh\": no \"#!\" line and not a program for this machine"),
        arguments(
            "B38 Windows line ends",
            "#!/bin/bash\r\necho x\r\n",
            "cannot execute \"a.sh\": interpreter \"/bin/bash\\r\" not found on the host"
                + " (file has Windows line ends)"),
        arguments(
            "B39 interpreter absent on the host, though in the container",
            "#!/usr/bin/setpriv\n",
            "cannot execute \"a.sh\": interpreter \"/usr/bin/setpriv\" not found on the host"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("notExecutable")
  void cannotBeExecuted(String rule, String content, String text) throws IOException {
    Files.writeString(host.step("a.sh"), content, StandardCharsets.ISO_8859_1);

    Ran ran = host.run("apply");

    assertEquals(1, ran.exit());
    assertTrue(ran.errors().getFirst().contains(text), ran.stderr());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.nodewright.agent.InterruptTest#wireTypes")
  void interrupt(String rule, String json, List<String> calls, List<String> markers)
      throws IOException {
    InterruptTest.givePrograms(host);

    Ran ran = host.interrupt(json);

    assertEquals(0, ran.exit(), ran.stderr());
    assertEquals(calls, host.calls());
    assertEquals(markers, host.names(InterruptTest.MARKERS));
  }

  @Test
  @DisplayName("B50 a command that the container has, but not the host")
  void commandNotOnTheHost() {
    Ran ran = host.interrupt("{\"type\":\"service_restart\"}");

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors().getFirst().contains("\"systemctl\" was not found on the host"), ran.stderr());
  }

  @Test
  @DisplayName("A38 a step is made executable on the host")
  void madeExecutable() throws IOException {
    Files.setPosixFilePermissions(host.step("a.sh"), PosixFilePermissions.fromString("rw-r--r--"));

    assertEquals(0, host.run("apply").exit());
  }

  @Test
  @DisplayName("A36 U2 ROOT / is not changed into and needs no right")
  void rootIsSlash() throws IOException {
    String base = host.root.toString();
    host.set("SKYHOOK_ROOT_DIR", base + "/state").set("SKYHOOK_LOG_DIR", base + "/logs");
    host.script("a.sh", "pwd; echo \"$SKYHOOK_DIR\"");

    Ran ran = host.runArguments("apply", "/", base + TestHost.COPY);

    assertEquals(0, ran.exit(), ran.stderr());
    assertTrue(ran.output().endsWith((base + TestHost.COPY + "\n").repeat(2)), ran.output());
    assertTrue(host.exists("/state/flags/START"));
  }
}
