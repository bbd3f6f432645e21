package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.anApplyPackage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A step's output: passed on as it comes, whatever it is and however much (06 §6.3).
class OutputTest {

  private static final long MIB = 1 << 20;
  private static final String LOGS = TestHost.LOGS + "/tuning/1.1.6";

  /// What the agent may have resident, all told. Output that were kept would not fit.
  private static final long BOUND_MIB = 96;

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException, InterruptedException {
    host = new TestHost(directory);
    host.script("a_check.sh", "true").config(anApplyPackage());
    assertEquals(0, new ProcessBuilder("mkfifo", gate().toString()).start().waitFor());
  }

  private Path gate() {
    return host.path("/gate");
  }

  private void openGate() {
    try {
      Files.writeString(gate(), "go\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  @DisplayName("A47 output comes as it is written, also half a line")
  void asItComes() throws IOException {
    host.script("a.sh", "printf 'half a '; read -r _ < " + gate() + "; echo line");
    ByteArrayOutputStream stdout =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int from, int count) {
            super.write(bytes, from, count);
            if (toString(StandardCharsets.UTF_8).endsWith("half a ")) {
              openGate(); // the step goes on only now
            }
          }
        };

    Ran ran = host.run(stdout, "apply", host.root.toString(), TestHost.COPY);

    assertEquals(0, ran.exit());
    assertTrue(ran.output().endsWith("half a line\n"));
  }

  @Test
  @DisplayName("A47 output that is no text stays as it is, on stdout and in the log")
  void binary() throws IOException {
    byte[] bytes = new byte[4096];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    Files.write(host.path(TestHost.COPY + "/bytes"), bytes);
    host.script("a.sh", "cat bytes");
    ByteArrayOutputStream stdout = new ByteArrayOutputStream();

    host.run(stdout, "apply", host.root.toString(), TestHost.COPY);

    byte[] all = stdout.toByteArray();
    byte[] last = Arrays.copyOfRange(all, all.length - bytes.length, all.length);
    assertArrayEquals(bytes, last);
    Path log = host.path(LOGS + "/" + host.names(LOGS).getFirst());
    assertArrayEquals(bytes, Files.readAllBytes(log));
  }

  @Test
  @DisplayName("A47 32 MiB without a line end are passed on in bounded memory")
  void muchOutput() throws IOException, InterruptedException {
    passesOn(32 * MIB);
  }

  @Tag("slow")
  @Test
  @DisplayName("A47 1 GiB without a line end is passed on in bounded memory")
  void hugeOutput() throws IOException, InterruptedException {
    passesOn(1024 * MIB);
  }

  private void passesOn(long bytes) throws IOException, InterruptedException {
    host.script(
        "a.sh", "head -c " + bytes + " /dev/zero; echo all written >&2; read -r _ < " + gate());
    List<String> counted =
        List.of("bash", "-c", "exec \"$@\" > >(wc -c > " + host.path("/count") + ")", "counted");
    String[] arguments = {"apply", host.root.toString(), TestHost.COPY};
    try (AgentProcess agent = AgentProcess.start(counted, List.of(), host.env, arguments)) {
      agent.awaitStderr("all written");
      long resident = agent.mostResidentMib();
      openGate();

      assertEquals(0, agent.end().exit());
      assertTrue(resident < BOUND_MIB, "resident: " + resident + " MiB");
    }
    Path log = host.path(LOGS + "/" + host.names(LOGS).getFirst());
    assertEquals(bytes + "all written\n".length(), Files.size(log));
  }

  @Test
  @DisplayName("A46 every step is reaped: no dead child is left, whatever became of it")
  void reaped() throws IOException {
    host.set("OVERLAY_ALWAYS_RUN_STEP", "true");
    for (String end : List.of("true", "exit 3", "kill -KILL $$", "(exit 0 &) ; exit 0")) {
      host.script("a.sh", end);
      host.run("apply");
    }

    assertEquals(List.of(), deadChildren());
  }

  private static List<String> deadChildren() throws IOException {
    String own = Long.toString(ProcessHandle.current().pid());
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(process -> process.getFileName().toString().matches("\\d+"))
          .map(OutputTest::status)
          .flatMap(Optional::stream)
          .filter(status -> status.contains("\nPPid:\t" + own + "\n"))
          .filter(status -> status.contains("\nState:\tZ"))
          .toList();
    }
  }

  private static Optional<String> status(Path process) {
    try {
      return Optional.of(Files.readString(process.resolve("status")));
    } catch (IOException e) {
      return Optional.empty(); // it has gone
    }
  }
}
