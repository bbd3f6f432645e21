package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One host, worked on by this agent and by those of the 6.x and 7.x lines in turn (06 §8.3, §9,
/// §11). What the others leave and look for is written here by name, as their contract has it.
class CoexistenceTest {

  private static final String LEGACY = TestHost.FLAGS + "apply.sh_W11fWzBd";
  private static final String SERVICES = "{\"type\":\"service_restart\",\"services\":[\"a\"]}";
  private static final String REBOOT = "{\"type\":\"node_restart\"}";
  private static final String LEDGER = TestHost.STATE + "/history/tuning.json";

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory).bootId("A").hostProgram("systemctl", "");
    host.hostProgram("reboot", "kill -TERM $$");
    host.script("apply.sh", "echo ran \"$PREVIOUS_VERSION\"").script("a_check.sh", "true");
    host.config(
        aPackage()
            .steps("apply", aStep("apply.sh"))
            .steps("apply-check", aCheck())
            .steps("upgrade", aStep("apply.sh"))
            .steps("upgrade-check", aCheck()));
  }

  @Test
  @DisplayName("A101 a host that 6.x worked on: nothing is done twice, the version is known")
  void afterSix() throws IOException {
    host.write(LEGACY, "2026-01-01 00:00:00.123456");
    host.write(
        LEDGER,
        "{\"current-version\": \"1.1.5\", \"history\": [{\"version\": \"1.1.5\","
            + " \"time\": \"2026-01-01T00:00:00.123456+00:00\"}]}");
    host.write(InterruptTest.MARKERS + "/service_restart_0.complete", "");
    host.write(InterruptTest.MARKERS + "/service_restart_1.complete", "");
    host.write(InterruptTest.MARKERS + "/node_restart_0.complete", "");

    assertEquals("", host.run("apply").output());
    assertEquals(0, host.interrupt(SERVICES).exit());
    assertEquals(0, host.interrupt(REBOOT).exit());
    assertEquals(List.of(), host.calls());
    assertTrue(host.run("upgrade").output().endsWith("ran 1.1.5\n"));
  }

  @Test
  @DisplayName("A101 a host that 7.x worked on: nothing is done twice")
  void afterSeven() throws IOException {
    host.write(
        TestHost.FLAGS
            + "apply.sh-ed1503e591411906bc39ca63388f25b59c5b2c115e9a20beb654aeaaec2b5da7.flag",
        "last_run: 2026-01-01T00:00:00.123456789Z\nstep_always_runs: false");
    host.write(InterruptTest.MARKERS + "/node_restart_0.pending", "boot-id:before\n");

    assertEquals("", host.run("apply").output());
    assertEquals(0, host.interrupt(REBOOT).exit());
    assertEquals(List.of(), host.calls());
  }

  @Test
  @DisplayName("A101 what this agent leaves is what 6.x and 7.x look for, and so is the way back")
  void backAgain() throws IOException {
    assertEquals(0, host.run("apply").exit());
    assertEquals(0, host.run("apply-check").exit());
    assertEquals(0, host.interrupt(SERVICES).exit());
    host.interrupt(REBOOT);
    host.bootId("B").interrupt(REBOOT);

    Map<String, List<String>> left =
        Map.of(
            TestHost.FLAGS,
            List.of(
                "apply.sh-ed1503e591411906bc39ca63388f25b59c5b2c115e9a20beb654aeaaec2b5da7.flag",
                "apply.sh_W11fWzBd"),
            InterruptTest.MARKERS,
            List.of(
                "node_restart_0.complete",
                "service_restart_0.complete",
                "service_restart_1.complete"));
    for (var names : left.entrySet()) {
      assertEquals(names.getValue(), host.names(names.getKey()));
    }
    String entry = "\"version\": \"1.1.6\",\n      \"time\": \"";
    assertTrue(
        host.read(LEDGER).startsWith("{\n  \"current-version\": \"1.1.6\",\n  \"history\": ["));
    assertTrue(host.read(LEDGER).contains(entry));

    // 6.x would write its own form of the ledger; then it is this agent's turn again.
    host.write(LEDGER, host.read(LEDGER).replaceAll("\\s+", " "));
    assertEquals("", host.run("apply").output());
    assertEquals(0, host.run("apply-check").exit());
    assertEquals(2, host.read(LEDGER).split(entry, -1).length - 1);
    assertEquals(3, host.calls().size(), "daemon-reload, one service, one reboot");
  }
}
