package io.nodewright.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Banner and step header, byte for byte (06 §4).
class BannerTest {

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory);
    host.script("a.sh", "echo ran").script("a_check.sh", "true");
    host.config(PackageJson.anApplyPackage());
  }

  @Test
  @DisplayName("A7 stdout begins with the banner")
  void banner() {
    String expected =
        """
        --------------------
        --CLI CONFIGURATION-
        mode: apply
        root_mount: ROOT
        copy_dir: /var/lib/skyhook/demo/tuning-1.1.6-u-3
        interrupt_data: None
        always_run_step: False
        --ENV CONFIGURATION-
        COPY_RESOLV: False
        OVERLAY_ALWAYS_RUN_STEP: False
        SKYHOOK_RESOURCE_ID: demo-u-3_tuning_1.1.6
        SKYHOOK_DATA_DIR: DATA
        SKYHOOK_ROOT_DIR: /var/lib/skyhook/demo
        SKYHOOK_LOG_DIR: /var/log/skyhook/demo
        SKYHOOK_AGENT_WRITE_LOGS: True
        Directory CONFIGURATION
        flag_dir: /var/lib/skyhook/demo/flags/tuning/1.1.6
        log_dir: /var/log/skyhook/demo/tuning/1.1.6
        history_file: /var/lib/skyhook/demo/history/tuning.json
        --------------------
        """
            .replace("ROOT\n", host.root + "\n")
            .replace("DATA\n", host.imageDirectory() + "\n");

    Ran ran = host.run("apply");

    assertEquals(0, ran.exit(), ran.stderr());
    assertEquals(expected, ran.stdout().substring(0, expected.length()));
    assertEquals(20, expected.lines().count());
  }

  @Test
  @DisplayName("A9 the banner takes package and version from the resource id")
  void resourceIdWithUnderscore() {
    Ran ran = host.set("SKYHOOK_RESOURCE_ID", "nw-u-1_a_b_1.2.3").run("apply");

    assertTrue(ran.stdout().contains("flag_dir: " + TestHost.STATE + "/flags/a_b/1.2.3\n"));
    assertTrue(ran.stdout().contains("history_file: " + TestHost.STATE + "/history/a_b.json\n"));
  }

  @Test
  @DisplayName("A11 OVERLAY_ALWAYS_RUN_STEP=TRUE shows as True")
  void alwaysRun() {
    Ran ran = host.set("OVERLAY_ALWAYS_RUN_STEP", "TRUE").run("apply");

    assertTrue(ran.stdout().contains("always_run_step: True\n"), ran.stdout());
    assertTrue(ran.stdout().contains("OVERLAY_ALWAYS_RUN_STEP: True\n"), ran.stdout());
  }

  @Test
  @DisplayName("A12 an empty SKYHOOK_ROOT_DIR is the default")
  void emptyRootDir() {
    Ran ran = host.set("SKYHOOK_ROOT_DIR", "").run("apply");

    assertTrue(ran.stdout().contains("SKYHOOK_ROOT_DIR: /etc/skyhook\n"), ran.stdout());
    assertTrue(host.exists("/etc/skyhook/flags/START"));
  }

  @Test
  @DisplayName("A14 SKYHOOK_AGENT_BUFFER_LIMIT has no effect and is not in the banner")
  void bufferLimit() {
    Ran ran = host.set("SKYHOOK_AGENT_BUFFER_LIMIT", "1").run("apply");

    assertEquals(0, ran.exit());
    assertTrue(ran.output().endsWith("ran\n"), ran.output());
    assertFalse(ran.stdout().contains("BUFFER_LIMIT"), ran.stdout());
  }

  @Test
  @DisplayName("A15 the header shows path, arguments, codes, idempotence and on_host")
  void header() throws IOException {
    host.config(
        PackageJson.aPackage()
            .steps(
                "apply",
                StepJson.aStep("a.sh")
                    .arguments("plain", "it's")
                    .codes("0, 2")
                    .alwaysRuns()
                    .inContainer())
            .steps("apply-check", PackageJson.aCheck()));

    Ran ran = host.run("apply");

    assertEquals(
        "apply a.sh ['plain', \"it's\"] [0, 2] Idempotence.Disabled False\nran\n", ran.output());
  }

  @Test
  @DisplayName("A16 a skipped step prints no header")
  void skippedStep() {
    host.run("apply");

    assertEquals("", host.run("apply").output());
  }

  @Test
  @DisplayName("A17 an upgrade step's header shows the two versions")
  void upgradeHeader() throws IOException {
    host.write(TestHost.STATE + "/history/tuning.json", "{\"current-version\": \"1.0.0\"}");
    host.config(
        PackageJson.aPackage()
            .version("2.0.0")
            .steps("upgrade", StepJson.aStep("a.sh").upgradeStep())
            .steps("upgrade-check", PackageJson.aCheck()));

    Ran ran = host.run("upgrade");

    assertEquals("upgrade a.sh ['1.0.0', '2.0.0'] [0] Idempotence.Auto True\nran\n", ran.output());
  }
}
