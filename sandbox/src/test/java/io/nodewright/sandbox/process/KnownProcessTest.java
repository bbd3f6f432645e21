package io.nodewright.sandbox.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Processes that are recognised again, and nothing else.
class KnownProcessTest {
  @TempDir private Path temporary = Path.of("");

  @Test
  void isRecognisedByALaterReader() throws IOException {
    Process process = sleeper();
    KnownProcess known = KnownProcess.running(process.pid()).orElseThrow();
    known.write(temporary.resolve("pids/sleeper"));
    assertEquals(Optional.of(known), KnownProcess.read(temporary.resolve("pids/sleeper")));
    known.end(Duration.ofSeconds(5));
    assertFalse(known.alive());
    assertFalse(process.isAlive());
  }

  @Test
  void anotherProcessWithItsPidIsNotEnded() throws IOException {
    Process process = sleeper();
    KnownProcess other = new KnownProcess(process.pid(), 1);
    assertFalse(other.alive());
    other.end(Duration.ofSeconds(1));
    assertTrue(process.isAlive());
    process.destroyForcibly();
  }

  @Test
  void aProcessIsEndingOnceItIsKilledAndNotBefore() throws IOException {
    Process process = sleeper();
    KnownProcess known = KnownProcess.running(process.pid()).orElseThrow();
    assertFalse(known.ending());
    process.destroyForcibly().onExit().join();
    assertTrue(known.ending());
  }

  @Test
  void aFileThatWasCutOffNamesNobody() throws IOException {
    Path file = Files.writeString(temporary.resolve("pid"), "123");
    assertEquals(Optional.empty(), KnownProcess.read(file));
    assertEquals(Optional.empty(), KnownProcess.read(temporary.resolve("none")));
  }

  private static Process sleeper() throws IOException {
    return LinkedProcesses.start(new ProcessBuilder(List.of(HostPrograms.path("sleep"), "60")));
  }
}
