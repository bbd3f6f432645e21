package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.PackageJson.anApplyPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The agent as the real program: what only a process of its own can show.
class ProgramTest {

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory);
    host.script("a.sh", "echo ran").script("a_check.sh", "true").config(anApplyPackage());
  }

  @Test
  @DisplayName("A1 --version prints one line, exit 0")
  void version() throws IOException, InterruptedException {
    List<String> commit = List.of("-Dnodewright.commit=0a1b2c3");
    try (AgentProcess told = AgentProcess.start(List.of(), commit, Map.of(), "--version");
        AgentProcess untold = AgentProcess.start(List.of(), List.of(), Map.of(), "--version")) {
      assertEquals(new Ran(0, "0a1b2c3\n", ""), told.end());
      assertEquals(new Ran(0, "unknown\n", ""), untold.end());
    }
  }

  @Test
  @DisplayName("A2 U8 no arguments: exit 2, usage on stderr")
  void usage() throws IOException, InterruptedException {
    try (AgentProcess agent = AgentProcess.start(List.of(), List.of(), Map.of())) {
      Ran ran = agent.end();

      assertEquals(2, ran.exit());
      assertEquals("", ran.stdout());
      assertTrue(ran.stderr().startsWith("2, 3 or 4 arguments are needed, not 0\nusage: "));
    }
  }

  @Test
  @DisplayName("A22 JAVA_TOOL_OPTIONS of the image does not reach a step, the package's does")
  void ownEnvironment() throws IOException, InterruptedException {
    host.script("a.sh", "echo \"options <$JAVA_TOOL_OPTIONS> <${NODEWRIGHT_AGENT_OWN_ENV-none}>\"");
    host.set("JAVA_TOOL_OPTIONS", "-Dx=1");
    host.set("NODEWRIGHT_AGENT_OWN_ENV", "JAVA_TOOL_OPTIONS=-Dx=1");
    try (AgentProcess agent = AgentProcess.start(host, "apply")) {
      agent.awaitStdout("options <> <none>");
      assertEquals(0, agent.end().exit());
    }

    host.set("JAVA_TOOL_OPTIONS", "-Dx=2").set("OVERLAY_ALWAYS_RUN_STEP", "true");
    try (AgentProcess agent = AgentProcess.start(host, "apply")) {
      agent.awaitStdout("options <-Dx=2> <none>");
      assertEquals(0, agent.end().exit());
    }
  }

  private void twoSteps() throws IOException, InterruptedException {
    Path gate = host.path("/gate");
    assertEquals(0, new ProcessBuilder("mkfifo", gate.toString()).start().waitFor());
    host.script("a.sh", "trap 'echo signalled' TERM; echo waiting; read -r _ < " + gate);
    host.script("b.sh", "echo second");
  }

  private void openGate() throws IOException {
    Files.writeString(host.path("/gate"), "go\n");
  }

  @Test
  @DisplayName(
      "A95 U11 SIGTERM during step 1 of 2: step 1 ends and is marked, step 2 does not start")
  void stopDuringFirst() throws IOException, InterruptedException {
    twoSteps();
    host.config(
        aPackage().steps("apply", aStep("a.sh"), aStep("b.sh")).steps("apply-check", aCheck()));
    try (AgentProcess agent = AgentProcess.start(host, "apply")) {
      agent.awaitStdout("waiting");
      agent.stop();
      agent.awaitStderr("asked to stop");
      agent.stop(); // a second signal changes nothing
      openGate();
      Ran ran = agent.end();

      assertEquals(1, ran.exit());
      assertTrue(
          ran.errors().getFirst().contains("stopped by a signal before step \"b.sh\""),
          ran.stderr());
      assertFalse(ran.stdout().contains("second"));
      assertFalse(ran.stdout().contains("signalled"), "the step gets no signal");
    }
    List<String> names = host.names(TestHost.FLAGS);
    assertEquals(2, names.size());
    assertTrue(names.stream().allMatch(name -> name.startsWith("a.sh")), names.toString());
  }

  @Test
  @DisplayName("A96 SIGTERM during the last step: exit by its result, history recorded")
  void stopDuringLast() throws IOException, InterruptedException {
    twoSteps();
    host.config(aPackage().steps("apply", aStep("b.sh")).steps("apply-check", aStep("a.sh")));
    try (AgentProcess agent = AgentProcess.start(host, "apply-check")) {
      agent.awaitStdout("waiting");
      agent.stop();
      agent.awaitStderr("asked to stop");
      openGate();

      assertEquals(0, agent.end().exit());
    }
    assertTrue(host.exists(TestHost.STATE + "/history/tuning.json"));
  }

  @Test
  @DisplayName("A100 the disk is full while marking: exit 1, no partial file")
  void diskFull() throws IOException, InterruptedException {
    // A limit of no bytes per file: empty files can be made, nothing can be written, as on a full
    // disk.
    host.set("SKYHOOK_AGENT_WRITE_LOGS", "false");
    List<String> limit = List.of("bash", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "limit");
    String[] arguments = {"apply", host.root.toString(), TestHost.COPY};
    try (AgentProcess agent = AgentProcess.start(limit, List.of(), host.env, arguments)) {
      Ran ran = agent.end();

      assertEquals(1, ran.exit(), ran.stderr());
      assertTrue(ran.output().endsWith("ran\n"), ran.output());
      assertTrue(
          ran.errors()
              .getFirst()
              .contains("marker: step \"a.sh\" is done but could not be recorded: "),
          ran.stderr());
    }
    assertEquals(List.of(), host.names(TestHost.FLAGS));
    assertEquals(0, host.run("apply").exit());
    assertEquals(2, host.names(TestHost.FLAGS).size());
  }

  @Test
  @DisplayName("A102 an odd time zone and language change no name and no number")
  void oddLocale() throws IOException, InterruptedException {
    host.set("TZ", "Pacific/Kiritimati").set("LANG", "ar_EG").set("LC_ALL", "POSIX");
    host.set("X_NAME", "é日");
    host.script("a.sh", "printf '%s' \"$X_NAME|$1\"");
    host.config(
        aPackage().steps("apply", aStep("a.sh").arguments("ü")).steps("apply-check", aCheck()));
    List<String> arabic =
        List.of("-Duser.language=ar", "-Duser.country=EG", "-Duser.extensions=u-nu-arab");
    Instant before = Instant.now();
    String[] arguments = {"apply", host.root.toString(), TestHost.COPY};
    try (AgentProcess agent = AgentProcess.start(List.of(), arabic, host.env, arguments)) {
      assertEquals(0, agent.end().exit());
    }

    String logs = TestHost.LOGS + "/tuning/1.1.6";
    String name = host.names(logs).getFirst();
    assertTrue(name.matches("a\\.sh-[0-9-]{17}\\.[0-9]{9}\\.log"), name);
    LocalDate day = LocalDate.ofInstant(before, ZoneOffset.UTC);
    assertTrue(name.contains(day.toString()) || name.contains(day.plusDays(1).toString()), name);
    assertEquals("é日|ü", host.read(logs + "/" + name));
    String marker = host.read(TestHost.FLAGS + host.names(TestHost.FLAGS).getFirst());
    assertTrue(
        marker.startsWith("last_run: " + name.substring("a.sh-".length(), "a.sh-2026".length())),
        marker);
    assertEquals("", host.run("apply").output(), "the marker's name is the same elsewhere");
  }

  @Test
  @DisplayName("B13 without the right to change root")
  void withoutRights() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/setpriv")), "needs setpriv to drop the right");
    host.env.remove("NODEWRIGHT_AGENT_ROOT_MODE");
    List<String> drop =
        List.of("setpriv", "--bounding-set=-sys_chroot", "--inh-caps=-sys_chroot", "--");
    String[] arguments = {"apply", host.root.toString(), TestHost.COPY};
    List<String> before = host.everything();
    try (AgentProcess agent = AgentProcess.start(drop, List.of(), host.env, arguments)) {
      Ran ran = agent.end();

      assertEquals(1, ran.exit());
      assertTrue(
          ran.errors()
              .getFirst()
              .contains(
                  "changing root into \""
                      + host.root
                      + "\" needs CAP_SYS_CHROOT (run the agent privileged, as uid 0)"),
          ran.stderr());
    }
    assertEquals(before, host.everything());
  }

  private Ran runOnMount(String mount) throws IOException, InterruptedException {
    String copy = host.path(TestHost.COPY).toString();
    String script =
        "mkdir \"$0.x\" && cp -rp \"$0/.\" \"$0.x\" && mount -t tmpfs none \"$0\""
            + " && cp -rp \"$0.x/.\" \"$0\" && mount -o remount,"
            + mount
            + " \"$0\" && exec \"$@\"";
    List<String> before = List.of("unshare", "--mount", "bash", "-c", script, copy);
    Assumptions.assumeTrue(
        new ProcessBuilder("unshare", "--mount", "mount", "-t", "tmpfs", "none", copy)
                .start()
                .waitFor()
            == 0,
        "needs the right to mount in a mount namespace of its own");
    String[] arguments = {"apply", host.root.toString(), TestHost.COPY};
    try (AgentProcess agent = AgentProcess.start(before, List.of(), host.env, arguments)) {
      return agent.end();
    }
  }

  @Test
  @DisplayName("B41 the host is mounted noexec")
  void noexec() throws IOException, InterruptedException {
    Ran ran = runOnMount("noexec");

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors().getFirst().contains("cannot execute \"a.sh\": permission denied"),
        ran.stderr());
  }

  @Test
  @DisplayName("B41 the host is mounted read-only and the execute bit is missing")
  void readOnly() throws IOException, InterruptedException {
    Files.setPosixFilePermissions(host.step("a.sh"), PosixFilePermissions.fromString("rw-r--r--"));

    Ran ran = runOnMount("ro");

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors()
            .getFirst()
            .contains("step \"a.sh\": setting permissions on \"a.sh\": Read-only file system"),
        ran.stderr());
  }
}
