package io.nodewright.sandbox.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.engine.status.Status;
import io.nodewright.sandbox.binaries.KubeBinaries;
import io.nodewright.sandbox.binaries.KubeProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What a rollout leaves in the cluster, as people and tools see it: contract 01 §1 and §8, 02 §2,
/// 03 §3 and §4. `-Dgolden.update` rewrites the files.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ObjectsTest {

  private final Cluster cluster;

  ObjectsTest() throws IOException {
    cluster = new Cluster(options -> options.withNodes(1), Map.of());
  }

  @BeforeAll
  void rollOut() throws IOException {
    cluster
        .sample("kernel-modules", "1.0.0")
        .sample("sysctl-lite", "2.0.0")
        .sample("motd", "1.0.0")
        .apply(Files.readString(Cluster.project().resolve("samples/resources/host-basics.yaml")))
        .await("host-basics", Status.COMPLETE);
  }

  @AfterAll
  void close() {
    cluster.close();
  }

  @Test
  void kubectlShowsTheColumnsOfTheContract() throws IOException, InterruptedException {
    Path kubectl = KubeBinaries.of(System.getenv()).provide(KubeProgram.ALL).resolve("kubectl");
    Process process =
        new ProcessBuilder(
                kubectl.toString(),
                "--kubeconfig",
                cluster.sandbox().kubeconfig().toString(),
                "get",
                "nodewrights")
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    // The age is a matter of the clock.
    same(
        "kubectl-get-nodewrights.txt",
        printed.replaceAll("\\b\\d+[sm][\\ds]*( *)", "AGE$1").replaceAll(" +", " "));
  }

  @Test
  void theNodeCarriesTheRecordOfThePackages() throws IOException {
    same(
        "node-annotations.txt",
        ours(cluster.client().nodes().withName("node-0").get().getMetadata()));
  }

  @Test
  void jobsAreNamedAndMarkedAsTheContractSays() throws IOException {
    StringBuilder text = new StringBuilder();
    cluster.client().batch().v1().jobs().inNamespace("nodewright").list().getItems().stream()
        .sorted(Comparator.comparing((Job job) -> job.getMetadata().getName()))
        .forEach(
            job ->
                text.append(job.getMetadata().getName())
                    .append(" ttl ")
                    .append(job.getSpec().getTtlSecondsAfterFinished())
                    .append('\n')
                    .append(ours(job.getMetadata())));
    same("jobs.txt", text.toString());
  }

  @Test
  void podsCarryTheLabelsOfTheirJobAndEndWell() throws IOException {
    StringBuilder text = new StringBuilder();
    cluster.client().pods().inNamespace("nodewright").list().getItems().stream()
        .sorted(Comparator.comparing(ObjectsTest::job))
        .forEach(
            pod ->
                text.append(job(pod))
                    .append(' ')
                    .append(pod.getStatus().getPhase())
                    .append(' ')
                    .append(
                        pod.getSpec().getInitContainers().stream().map(c -> c.getName()).toList())
                    .append('\n')
                    .append(ours(pod.getMetadata())));
    same("pods.txt", text.toString());
  }

  private static String job(Pod pod) {
    return pod.getMetadata().getOwnerReferences().getFirst().getName();
  }

  /// Our labels and annotations, one a line, without what differs from run to run.
  private static String ours(ObjectMeta meta) {
    StringBuilder text = new StringBuilder();
    append(text, "label", meta.getLabels());
    append(text, "annotation", meta.getAnnotations());
    return text.toString()
        .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UID");
  }

  private static void append(StringBuilder text, String kind, Map<String, String> entries) {
    new TreeMap<>(entries)
        .forEach(
            (key, value) -> {
              if (key.startsWith("nodewright.nvidia.com/")) {
                text.append("  ")
                    .append(kind)
                    .append(' ')
                    .append(key)
                    .append(": ")
                    .append(value)
                    .append('\n');
              }
            });
  }

  private static void same(String golden, String actual) throws IOException {
    Path file = Cluster.project().resolve("sandbox/src/test/resources/golden").resolve(golden);
    if (System.getProperty("golden.update") != null) {
      Files.writeString(file, actual);
    }
    assertEquals(Files.readString(file), actual);
  }
}
