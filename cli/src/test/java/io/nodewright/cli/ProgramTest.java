package io.nodewright.cli;

import static io.nodewright.cli.RealCluster.STATE;
import static io.nodewright.cli.RealCluster.TUNE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.nodewright.api.Keys;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The executable itself: names, streams, signals and exit codes. What a command says is told by
/// the tests that run it in this process.
@Tag("sandbox")
@ExtendWith(RealCluster.Shared.class)
class ProgramTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String PLUGIN = "bin/kubectl-nodewright";

  @TempDir private static Path folder;
  private static Program program;

  private final RealCluster cluster;

  ProgramTest(RealCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeAll
  static void program() {
    program = new Program(folder);
  }

  @Test
  @DisplayName("C4 --version and version --client-only are one line, without a cluster")
  void versions() {
    Transcript only = program.run(PLUGIN, Map.of(), "version", "--client-only");
    assertEquals(0, only.code(), only::err);
    assertTrue(
        only.out().matches("NodeWright plugin:\tv\\S+ \\(commit \\S+, built \\S+\\)\n"), only::out);
    assertEquals(only, program.run("nodewright", Map.of(), "--version"));
    assertEquals(only, program.run(PLUGIN, Map.of(), "version", "--client"));
  }

  @Test
  @DisplayName("C31 kubectl skyhook says its new name once (CD2), and is the same program")
  void legacyName() {
    Transcript ran = program.run("bin/kubectl-skyhook", Map.of(), "pause");
    assertEquals(1, ran.code());
    assertEquals(
        """
        kubectl skyhook is deprecated, use kubectl nodewright instead
        Error: accepts 1 argument(s), received 0
        Usage: kubectl nodewright pause <nodewright> [flags]
        """,
        ran.err());
    assertTrue(
        program
            .run("nodewright", Map.of(), "pause")
            .err()
            .endsWith("Usage: nodewright pause <nodewright> [flags]\n"));
  }

  @Test
  @DisplayName("C28 libraries print nothing, and stdout is the document alone")
  void streams() {
    cluster.clean().node("gpu1", Map.of("nodeState_" + TUNE, "{bad"));
    Transcript ran = program.run(PLUGIN, cluster.environment(), "node", "status", "-o", "json");
    assertEquals(0, ran.code());
    assertTrue(ran.out().startsWith("[\n  {\n    \"nodeName\": \"gpu1\""), ran::out);
    assertEquals(
        "Warning: node \"gpu1\": annotation nodewright.nvidia.com/nodeState_kernel-tune is not"
            + " valid JSON\n",
        ran.err());
  }

  @Test
  @DisplayName("C26 a question is answered over stdin; a closed one is CE9 and exit 1")
  void questions() throws IOException {
    cluster.clean();
    Program.Running asked = program.start(PLUGIN, cluster.environment(), "pause", TUNE);
    asked.input().write("y\n".getBytes(StandardCharsets.UTF_8));
    asked.input().flush();
    Transcript yes = asked.end();
    assertEquals(0, yes.code(), yes::err);
    assertEquals("NodeWright \"kernel-tune\" paused\n", yes.out());
    Transcript nobody = program.run(PLUGIN, cluster.environment(), "resume", TUNE);
    assertEquals(1, nobody.code());
    assertTrue(
        nobody.err().endsWith("Error: confirmation required: run again with --confirm\n"),
        nobody::err);
    assertEquals("true", cluster.tune().getMetadata().getAnnotations().get(Keys.PAUSE));
  }

  @Test
  @DisplayName("C27 Ctrl-C is exit 130; until then --watch shows rows that change, and only those")
  void watch() {
    cluster.clean();
    cluster.node("gpu1", Map.of("nodeState_" + TUNE, STATE));
    cluster.node("gpu2", Map.of("nodeState_" + TUNE, STATE));
    Program.Running watching =
        program.start(PLUGIN, cluster.environment(), "node", "status", "--watch");
    String first =
        """
        NODE  NODEWRIGHT   STATUS   PACKAGES  CORDONED  RUNTIME-REQUIRED-CORDON
        gpu1  kernel-tune  unknown  1/2       true      false
        gpu2  kernel-tune  unknown  1/2       true      false
        """;
    Await.until("the table", PATIENCE, () -> watching.seen().equals(first));
    // Not a change to be seen: a heartbeat is none either.
    edit("gpu1", "somebody.else/key", "value");
    edit("gpu2", Keys.status(TUNE), "erroring");
    Await.until("the row", PATIENCE, () -> watching.seen().length() > first.length());
    watching.interrupt();
    Transcript ended = watching.end();
    assertEquals(130, ended.code(), ended::err);
    assertEquals(first + "gpu2  kernel-tune  erroring  1/2       true      false\n", ended.out());
    assertEquals("", ended.err());
  }

  @Test
  @DisplayName("C36 the executable that kubectl asks offers live names")
  void completion() {
    cluster.clean();
    Transcript ran =
        program.run("bin/kubectl_complete-nodewright", cluster.environment(), "pause", "ker");
    assertEquals("kernel-tune\n:4\n", ran.out(), ran::err);
  }

  @Test
  @DisplayName(
      "C27 without a cluster, without rights, with a typo: one line, exit 1, no stack trace")
  void oneLine() throws IOException {
    cluster.clean();
    Path nowhere = folder.resolve("nowhere");
    Files.writeString(
        nowhere,
        """
        {"apiVersion":"v1","kind":"Config","current-context":"c","contexts":[{"name":"c","context":
        {"cluster":"c","user":"u"}}],"clusters":[{"name":"c","cluster":{"server":"https://127.0.0.1:1"}}],
        "users":[{"name":"u","user":{"token":"t"}}]}
        """);
    Map<String, String> dead = new HashMap<>(cluster.environment());
    dead.put("KUBECONFIG", nowhere.toString());
    assertOneLine(
        program.run(PLUGIN, dead, "node", "status"),
        "Error: cannot reach the API server at https://127.0.0.1:1: connection refused\n");
    assertOneLine(
        program.run(PLUGIN, cluster.environment(), "pause", "kernel-tun", "-y"),
        "Error: nodewright \"kernel-tun\" not found\n");
  }

  private static void assertOneLine(Transcript ran, String line) {
    assertEquals(1, ran.code());
    assertEquals(line, ran.err());
    assertEquals("", ran.out());
    assertFalse(ran.err().contains("\tat "));
  }

  private void edit(String node, String key, String value) {
    cluster
        .client()
        .nodes()
        .withName(node)
        .edit(
            old ->
                new NodeBuilder(old)
                    .editMetadata()
                    .addToAnnotations(key, value)
                    .endMetadata()
                    .build());
  }
}
