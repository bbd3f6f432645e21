package io.nodewright.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Interrupts that are no reboot (06 §11). The host's `systemctl` and `service` are stand-ins that
/// record their calls.
class InterruptTest {

  static final String MARKERS = TestHost.STATE + "/interrupts/flags/demo-u-3_tuning_1.1.6";
  static final String LOGS = TestHost.LOGS + "/tuning/1.1.6/interrupts";
  static final String AND_B = "{\"type\":\"service_restart\",\"services\":[\"a\",\"b.service\"]}";
  private static final String NO_OP = "{\"type\":\"no_op\"}";

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = givePrograms(new TestHost(directory));
  }

  /// The programs that interrupts call, as stand-ins.
  static TestHost givePrograms(TestHost host) throws IOException {
    return host.hostProgram("systemctl", "echo told; echo warned >&2")
        .hostProgram("service", "")
        .hostProgram("reboot", "kill -TERM $$")
        .bootId("A");
  }

  private static Arguments wire(
      String type, String json, List<String> calls, List<String> markers) {
    return arguments("A77 " + type, json, calls, markers);
  }

  static Stream<Arguments> wireTypes() {
    return Stream.of(
        wire(
            "node_restart",
            "{\"type\":\"node_restart\"}",
            List.of("reboot"),
            List.of("node_restart_0.pending")),
        wire(
            "service_restart",
            AND_B,
            List.of(
                "systemctl daemon-reload", "systemctl restart a", "systemctl restart b.service"),
            List.of(
                "service_restart_0.complete",
                "service_restart_1.complete",
                "service_restart_2.complete")),
        wire(
            "service_restart without services",
            "{\"type\":\"service_restart\"}",
            List.of("systemctl daemon-reload"),
            List.of("service_restart_0.complete")),
        wire(
            "restart_all_services",
            "{\"type\":\"restart_all_services\"}",
            List.of("service procps force-reload"),
            List.of("restart_all_services_0.complete")),
        wire("no_op", NO_OP, List.of(), List.of("no_op.complete")),
        wire("script_interrupt", "{\"type\":\"script_interrupt\"}", List.of(), List.of()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wireTypes")
  void commandsInOrder(String rule, String json, List<String> calls, List<String> markers)
      throws IOException {
    Ran ran = host.interrupt(json);

    assertEquals(0, ran.exit(), ran.stderr());
    assertEquals(calls, host.calls());
    assertEquals(markers, host.names(MARKERS));
  }

  @Test
  @DisplayName("A77 a command runs in COPY, with the container's environment and no step's")
  void surroundings() throws IOException {
    host.set("X", "of the container").set("JAVA_TOOL_OPTIONS", "-Dx=1");
    host.hostProgram(
        "systemctl", "pwd; umask; echo \"<$X> <$STEP_ROOT> <$SKYHOOK_DIR> <$JAVA_TOOL_OPTIONS>\"");

    Ran ran = host.interrupt("{\"type\":\"service_restart\"}");

    assertEquals(host.path(TestHost.COPY) + "\n0022\n<of the container> <> <> <>\n", ran.output());
  }

  @Test
  @DisplayName("A77 a name on PATH that is a link, no program or a directory")
  void lookUp() throws IOException {
    Files.createDirectories(host.path("/usr/local/bin/systemctl"));
    host.write("/bin/systemctl", "no program: the execute bit is missing");
    host.set("PATH", ":relative:/usr/local/bin:/bin:/sbin:/usr/bin");
    Files.createDirectories(host.path("/sbin"));
    Files.createSymbolicLink(host.path("/sbin/systemctl"), Path.of("/usr/bin/systemctl"));

    Ran ran = host.interrupt("{\"type\":\"service_restart\"}");

    assertEquals(0, ran.exit(), ran.stderr());
    assertEquals(List.of("systemctl daemon-reload"), host.calls());
  }

  @Test
  @DisplayName("A78 two services: daemon-reload and each restart has a marker with its time")
  void markerContent() throws IOException {
    host.interrupt(AND_B);

    for (int n = 0; n < 3; n++) {
      String marker = MARKERS + "/service_restart_" + n + ".complete";
      assertTrue(host.read(marker).matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z\n"), host.read(marker));
      assertEquals(
          "rw-------",
          PosixFilePermissions.toString(Files.getPosixFilePermissions(host.path(marker))));
    }
  }

  @Test
  @DisplayName("A79 markers 0 and 1 exist: only command 2 runs")
  void goesOn() throws IOException {
    host.write(MARKERS + "/service_restart_0.complete", "2026-01-01 00:00:00\n");
    host.write(MARKERS + "/service_restart_1.complete", "");

    assertEquals(0, host.interrupt(AND_B).exit());
    assertEquals(List.of("systemctl restart b.service"), host.calls());
  }

  @ParameterizedTest(name = "A80 {0}, a second time: nothing runs, exit 0, no log")
  @MethodSource("done")
  void doneBefore(String type, String json) throws IOException {
    host.interrupt(json);
    List<String> calls = host.calls();
    List<String> logs = host.names(LOGS);

    Ran again = host.interrupt(json);

    assertEquals(0, again.exit());
    assertTrue(
        again.stderr().contains("level=INFO msg=\"interrupt already done for this resource id\""),
        again.stderr());
    assertEquals(calls, host.calls());
    assertEquals(logs, host.names(LOGS));
  }

  static Stream<Arguments> done() {
    return Stream.of(
        arguments("services", AND_B),
        arguments("all services", "{\"type\":\"restart_all_services\"}"),
        arguments("nothing", NO_OP));
  }

  @Test
  @DisplayName("A81 U5 a command's marker is absent until it succeeded")
  void markerAfterSuccess() throws IOException {
    host.hostProgram(
        "systemctl", "ls " + host.path(MARKERS) + " >> " + host.path("/seen") + " 2>&1; true");

    host.interrupt(AND_B);

    List<String> seen = host.read("/seen").lines().toList();
    assertEquals(
        List.of(
            "service_restart_0.complete",
            "service_restart_0.complete",
            "service_restart_1.complete"),
        seen.subList(seen.size() - 3, seen.size()));
    assertTrue(seen.getFirst().contains("No such file"), seen.toString());
  }

  @Test
  @DisplayName("A83 a new generation in the resource id runs again, old markers stay")
  void newGeneration() throws IOException {
    host.interrupt(NO_OP);
    host.interrupt(AND_B);
    host.set("SKYHOOK_RESOURCE_ID", "demo-u-4_tuning_1.1.6");

    assertEquals(0, host.interrupt(AND_B).exit());
    assertEquals(6, host.calls().size());
    assertEquals(4, host.names(MARKERS).size());
    assertEquals(3, host.names(MARKERS.replace("u-3", "u-4")).size());
  }

  @Test
  @DisplayName("A84 U6 with logs switched off there is no log, not even a directory")
  void logsOff() throws IOException {
    host.set("SKYHOOK_AGENT_WRITE_LOGS", "false");

    assertEquals(0, host.interrupt(AND_B).exit());
    assertFalse(host.exists("/var/log"));
  }

  @Test
  @DisplayName("A84 one log a run holds the output of all its commands; the newest five stay")
  void log() throws IOException {
    for (int generation = 1; generation <= 6; generation++) {
      host.set("SKYHOOK_RESOURCE_ID", "demo-u-" + generation + "_tuning_1.1.6");
      Ran ran = host.interrupt(AND_B);
      assertEquals("told\ntold\ntold\n", ran.output());
      assertTrue(ran.stderr().contains("warned\n"), ran.stderr());
    }

    List<String> names = host.names(LOGS);
    assertEquals(5, names.size(), names.toString());
    assertTrue(
        names.getLast().matches("service_restart-[0-9-]{17}\\.[0-9]{9}\\.log"), names.toString());
    String text = host.read(LOGS + "/" + names.getLast());
    assertEquals(
        List.of("told", "told", "told", "warned", "warned", "warned"),
        text.lines().sorted().toList());
  }

  @Test
  @DisplayName("A85 A62 U16 config.json broken, or COPY absent: created empty, the interrupt works")
  void needsNoPackage() throws IOException {
    host.config("{");
    assertEquals(0, host.interrupt(AND_B).exit());

    TestHost bare = givePrograms(new TestHost(directory.resolve("bare")));
    Files.delete(bare.path(TestHost.COPY + "/skyhook_dir"));
    Files.delete(bare.path(TestHost.COPY));
    assertEquals(0, bare.interrupt(NO_OP).exit());
    assertTrue(Files.isDirectory(bare.path(TestHost.COPY)));
    assertEquals(List.of(), bare.names(TestHost.COPY));
  }

  @Test
  @DisplayName("A64 root_dir is not laid over the host by an interrupt")
  void noOverlay() throws IOException {
    host.write(TestHost.COPY + "/root_dir/etc/x", "");

    assertEquals(0, host.interrupt(NO_OP).exit());
    assertFalse(host.exists("/etc/x"));
  }
}
