package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.agent.json.Json;
import io.nodewright.agent.json.JsonFault;
import io.nodewright.agent.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` of the agent and its steps at random moments, over a package with ten steps: the host
/// always ends as after a run that nobody disturbed, and nothing that the agent wrote is ever torn
/// (06 §5.1, §8, §9).
class KilledAgentTest {

  private static final int STEPS = 10;
  private static final List<String> MODES = List.of("apply", "apply-check");
  private static final String LEDGER = TestHost.STATE + "/history/tuning.json";

  @TempDir Path directory;

  @Test
  @DisplayName("A100 A28 killed eight times at random moments: the end of a clean run")
  void killed() throws IOException, InterruptedException {
    killed(8, new Random(1));
  }

  @Tag("slow")
  @Test
  @DisplayName("A100 A28 killed 200 times at random moments: the end of a clean run")
  void killedTwoHundredTimes() throws IOException, InterruptedException {
    killed(200, new Random(2));
  }

  private void killed(int times, Random random) throws IOException, InterruptedException {
    TestHost undisturbed = aHost("undisturbed");
    for (String mode : MODES) {
      assertEquals(0, undisturbed.run(mode).exit());
    }
    Map<String, String> wanted = endState(undisturbed);
    int kills = 0;
    for (int round = 0; kills < times; round++) {
      TestHost host = aHost("round-" + round);
      for (String mode : MODES) {
        while (kills < times && killedIn(host, mode, random)) {
          kills++;
          assertWhole(host);
        }
        Ran ran = host.run(mode);
        assertEquals(0, ran.exit(), ran.stderr());
      }
      assertAlike(wanted, endState(host));
      assertHistory(host);
    }
  }

  /// Names only what differs: the whole of two hosts is too much to read.
  private static void assertAlike(Map<String, String> wanted, Map<String, String> found) {
    Map<String, String> missing = new TreeMap<>(wanted);
    missing.entrySet().removeAll(found.entrySet());
    Map<String, String> other = new TreeMap<>(found);
    other.entrySet().removeAll(wanted.entrySet());
    assertEquals(missing, other);
  }

  /// Ten steps that each leave a file, a `root_dir` and an expected file.
  private TestHost aHost(String name) throws IOException {
    TestHost host = new TestHost(Files.createDirectory(directory.resolve(name)));
    StepJson[] steps = new StepJson[STEPS];
    StepJson[] checks = new StepJson[STEPS];
    for (int i = 0; i < STEPS; i++) {
      String file = host.path("/etc/done-" + i).toString();
      host.script(
          "s" + i + ".sh", "echo " + i + " > " + file + ".new && mv " + file + ".new " + file);
      host.script("s" + i + "_check.sh", "[[ $(< " + file + ") == " + i + " ]]");
      steps[i] = aStep("s" + i + ".sh");
      checks[i] = aStep("s" + i + "_check.sh").alwaysRuns();
    }
    for (int i = 0; i < 20; i++) {
      host.write(TestHost.COPY + "/root_dir/etc/laid/file-" + i, "content ".repeat(1000) + i);
    }
    host.write(TestHost.COPY + "/configmaps/key", "value");
    host.config(aPackage().expects("key").steps("apply", steps).steps("apply-check", checks));
    return host;
  }

  /// Whether the run was killed before its end; its own success ends the mode.
  private static boolean killedIn(TestHost host, String mode, Random random)
      throws IOException, InterruptedException {
    try (AgentProcess agent = AgentProcess.start(host, mode)) {
      LockSupport.parkNanos(Duration.ofMillis(150 + random.nextInt(550)).toNanos());
      agent.kill();
      int exit = agent.end().exit();
      assertTrue(exit == 0 || exit == 137, "exit " + exit);
      return exit == 137;
    }
  }

  /// Whatever is there at that moment is whole.
  private static void assertWhole(TestHost host) throws IOException {
    for (String name : host.names(TestHost.FLAGS)) {
      if (!name.startsWith(".nw-")) {
        String marker = host.read(TestHost.FLAGS + name);
        assertTrue(marker.endsWith("\npackage_key: tuning"), name + ": " + marker);
      }
    }
    for (String name : host.names("/etc/laid")) {
      if (!name.startsWith(".nw-")) {
        String number = name.substring("file-".length());
        assertEquals("content ".repeat(1000) + number, host.read("/etc/laid/" + name));
      }
    }
    if (host.exists(LEDGER)) {
      assertHistory(host);
    }
  }

  /// A check that was killed after it had recorded its version records it again: one entry each.
  private static void assertHistory(TestHost host) throws IOException {
    try {
      Json.Obj ledger = (Json.Obj) JsonReader.read(Files.readAllBytes(host.path(LEDGER))).value();
      assertEquals(new Json.Text("1.1.6"), ledger.fields().get("current-version"));
      Json.Arr entries = assertInstanceOf(Json.Arr.class, ledger.fields().get("history"));
      for (Json entry : entries.items()) {
        assertEquals(new Json.Text("1.1.6"), ((Json.Obj) entry).fields().get("version"));
      }
    } catch (JsonFault e) {
      throw new AssertionError("the ledger is torn: " + e.reason(), e);
    }
  }

  /// All files of the host with their modes and contents, but for times and for logs: a run that
  /// was killed leaves a log.
  private static Map<String, String> endState(TestHost host) throws IOException {
    Map<String, String> state = new TreeMap<>();
    List<Path> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(host.root)) {
      files.forEach(all::add);
    }
    for (Path file : all) {
      String name = host.root.relativize(file).toString();
      if (name.startsWith("var/log") || name.equals(LEDGER.substring(1))) {
        continue;
      }
      String content = Files.isRegularFile(file) ? Files.readString(file) : "";
      state.put(
          name,
          Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS)
              + content.replaceAll("last_run: .*", "").replace(host.root.toString(), ""));
    }
    return state;
  }
}
