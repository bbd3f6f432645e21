package io.nodewright.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Reboots: what is asked, recorded and believed (06 §11.1, 04 §11). The host's `reboot` is a
/// stand-in; its kernel's boot id is a file.
class RebootTest {

  private static final String REBOOT = "{\"type\":\"node_restart\"}";
  private static final String PENDING = InterruptTest.MARKERS + "/node_restart_0.pending";
  private static final String COMPLETE = InterruptTest.MARKERS + "/node_restart_0.complete";
  private static final String ENDED_BY_SHUTDOWN = "kill -TERM $$";

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory).bootId("A").hostProgram("reboot", ENDED_BY_SHUTDOWN);
  }

  @Test
  @DisplayName("A86 U4 the shutdown ends the command: exit 0, the pending marker holds boot id A")
  void asked() throws IOException {
    Ran ran = host.interrupt(REBOOT);

    assertEquals(0, ran.exit(), ran.stderr());
    assertEquals("boot-id:A\n", host.read(PENDING));
    assertEquals(List.of("reboot"), host.calls());
  }

  @Test
  @DisplayName("A87 U4 then boot id B: exit 0, complete, nothing asked for")
  void proven() throws IOException {
    host.interrupt(REBOOT);
    host.bootId("B");

    assertEquals(0, host.interrupt(REBOOT).exit());
    assertEquals(List.of("node_restart_0.complete"), host.names(InterruptTest.MARKERS));
    assertEquals(List.of("reboot"), host.calls());
  }

  @Test
  @DisplayName("A88 U4 then again, whatever the boot id, even if there is none: nothing is run")
  void onceAndForAll() throws IOException {
    host.interrupt(REBOOT);
    host.bootId("B").interrupt(REBOOT);
    host.bootId("C");

    Ran ran = host.interrupt(REBOOT);

    assertEquals(0, ran.exit());
    assertTrue(ran.stderr().contains("already done for this resource id"), ran.stderr());
    Files.delete(host.path("/proc/sys/kernel/random/boot_id"));
    assertEquals(0, host.interrupt(REBOOT).exit());
    assertEquals(List.of("reboot"), host.calls());
  }

  @Test
  @DisplayName("A89 U4 the same boot id: the host is asked again")
  void askedAgain() throws IOException {
    host.write(PENDING, "boot-id:A\n");

    assertEquals(0, host.interrupt(REBOOT).exit());
    assertEquals(List.of("reboot"), host.calls());
    assertEquals("boot-id:A\n", host.read(PENDING));
  }

  @Test
  @DisplayName("A90 U4 U11 accepted, but the host stays up: exit 1 after 10 s, not before")
  void acceptedWithoutEffect() throws IOException {
    host.hostProgram("reboot", "");
    long began = System.nanoTime();

    Ran ran = host.interrupt(REBOOT);

    Duration took = Duration.ofNanos(System.nanoTime() - began);
    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors()
            .getFirst()
            .contains(
                "interrupt \"node_restart\": reboot was accepted, but the host is still up after"
                    + " 10 s"),
        ran.stderr());
    assertTrue(took.toMillis() >= 10_000 && took.toMillis() < 20_000, took.toString());
    assertEquals("boot-id:A\n", host.read(PENDING));
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        arguments("A91 U4 reboot returns 1", "exit 1", "exit_code=\"1\""),
        arguments("A91 another signal", "kill -KILL $$", "signal=\"SIGKILL\""),
        arguments("A91 143 is no signal", "exit 143", "exit_code=\"143\""));
  }

  @ParameterizedTest(name = "{0}: exit 1, pending stays, the next run tries again")
  @MethodSource("failures")
  void refused(String rule, String body, String named) throws IOException {
    host.hostProgram("reboot", body);

    Ran ran = host.interrupt(REBOOT);

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors().getFirst().contains("interrupt \"node_restart\": command failed"),
        ran.stderr());
    assertTrue(ran.errors().getFirst().contains("command=\"reboot\" " + named), ran.stderr());
    assertEquals("boot-id:A\n", host.read(PENDING));
    host.hostProgram("reboot", ENDED_BY_SHUTDOWN);
    assertEquals(0, host.interrupt(REBOOT).exit());
    assertEquals(List.of("reboot", "reboot"), host.calls());
  }

  @Test
  @DisplayName("B50 reboot is not on the host: exit 1, pending stays")
  void notOnTheHost() throws IOException {
    Files.delete(host.path("/usr/bin/reboot"));

    Ran ran = host.interrupt(REBOOT);

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors().getFirst().contains("interrupt command \"reboot\" was not found on the host"),
        ran.stderr());
    assertEquals("boot-id:A\n", host.read(PENDING));
  }

  @ParameterizedTest(
      name = "A92 U4 a pending marker that reads \"{0}\": warned, replaced, rebooted")
  @MethodSource("unreadable")
  void unreadableMarker(String content) throws IOException {
    host.write(PENDING, content);

    Ran ran = host.interrupt(REBOOT);

    assertEquals(0, ran.exit());
    assertEquals(1, ran.warnings().stream().filter(w -> w.contains("reboot marker")).count());
    assertTrue(ran.stderr().contains("unreadable reboot marker replaced"), ran.stderr());
    assertEquals("boot-id:A\n", host.read(PENDING));
    assertEquals(List.of("reboot"), host.calls());
  }

  static Stream<String> unreadable() {
    return Stream.of("", "boot-id:", "boot-id: \n", "A\n", "2026-01-01 00:00:00");
  }

  @Test
  @DisplayName("A93 a complete marker of 6.x: skipped")
  void completeBySix() throws IOException {
    host.write(COMPLETE, "2026-01-01 00:00:00.123456");

    assertEquals(0, host.interrupt(REBOOT).exit());
    assertEquals(List.of(), host.calls());
  }

  @Test
  @DisplayName("B52 the boot id cannot be read or is empty: nothing run, no marker")
  void noBootId() throws IOException {
    host.bootId("");
    Ran empty = host.interrupt(REBOOT);
    Files.delete(host.path("/proc/sys/kernel/random/boot_id"));
    Ran absent = host.interrupt(REBOOT);

    assertEquals(List.of(1, 1), List.of(empty.exit(), absent.exit()));
    assertTrue(empty.errors().getFirst().contains("host boot id is empty"), empty.stderr());
    assertTrue(
        absent.errors().getFirst().contains("host boot id cannot be read: no such file"),
        absent.stderr());
    assertEquals(List.of(), host.calls());
    assertEquals(List.of(), host.names(InterruptTest.MARKERS));
  }

  @Test
  @DisplayName("A91 B57 no log can be kept: no reboot, and no marker that claims one")
  void noLog() throws IOException {
    host.write("/var/log", "a file");

    Ran ran = host.interrupt(REBOOT);

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors().getFirst().contains("log: cannot be created for interrupt \"node_restart\""),
        ran.stderr());
    assertEquals(List.of(), host.calls());
    assertEquals(List.of(), host.names(InterruptTest.MARKERS));
  }

  @Test
  @DisplayName("A89 no log can be kept, but an earlier run has asked: its marker stays")
  void noLogAfterAnEarlierRun() throws IOException {
    host.write(PENDING, "boot-id:A\n");
    host.write("/var/log", "a file");

    assertEquals(1, host.interrupt(REBOOT).exit());
    assertEquals("boot-id:A\n", host.read(PENDING));
  }
}
