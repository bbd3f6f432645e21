package io.nodewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Preflight, namespace discovery, versions and gates (contract 07 §4 to §6), by the calls they
/// make.
class DiscoveryTest {

  private static final String OURS = "nodewright.nvidia.com";
  private static final String LEGACY = "skyhook.nvidia.com";
  private static final String TUNE = "/apis/nodewright.nvidia.com/v1alpha1/nodewrights/tune";
  private static final String DEPLOYMENTS = "GET /apis/apps/v1/namespaces/%s/deployments";

  @Test
  @DisplayName("C3 a cluster that serves only the legacy group: CE1, exit 1, no other call")
  void legacyOnly() {
    try (StandInCluster cluster = new StandInCluster(LEGACY)) {
      for (List<String> words :
          List.of(
              List.of("node", "status"),
              List.of("pause", "tune", "-y"),
              List.of("reset", "tune", "-y"),
              List.of("explain", "tune"),
              List.of("package", "logs", "p", "--nodewright", "tune"))) {
        Transcript ran = cluster.run(words.toArray(String[]::new));
        assertEquals(1, ran.code(), words::toString);
        assertEquals(
            "Error: this cluster serves skyhook.nvidia.com but not nodewright.nvidia.com; upgrade the"
                + " operator to a NodeWright-capable version to use this CLI\n",
            ran.err());
        assertEquals("", ran.out());
      }
      assertTrue(cluster.calls().stream().allMatch("GET /apis"::equals), cluster.calls()::toString);
    }
  }

  @Test
  @DisplayName("C3 a cluster that serves neither group: CE2")
  void neither() {
    try (StandInCluster cluster = new StandInCluster("apps")) {
      Transcript ran = cluster.run("node", "status");
      assertEquals(1, ran.code());
      assertEquals(
          "Error: this cluster does not serve nodewright.nvidia.com; is the NodeWright operator"
              + " installed?\n",
          ran.err());
    }
  }

  @Test
  @DisplayName("C4 version needs no preflight, and an operator that is not there is exit 0")
  void versionWithoutOperator() {
    try (StandInCluster cluster = new StandInCluster(LEGACY)) {
      cluster.answers(DEPLOYMENTS.formatted("elsewhere"), "{\"items\":[]}");
      Transcript ran = cluster.run("version", "-n", "elsewhere");
      assertEquals(0, ran.code());
      assertTrue(
          ran.out()
              .endsWith(
                  "NodeWright operator:\tunknown (no operator deployment found in namespace"
                      + " \"elsewhere\")\n"),
          ran::out);
      assertFalse(cluster.calls().contains("GET /apis"));
    }
  }

  @Test
  @DisplayName("C4 --client-only, --version, help and completion call nobody")
  void noCalls() {
    try (StandInCluster cluster = new StandInCluster(OURS)) {
      for (List<String> words :
          List.of(
              List.of("version", "--client-only"),
              List.of("--version"),
              List.of("help"),
              List.of("pause", "--help"),
              List.of("node"),
              List.of("completion", "bash"))) {
        assertEquals(0, cluster.run(words.toArray(String[]::new)).code(), words::toString);
      }
      assertEquals(List.of(), cluster.calls());
    }
  }

  @Test
  @DisplayName("C4 without any kubeconfig version says so in one line, exit 1")
  void noKubeconfig() {
    Transcript ran = Transcript.of(Map.of("HOME", "/nonexistent"), "version");
    assertEquals(1, ran.code());
    assertEquals(
        "Error: no kubeconfig found: set KUBECONFIG, pass --kubeconfig, or put one at"
            + " ~/.kube/config\n",
        ran.err());
  }

  @Test
  @DisplayName("C5 the operator in nodewright is found first, without a word")
  void inNodewright() {
    try (StandInCluster cluster = new StandInCluster(OURS)) {
      cluster.operator("nodewright", "example/operator:v0.21.0@sha256:abc");
      Transcript ran = cluster.run("version");
      assertTrue(ran.out().endsWith("NodeWright operator:\tv0.21.0\n"), ran::out);
      assertEquals("", ran.err());
      assertEquals(List.of(DEPLOYMENTS.formatted("nodewright")), cluster.calls());
    }
  }

