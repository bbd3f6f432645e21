package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.PackageJson.anApplyPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How a step ends, or why it could not begin (06 §6.2, §14 B35 to B40).
class StepResultTest {
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

  static Stream<Arguments> results() {
    return Stream.of(
        arguments("A42 U1 code 3 of 0, 3", "0, 3", "exit 3", 0, ""),
        arguments("A43 U1 code 77 of 0, 1", "0, 1", "exit 77", 1, "exit_code=\"77\""),
        arguments(
            "A44 SIGTERM though 143 is listed", "143", "kill -TERM $$", 1, "signal=\"SIGTERM\""),
        arguments(
            "A44 SIGKILL though 137 is listed", "137", "kill -KILL $$", 1, "signal=\"SIGKILL\""),
        arguments("A45 exit 143 when listed", "143", "exit 143", 0, ""),
        arguments("A43 U1 code 0 when not listed", "3", "exit 0", 1, "exit_code=\"0\""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("results")
  void result(String rule, String codes, String script, int exit, String named) throws IOException {
    Ran ran = apply(aStep("a.sh").codes(codes), script);

    assertEquals(exit, ran.exit(), ran.stderr());
    assertEquals(exit, ran.errors().size());
    assertTrue(ran.stderr().contains(named), ran.stderr());
  }

  @ParameterizedTest(name = "A46 U14 output held open by a process left behind, logs {0}")
  @ValueSource(strings = {"true", "false"})
  void heldOutput(String writeLogs) throws IOException {
    host.set("SKYHOOK_AGENT_WRITE_LOGS", writeLogs);
    long before = System.nanoTime();

    Ran ran = apply(aStep("a.sh"), "sleep 60 & echo $!");

    Duration took = Duration.ofNanos(System.nanoTime() - before);
    String pid = ran.output().lines().toList().getLast();
    ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroyForcibly();
    assertEquals(0, ran.exit(), ran.stderr());
    assertTrue(took.compareTo(Duration.ofSeconds(5)) < 0, took.toString());
    assertTrue(ran.warnings().getLast().contains("holds its output"), ran.stderr());
  }

  @Test
  @DisplayName(
      "A46 U14 a process left behind with closed output is not waited for and not warned about")
  void detachedProcess() throws IOException {
    Ran ran = apply(aStep("a.sh"), "sleep 60 > /dev/null 2>&1 & echo $!");

    String pid = ran.output().lines().toList().getLast();
    ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroyForcibly();
    assertEquals(0, ran.exit());
    assertEquals(1, ran.warnings().size(), ran.stderr());
  }

  @Test
  @DisplayName("A47 stdout that nobody takes fails the step, which still runs to its end")
  void brokenStdout() throws IOException {
    host.script("a.sh", "echo hello; touch done").config(anApplyPackage());
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            if (new String(bytes, offset, length, StandardCharsets.UTF_8).contains("hello")) {
              throw new IOException("closed");
            }
          }
        };

    Ran ran = host.run(closed, "apply", host.root.toString(), TestHost.COPY);

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors().getFirst().contains("output cannot be passed on: closed"), ran.stderr());
    assertTrue(host.exists(TestHost.COPY + "/done"));
  }

  @Test
  @DisplayName("B35 a step that is a directory, then a fifo")
  void notRegular() throws IOException, InterruptedException {
    host.config(anApplyPackage());
    Files.createDirectory(host.step("a.sh"));
    assertStepError(host.run("apply"), "step \"a.sh\" is not a regular file");

    Files.delete(host.step("a.sh"));
    assertEquals(0, new ProcessBuilder("mkfifo", host.step("a.sh").toString()).start().waitFor());
    assertStepError(host.run("apply"), "step \"a.sh\" is not a regular file");
  }

  @Test
  @DisplayName("B36 a step that is a link out of COPY")
  void linkOut() throws IOException {
    host.config(anApplyPackage());
    host.write("/usr/bin/outside", "#!/bin/bash\n");
    Files.createSymbolicLink(host.step("a.sh"), Path.of("/usr/bin/outside"));

    assertStepError(host.run("apply"), "step \"a.sh\" leads outside the package directory");
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
            "interpreter \"/bin/bash\\r\" not found in the agent's container"
                + " (file has Windows line ends)"),
        arguments(
            "B39 interpreter absent",
            "#! /usr/bin/python9 -u\n",
            "cannot execute \"a.sh\": interpreter \"/usr/bin/python9\" not found"),
        arguments(
            "B40 a program for another machine",
            "\u007fELF\u0002\u0001\u0001" + "\0".repeat(9) + "\u0002\0\u00f3\0" + "\0".repeat(100),
            "cannot execute \"a.sh\": exec format error"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("notExecutable")
  void cannotBeExecuted(String rule, String content, String text) throws IOException {
    host.config(anApplyPackage());
    Files.writeString(host.step("a.sh"), content, StandardCharsets.ISO_8859_1);
    Files.setPosixFilePermissions(host.step("a.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));

    assertStepError(host.run("apply"), text);
  }

  private static void assertStepError(Ran ran, String text) {
    assertEquals(1, ran.exit());
    assertEquals(1, ran.errors().size(), ran.stderr());
    assertTrue(ran.errors().getFirst().contains(text), ran.stderr());
    assertTrue(ran.errors().getFirst().contains("msg=\"step \"a.sh\""), ran.stderr());
  }
}
