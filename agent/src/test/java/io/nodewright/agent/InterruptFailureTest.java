package io.nodewright.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Interrupts that fail, and what they say (06 §11, §12, §14 B50, B51).
class InterruptFailureTest {

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = InterruptTest.givePrograms(new TestHost(directory));
  }

  @Test
  @DisplayName("A82 the second command fails: exit 1, marker 0 only; mended, it resumes at 1")
  void failsThenResumes() throws IOException {
    host.hostProgram("systemctl", "[[ $1 != restart || -e " + host.path("/mended") + " ]]");

    assertEquals(1, host.interrupt(InterruptTest.AND_B).exit());
    assertEquals(List.of("service_restart_0.complete"), host.names(InterruptTest.MARKERS));
    host.write("/mended", "");
    assertEquals(0, host.interrupt(InterruptTest.AND_B).exit());

    assertEquals(
        List.of(
            "systemctl daemon-reload",
            "systemctl restart a",
            "systemctl restart a",
            "systemctl restart b.service"),
        host.calls());
  }

  @Test
  @DisplayName("B50 systemctl is not on the host, though in the container")
  void notOnTheHost() throws IOException {
    Files.delete(host.path("/usr/bin/systemctl"));

    Ran ran = host.interrupt(InterruptTest.AND_B);

    assertEquals(1, ran.exit());
    assertEquals(1, ran.errors().size());
    assertTrue(
        ran.errors()
            .getFirst()
            .contains(
                "interrupt \"service_restart\": interrupt command \"systemctl\" was not found on"
                    + " the host (searched /usr/local/bin:/usr/bin:/bin)"),
        ran.stderr());
    assertEquals(List.of(), host.names(InterruptTest.MARKERS));
  }

  @Test
  @DisplayName("B51 the unit does not exist: named in the one ERROR line and the termination log")
  void noSuchUnit() throws IOException {
    host.hostProgram(
        "systemctl", "[[ $2 != ghost ]] || { echo \"Unit $2.service not found.\" >&2; exit 5; }");
    Files.writeString(host.container.terminationLog(), "");

    Ran ran = host.interrupt("{\"type\":\"service_restart\",\"services\":[\"ghost\",\"b\"]}");

    assertEquals(1, ran.exit());
    assertEquals(List.of("service_restart_0.complete"), host.names(InterruptTest.MARKERS));
    assertEquals(List.of("systemctl daemon-reload", "systemctl restart ghost"), host.calls());
    String log = host.names(InterruptTest.LOGS).getFirst();
    assertEquals("Unit ghost.service not found.\n", host.read(InterruptTest.LOGS + "/" + log));
    assertTrue(ran.stderr().contains("\nUnit ghost.service not found.\n"), ran.stderr());
    String cause =
        "interrupt \"service_restart\": command failed%s stage=\"interrupt\""
            + " command=\"systemctl restart ghost\" unit=\"ghost\" exit_code=\"5\" log=\""
            + InterruptTest.LOGS
            + "/"
            + log
            + "\"";
    assertEquals(1, ran.errors().size());
    assertTrue(ran.errors().getFirst().contains(cause.formatted("\"")), ran.stderr());
    assertEquals(cause.formatted(""), Files.readString(host.container.terminationLog()));
  }

  @Test
  @DisplayName("B37 a command that is no program")
  void noProgram() throws IOException {
    Files.writeString(host.path("/usr/bin/systemctl"), "text\n");

    Ran ran = host.interrupt(InterruptTest.AND_B);

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors()
            .getFirst()
            .contains(
                "cannot execute \"systemctl daemon-reload\": no \"#!\" line and not a program"),
        ran.stderr());
  }

  @Test
  @DisplayName("A94 B57 the log cannot be created: no command runs")
  void noLog() throws IOException {
    host.write("/var/log", "a file");

    Ran ran = host.interrupt(InterruptTest.AND_B);

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors()
            .getFirst()
            .contains("log: cannot be created for interrupt \"service_restart\""),
        ran.stderr());
    assertEquals(List.of(), host.calls());
  }

  @Test
  @DisplayName("A99 B54 a marker reached through a link: refused, nothing runs")
  void linkedMarker() throws IOException {
    host.write("/elsewhere", "");
    Files.createDirectories(host.path(InterruptTest.MARKERS));
    Files.createSymbolicLink(
        host.path(InterruptTest.MARKERS + "/service_restart_0.complete"), Path.of("/elsewhere"));

    Ran ran = host.interrupt(InterruptTest.AND_B);

    assertEquals(1, ran.exit());
    assertTrue(ran.errors().getFirst().contains("is a symbolic link"), ran.stderr());
    assertEquals(List.of(), host.calls());
  }

  @Test
  @DisplayName("A95 U11 a stop signal while command 1 of 3 runs: it is marked, no later one starts")
  void stopped() throws IOException {
    ByteArrayOutputStream stdout =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int from, int count) {
            super.write(bytes, from, count);
            if (toString(StandardCharsets.UTF_8).endsWith("told\n")) {
              host.stop.raise();
            }
          }
        };
    String[] arguments = {
      "interrupt", host.root.toString(), TestHost.COPY, TestHost.base64(InterruptTest.AND_B)
    };

    Ran ran = host.run(stdout, arguments);

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors()
            .getFirst()
            .contains("stopped by a signal before interrupt command \"systemctl restart a\""),
        ran.stderr());
    assertEquals(List.of("service_restart_0.complete"), host.names(InterruptTest.MARKERS));
    assertEquals(List.of("systemctl daemon-reload"), host.calls());
  }
}