  @Test
  @DisplayName("C5 the operator in skyhook is found with CN1, after a 403 in nodewright")
  void inSkyhook() {
    try (StandInCluster cluster = new StandInCluster(OURS)) {
      cluster.refuses(DEPLOYMENTS.formatted("nodewright"), 403, "forbidden");
      cluster.operator("skyhook", "example/operator:0.21.0");
      Transcript ran = cluster.run("version");
      assertTrue(ran.out().endsWith("NodeWright operator:\tv0.21.0\n"), ran::out);
      assertEquals(
          "Note: operator found in legacy namespace \"skyhook\"; new installs default to"
              + " \"nodewright\" (pass --namespace skyhook to hide this note)\n",
          ran.err());
      assertEquals("", cluster.run("version", "--namespace", "skyhook").err());
    }
  }

  @Test
  @DisplayName("C5 an operator elsewhere is found by a list of the cluster; several are CW1")
  void elsewhere() {
    try (StandInCluster cluster = new StandInCluster(OURS)) {
      nobodyIn(cluster, "nodewright", "skyhook");
      cluster.answers(
          "GET /apis/apps/v1/deployments",
          "{\"items\":["
              + StandInCluster.DEPLOYMENT.formatted("zeta", "x/o:v0.20.0")
              + ","
              + StandInCluster.DEPLOYMENT.formatted("alpha", "x/o:v0.19.0")
              + ",{\"metadata\":{\"name\":\"foreign\",\"namespace\":\"aaa\"}}]}");
      Transcript ran = cluster.run("version");
      assertTrue(ran.out().endsWith("NodeWright operator:\tv0.19.0\n"), ran::out);
      assertEquals(
          "Warning: operators found in several namespaces (alpha, zeta); using \"alpha\"\n",
          ran.err());
    }
  }

  @Test
  @DisplayName("C5 a list of the cluster that is forbidden is skipped silently")
  void forbiddenElsewhere() {
    try (StandInCluster cluster = new StandInCluster(OURS)) {
      nobodyIn(cluster, "nodewright", "skyhook");
      cluster.refuses("GET /apis/apps/v1/deployments", 403, "forbidden");
      Transcript ran = cluster.run("version");
      assertEquals("", ran.err());
      assertTrue(
          ran.out().contains("no operator deployment found in namespace \"nodewright\""), ran::out);
    }
  }

  @Test
  @DisplayName("C7 an older operator is refused with CE5, an unknown version is CW2")
  void gates() {
    try (StandInCluster cluster = new StandInCluster(OURS)) {
      cluster.answers("GET " + TUNE, nodeWright("v0.7.9"));
      Transcript old = cluster.run("pause", "tune", "-y");
      assertEquals(1, old.code());
      assertEquals("Error: \"pause\" needs operator v0.8.0 or later, found v0.7.9\n", old.err());

      cluster.answers("GET " + TUNE, nodeWright(""));
      cluster.operator("nodewright", "x/o:latest");
      cluster.answers("PATCH " + TUNE, nodeWright(""));
      Transcript unknown = cluster.run("pause", "tune", "-y");
      assertEquals(0, unknown.code());
      assertTrue(
          unknown
              .err()
              .startsWith("Warning: operator version unknown; pause needs v0.8.0 or later\n"),
          unknown::err);
    }
  }

  @Test
  @DisplayName("C33 a 403 names verb and resource, and is not a \"not found\"")
  void forbidden() {
    try (StandInCluster cluster = new StandInCluster(OURS)) {
      String words = "nodes is forbidden: User u cannot list resource nodes at the cluster scope";
      cluster.refuses("GET /api/v1/nodes", 403, words);
      cluster.answers("GET " + TUNE.replace("/tune", ""), "{\"items\":[]}");
      Transcript ran = cluster.run("node", "status");
      assertEquals(1, ran.code());
      assertEquals("Error: " + words + "\n", ran.err());
    }
  }

  @Test
  @DisplayName("C27 a cluster that does not answer is one line and exit 1")
  void unreachable() {
    StandInCluster cluster = new StandInCluster(OURS);
    Map<String, String> environment = cluster.environment();
    cluster.stop();
    Transcript ran = Transcript.of(environment, "node", "status");
    cluster.close();
    assertEquals(1, ran.code());
    assertTrue(ran.err().startsWith("Error: cannot reach the API server at "), ran::err);
    assertEquals(1, ran.err().lines().count(), ran::err);
  }

  private static void nobodyIn(StandInCluster cluster, String... namespaces) {
    for (String namespace : namespaces) {
      cluster.answers(DEPLOYMENTS.formatted(namespace), "{\"items\":[]}");
    }
  }

  private static String nodeWright(String version) {
    return """
        {"apiVersion":"nodewright.nvidia.com/v1alpha1","kind":"NodeWright","metadata":{"name":"tune",
        "annotations":{"nodewright.nvidia.com/version":"%s"}},"spec":{}}
        """
        .formatted(version);
  }
}
