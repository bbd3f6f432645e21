package io.nodewright.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A reboot and an agent that is killed around it, as real processes: whatever comes first, the
/// host goes down exactly once (06 §11.1).
///
/// The host of these tests goes down when it was asked to: its next boot has another boot id.
class RebootKilledTest {

  private static final String REBOOT = "{\"type\":\"node_restart\"}";
  private static final String PENDING = InterruptTest.MARKERS + "/node_restart_0.pending";
  private static final String COMPLETE = InterruptTest.MARKERS + "/node_restart_0.complete";

  @TempDir Path directory;
  private TestHost host;
  private int boots = 1;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory).bootId("boot-1");
  }

  private void reboots() throws IOException {
    boots++;
    host.bootId("boot-" + boots);
  }

  private void fifo(String hostPath) throws IOException, InterruptedException {
    Process made = new ProcessBuilder("mkfifo", host.path(hostPath).toString()).start();
    assertEquals(0, made.waitFor());
  }

  private void completes() throws IOException {
    Ran ran = host.interrupt(REBOOT);
    assertEquals(0, ran.exit(), ran.stderr());
    assertTrue(host.exists(COMPLETE));
    assertFalse(host.exists(PENDING));
  }

  @Test
  @DisplayName("A86 killed before anything was recorded: the next run asks")
  void beforeTheMarker() throws IOException, InterruptedException {
    host.hostProgram("reboot", "kill -TERM $$");
    Files.delete(host.path("/proc/sys/kernel/random/boot_id"));
    fifo("/proc/sys/kernel/random/boot_id"); // the agent waits here
    try (AgentProcess agent = AgentProcess.interrupt(host, REBOOT)) {
      agent.awaitStdout("mode: interrupt");
      agent.kill();
      agent.end();
    }
    assertEquals(List.of(), host.calls());
    assertEquals(List.of(), host.names(InterruptTest.MARKERS));
    Files.delete(host.path("/proc/sys/kernel/random/boot_id"));
    host.bootId("boot-1");

    assertEquals(0, host.interrupt(REBOOT).exit());
    reboots();
    completes();
    assertEquals(List.of("reboot"), host.calls());
  }

  @ParameterizedTest(name = "A87 the agent is killed {0}: the new boot id is the proof")
  @ValueSource(strings = {"while the command runs", "after the command was accepted"})
  void killedByTheShutdown(String moment) throws IOException, InterruptedException {
    boolean during = moment.startsWith("while");
    host.hostProgram("reboot", during ? "echo going down; sleep 60" : "echo going down");
    try (AgentProcess agent = AgentProcess.interrupt(host, REBOOT)) {
      agent.awaitStdout("going down");
      assertEquals("boot-id:boot-1\n", host.read(PENDING), "recorded before the host was asked");
      agent.kill();
      assertEquals(137, agent.end().exit());
    }
    reboots();

    completes();
    completes();
    assertEquals(List.of("reboot"), host.calls());
    assertEquals(2, boots);
  }

  @Test
  @DisplayName("A89 asked, killed, started again before the host is down: it goes down once")
  void startedAgainTooEarly() throws IOException, InterruptedException {
    host.hostProgram("reboot", "echo going down; sleep 60");
    for (int start = 0; start < 2; start++) {
      try (AgentProcess agent = AgentProcess.interrupt(host, REBOOT)) {
        agent.awaitStdout("going down");
        agent.kill();
        agent.end();
      }
    }
    // A third one finds the marker and is killed before it can ask.
    Files.delete(host.path("/proc/sys/kernel/random/boot_id"));
    fifo("/proc/sys/kernel/random/boot_id");
    try (AgentProcess agent = AgentProcess.interrupt(host, REBOOT)) {
      agent.awaitStdout("mode: interrupt");
      agent.kill();
      agent.end();
    }
    Files.delete(host.path("/proc/sys/kernel/random/boot_id"));
    reboots();

    completes();
    assertEquals(List.of("reboot", "reboot"), host.calls(), "both in the first boot");
    assertEquals(2, boots);
  }

  @Test
  @DisplayName("A90 a stop signal while the host is going down: exit 1 at once, the marker stays")
  void stopSignalWhileGoingDown() throws IOException, InterruptedException {
    host.hostProgram("reboot", "echo going down");
    long began = System.nanoTime();
    try (AgentProcess agent = AgentProcess.interrupt(host, REBOOT)) {
      agent.awaitStdout("going down");
      agent.stop();
      Ran ran = agent.end();

      assertEquals(1, ran.exit());
      assertTrue(ran.errors().getFirst().contains("stopped by a signal"), ran.stderr());
    }
    assertTrue(System.nanoTime() - began < Duration.ofSeconds(10).toNanos());
    assertEquals("boot-id:boot-1\n", host.read(PENDING));
    reboots();
    completes();
  }

  static IntStream aFew() {
    return IntStream.range(0, 6);
  }

  static IntStream many() {
    return IntStream.range(0, 150);
  }

  @ParameterizedTest(name = "A86 A87 A89 killed at a random moment, seed {0}: exactly one reboot")
  @MethodSource("aFew")
  void atRandomMoments(int seed) throws IOException, InterruptedException {
    killUntilDone(new Random(seed));
  }

  @Tag("slow")
  @ParameterizedTest(name = "A86 A87 A89 killed at a random moment, seed {0}: exactly one reboot")
  @MethodSource("many")
  void atManyRandomMoments(int seed) throws IOException, InterruptedException {
    killUntilDone(new Random(1000L + seed));
  }

  /// Starts the agent as the kubelet would, kills it after up to a second, and takes the host down
  /// when it was asked to, which ends the agent too.
  private void killUntilDone(Random random) throws IOException, InterruptedException {
    host.hostProgram("reboot", random.nextBoolean() ? "sleep 60" : "");
    for (int start = 0; start < 4 && !host.exists(COMPLETE); start++) {
      int calls = host.calls().size();
      try (AgentProcess agent = AgentProcess.interrupt(host, REBOOT)) {
        LockSupport.parkNanos(Duration.ofMillis(random.nextInt(900)).toNanos());
        agent.kill();
        agent.end();
      }
      if (host.calls().size() > calls) {
        assertEquals("boot-id:boot-" + boots + "\n", host.read(PENDING));
        reboots();
      }
    }
    host.hostProgram("reboot", "kill -TERM $$");
    if (!host.exists(COMPLETE) && boots == 1) {
      assertEquals(0, host.interrupt(REBOOT).exit());
      reboots();
    }
    completes();
    assertEquals(2, boots, "the host went down exactly once");
    assertEquals(1, host.calls().size());
    assertEquals(List.of("node_restart_0.complete"), host.names(InterruptTest.MARKERS));
  }
}
