package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.PackageJson.anApplyPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Output and logs of steps (06 §6.3).
class LogsTest {

  private static final String DIRECTORY = TestHost.LOGS + "/tuning/1.1.6";
  private static final String TIME = "\\d{4}-\\d\\d-\\d\\d-\\d{6}\\.\\d{9}";

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory);
    host.script("a.sh", "echo ran").script("a_check.sh", "true").config(anApplyPackage());
  }

  @Test
  @DisplayName("A47 stdout and stderr stay apart; the log holds both, byte for byte")
  void twoStreams() throws IOException {
    host.script("a.sh", "printf 'a\\n'; printf 'b\\r\\377' >&2");

    Ran ran = host.run("apply");

    assertTrue(ran.output().endsWith("\na\n"), ran.output());
    assertTrue(ran.stderr().endsWith("b\r\ufffd"), ran.stderr());
    Path log = host.path(DIRECTORY + "/" + host.names(DIRECTORY).getFirst());
    String text = Files.readString(log, StandardCharsets.ISO_8859_1);
    assertTrue(List.of("a\nb\r\u00ff", "b\r\u00ffa\n").contains(text), text);
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(log)));
  }

  @Test
  @DisplayName("A47 a megabyte on each stream comes through whole")
  void muchOutput() throws IOException {
    host.script("a.sh", "head -c 1000000 /dev/zero & head -c 1000000 /dev/zero >&2; wait");

    Ran ran = host.run("apply");

    assertEquals(0, ran.exit(), ran.stderr());
    assertEquals(1_000_000, ran.stdout().chars().filter(c -> c == 0).count());
    assertEquals(1_000_000, ran.stderr().chars().filter(c -> c == 0).count());
    Path log = host.path(DIRECTORY + "/" + host.names(DIRECTORY).getFirst());
    assertEquals(2_000_000, Files.size(log));
  }

  @Test
  @DisplayName("A48 a step's log lies in the step's directory under its name and the time")
  void nameOfLog() throws IOException {
    host.script("scripts/x.sh", "true");
    host.config(aPackage().steps("apply", aStep("scripts/x.sh")).steps("apply-check", aCheck()));

    host.run("apply");

    List<String> names = host.names(DIRECTORY + "/scripts");
    assertEquals(1, names.size());
    assertTrue(names.getFirst().matches("x\\.sh-" + TIME + "\\.log"), names.getFirst());
  }

  @Test
  @DisplayName("A48 logs of the same instant are numbered, past numbers that were deleted")
  void sameInstant() throws IOException {
    InstantSource stopped = InstantSource.fixed(Instant.parse("2026-06-30T19:34:56.000000007Z"));
    Agent agent = new Agent(host.container, stopped, host.stop);
    List<String> arguments = List.of("config", host.root.toString(), TestHost.COPY);
    host.config(aPackage().steps("config", aStep("a.sh")).steps("config-check", aCheck()));
    String name = DIRECTORY + "/a.sh-2026-06-30-193456.000000007";

    for (int i = 0; i < 3; i++) {
      assertEquals(0, agent.run(arguments, host.env, sink(), sink()));
    }
    Files.delete(host.path(name + "-1.log"));
    assertEquals(0, agent.run(arguments, host.env, sink(), sink()));

    assertTrue(host.exists(name + ".log"));
    assertFalse(host.exists(name + "-1.log"));
    assertTrue(host.exists(name + "-2.log"));
    assertTrue(host.exists(name + "-3.log"));
  }

  @Test
  @DisplayName("A49 of seven runs, failing or not, the five newest logs are left")
  void fiveLogs() throws IOException {
    host.script("a.sh", "echo run $RUN; exit $((RUN % 2))");

    for (int run = 1; run <= 7; run++) {
      host.set("RUN", Integer.toString(run)).set("OVERLAY_ALWAYS_RUN_STEP", "true").run("apply");
    }

    List<String> contents = new ArrayList<>();
    for (String name : host.names(DIRECTORY)) {
      contents.add(host.read(DIRECTORY + "/" + name));
    }
    assertEquals(List.of("run 3\n", "run 4\n", "run 5\n", "run 6\n", "run 7\n"), contents);
  }

  @Test
  @DisplayName("A50 U6 old logs count and go with their .err files; foreign names stay")
  void olderLogs() throws IOException {
    List<String> kept =
        List.of(
            "a.sh-2024-01-03-000000.log",
            "a.sh-2024-01-03-000000.log.err",
            "a.sh-2024-01-03-000000-1.log",
            "a.sh-2024-01-03-000000-2.log",
            "a.sh-2024-01-03-000000-10.log",
            "a.sh-old.log",
            "a.sh-2024-01-01-000000.log.gz",
            "a.sh-2024-01-01-00000.log",
            "a.sh-2024-01-01-000000-x.log",
            "b.sh-2024-01-01-000000.log",
            "a_sh-2024-01-01-000000.log");
    List<String> gone =
        List.of(
            "a.sh-2024-01-01-000000.log",
            "a.sh-2024-01-01-000000.log.err",
            "a.sh-2024-01-02-000000.999999999.log",
            "a.sh-2024-01-02-000000.log");
    for (String name : kept) {
      host.write(DIRECTORY + "/" + name, "");
    }
    for (String name : gone) {
      host.write(DIRECTORY + "/" + name, "");
    }
    Files.createDirectories(host.path(DIRECTORY + "/a.sh-2024-01-01-000001.log"));

    assertEquals(0, host.run("apply").exit());

    List<String> left = new ArrayList<>(host.names(DIRECTORY));
    assertTrue(left.removeIf(name -> name.matches("a\\.sh-20[2-9]\\d-.*\\.\\d{9}\\.log")));
    assertTrue(left.remove("a.sh-2024-01-01-000001.log"), "a directory stays");
    assertEquals(kept.stream().sorted().toList(), left);
  }

  @Test
  @DisplayName("A51 without logs the log directory is not even made")
  void noLogs() throws IOException {
    assertEquals(0, host.set("SKYHOOK_AGENT_WRITE_LOGS", "false").run("apply").exit());

    assertFalse(host.exists("/var/log"));
  }

  @Test
  @DisplayName("B57 a log that cannot be made: the step is not run")
  void logCannotBeMade() throws IOException {
    host.write(TestHost.LOGS, "a file in the directory's place");

    Ran ran = host.run("apply");

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors().getFirst().contains("log: cannot be created for step \"a.sh\": "),
        ran.stderr());
    assertFalse(ran.output().contains("ran\n"));
  }

  @Test
  @DisplayName(
      "A33 U11 log clean-up fails after success: the marker is there, the second run skips")
  void cleanUpFails() throws IOException {
    // The step turns the log directory into a link, through which nothing is removed.
    host.script(
        "a.sh",
        "cd \"$SKYHOOK_DIR/../../../../log/skyhook/demo/tuning\" && mv 1.1.6 x && ln -s x 1.1.6");

    Ran first = host.run("apply");
    assertEquals(1, first.exit());
    assertTrue(
        first.errors().getFirst().contains("log: old logs of step \"a.sh\" cannot be removed"),
        first.stderr());
    assertEquals(2, host.names(TestHost.FLAGS).size());

    Ran second = host.run("apply");
    assertEquals(0, second.exit(), second.stderr());
    assertEquals("", second.output());
  }

  private static OutputStream sink() {
    return OutputStream.nullOutputStream();
  }
}
