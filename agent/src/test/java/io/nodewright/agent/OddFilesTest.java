package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.PackageJson.anApplyPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/// What lies where the agent reads may be anything: it neither waits for it nor takes it whole, and
/// says in its own words what is wrong.
class OddFilesTest {

  private static final long FOUR_GIB = 1L << 32;
  private static final String CONFIG = TestHost.COPY + "/config.json";
  private static final String LEDGER = TestHost.STATE + "/history/tuning.json";

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory);
    host.script("a.sh", "echo ran").script("a_check.sh", "true").config(anApplyPackage());
  }

  private void huge(String hostPath) throws IOException {
    host.write(hostPath, "");
    try (RandomAccessFile file = new RandomAccessFile(host.path(hostPath).toFile(), "rw")) {
      file.setLength(FOUR_GIB);
    }
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
  @DisplayName("B14 config.json a fifo that nobody writes to: refused, not waited for")
  void configIsFifo() throws IOException, InterruptedException {
    Path config = host.path(CONFIG);
    Files.delete(config);
    assertEquals(0, new ProcessBuilder("mkfifo", config.toString()).start().waitFor());

    assertEquals("config.json: cannot be read: is not a regular file", message(host.run("apply")));
    Ran validated = host.runArguments("validate", config.toString());
    assertEquals(1, validated.exit());
    assertTrue(validated.stdout().endsWith("is not a regular file\n"), validated.stdout());
  }

  @Test
  @DisplayName("B58 config.json of 4 GiB: too large, not a matter of memory")
  void configIsHuge() throws IOException {
    huge(CONFIG);

    assertEquals("config.json: too large", message(host.run("apply")));
    Ran validated = host.runArguments("validate", host.path(CONFIG).toString());
    assertEquals(new Ran(1, "ERROR /: too large\n", ""), validated);
  }

  @Test
  @DisplayName("B53 a ledger of 4 GiB is damaged: moved aside, and the run goes on")
  void ledgerIsHuge() throws IOException {
    huge(LEDGER);

    Ran ran = host.run("apply-check");

    assertEquals(0, ran.exit(), ran.stderr());
    assertEquals(FOUR_GIB, Files.size(host.path(LEDGER + ".backup")));
    assertTrue(host.read(LEDGER).contains("\"current-version\": \"1.1.6\""));
  }

  @Test
  @DisplayName("A28 A29 B33 a path that leads up but stays inside is run, marked and skipped")
  void pathLeadsUpInside() throws IOException {
    Files.createDirectories(host.step("sub"));
    host.config(aPackage().steps("apply", aStep("sub/../a.sh")).steps("apply-check", aCheck()));

    Ran first = host.run("apply");
    Ran second = host.run("apply");

    assertEquals(List.of(0, 0), List.of(first.exit(), second.exit()), first.stderr());
    assertTrue(first.stdout().endsWith("\nran\n"), first.stdout());
    assertTrue(second.stderr().contains("step \"sub/../a.sh\" already done"), second.stderr());
    assertTrue(host.exists(TestHost.FLAGS + "a.sh_W11fWzBd"));
  }

  private static String message(Ran ran) {
    assertEquals(1, ran.exit(), ran.stderr());
    assertEquals(1, ran.errors().size(), ran.stderr());
    String error = ran.errors().getFirst();
    String begin = " msg=\"";
    return error.substring(error.indexOf(begin) + begin.length(), error.length() - 1);
  }
}
