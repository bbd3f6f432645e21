package io.nodewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a shell is offered (contract 07 §16).
class CompletionTest {

  private static final Map<String, String> NOWHERE = Map.of("HOME", "/nonexistent");
  private static final String NODES = "GET /api/v1/nodes";
  private static final String NODEWRIGHTS = "GET /apis/nodewright.nvidia.com/v1alpha1/nodewrights";
  private static final String TWO = "{\"items\":[%s,%s]}";

  @Test
  @DisplayName("C36 commands and values are known without a cluster; other shells are refused")
  void withoutCluster() {
    assertEquals("package\npause\n:4\n", offered(NOWHERE, "pa"));
    assertEquals("list\n:4\n", offered(NOWHERE, "node", "l"));
    assertEquals(":4\n", offered(NOWHERE, "pause", ""));
    assertEquals("json\n:4\n", offered(NOWHERE, "node", "status", "-o", "j"));
    assertEquals("--nodewright\n:4\n", offered(NOWHERE, "node", "list", "--node"));
    assertTrue(
        offered(NOWHERE, "package", "rerun", "x", "--stage", "").contains("\npost-interrupt\n"));
    assertEquals(
        "erroring\n:4\n", offered(NOWHERE, "update-state", "a", "b", "1", "config", "err"));
    for (String shell : List.of("bash", "zsh", "fish")) {
      assertEquals(0, Transcript.of(NOWHERE, "completion", shell).code());
    }
    assertEquals(1, Transcript.of(NOWHERE, "completion", "tcsh").code());
  }

  @Test
  @DisplayName("C36 names of NodeWrights, nodes and packages are those of the cluster")
  void liveNames() {
    try (StandInCluster cluster = aCluster()) {
      Map<String, String> here = cluster.environment();
      assertEquals("tune\ntweak\n:4\n", offered(here, "pause", "t"));
      assertEquals("tune\n:4\n", offered(here, "node", "list", "--nodewright", "tun"));
      assertEquals("gpu1\ngpu2\n:4\n", offered(here, "node", "ignore", ""));
      assertEquals("gpu1\ngpu2\ntune\ntweak\n:4\n", offered(here, "explain", ""));
      for (String flag : List.of("--nodewright=tune", "--skyhook=tune")) {
        assertEquals("grub\nsysctl\n:4\n", offered(here, "package", "logs", flag, ""));
      }
      assertEquals("sysctl\n:4\n", offered(here, "update-state", "tune", "s"));
      assertEquals(
          "tune\n:4\n",
          offered(
              NOWHERE,
              "--kubeconfig",
              Objects.requireNonNull(here.get("KUBECONFIG")),
              "reset",
              "tun"));
      assertEquals(":4\n", offered(here, "--context", "gone", "reset", "tun"));
    }
  }

  @Test
  @DisplayName("C36 a slow cluster is waited for, one that does not answer for two seconds is not")
  void slowCluster() {
    try (StandInCluster cluster = aCluster()) {
      cluster.answersAfter(
          Duration.ofMillis(700), NODES, TWO.formatted(named("gpu1"), named("gpu2")));
      assertEquals("gpu1\n:4\n", offered(cluster.environment(), "node", "ignore", "gpu1"));

      cluster.answersAfter(Duration.ofMinutes(5), NODES, "{}");
      cluster.answersAfter(Duration.ofMinutes(5), NODEWRIGHTS, "{}");
      long began = System.nanoTime();
      assertEquals(":4\n", offered(cluster.environment(), "explain", ""));
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      assertTrue(took.toSeconds() < 10, () -> "both look-ups together took " + took);
    }
  }

  @Test
  @DisplayName("C36 the script for bash loads, and offers what the program says")
  void bash(@TempDir Path folder) throws IOException, InterruptedException {
    Path program = folder.resolve("kubectl-nodewright");
    Files.writeString(
        program, "#!/bin/sh\n[ \"$1 $2\" = '__complete pause' ] && printf 'tune\\n:4\\n'\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(folder.resolve("script"), Transcript.of(NOWHERE, "completion", "bash").out());
    Process bash =
        new ProcessBuilder(
                "bash",
                "-ec",
                "source ./script; complete -p kubectl-nodewright nodewright;"
                    + " COMP_WORDS=(./kubectl-nodewright pause t); COMP_CWORD=2;"
                    + " __kubectl_nodewright_complete; echo \"${COMPREPLY[@]}\"")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, bash.waitFor(), said);
    assertEquals(
        """
        complete -o default -F __kubectl_nodewright_complete kubectl-nodewright
        complete -o default -F __kubectl_nodewright_complete nodewright
        tune
        """,
        said);
  }

  private static StandInCluster aCluster() {
    StandInCluster cluster = new StandInCluster("nodewright.nvidia.com");
    cluster.answers(NODES, TWO.formatted(named("gpu1"), named("gpu2")));
    cluster.answers(NODEWRIGHTS, TWO.formatted(named("tune"), named("tweak")));
    cluster.answers(NODEWRIGHTS + "/tune", "{\"spec\":{\"packages\":{\"sysctl\":{},\"grub\":{}}}}");
    return cluster;
  }

  private static String named(String name) {
    return "{\"metadata\":{\"name\":\"" + name + "\"}}";
  }

  private static String offered(Map<String, String> environment, String... words) {
    String[] all = new String[words.length + 1];
    all[0] = "__complete";
    System.arraycopy(words, 0, all, 1, words.length);
    Transcript ran = Transcript.of(environment, all);
    assertEquals(0, ran.code());
    assertEquals("", ran.err());
    return ran.out();
  }
}
