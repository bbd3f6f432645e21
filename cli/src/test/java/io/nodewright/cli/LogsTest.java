package io.nodewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// `package logs` (contract 07 §10.10), by a Job with two attempts.
class LogsTest {

  private static final String PODS = "GET /api/v1/namespaces/nodewright/pods";
  private static final String JOBS = "GET /apis/batch/v1/namespaces/nodewright/jobs";
  private static final String[] LOGS = {"package", "logs", "grub", "--nodewright", "tune"};

  private static final String RUNNING = "{\"running\":{}}";
  private static final String ENDED = "{\"terminated\":{\"exitCode\":0}}";
  private static final String TURN = "{\"waiting\":{\"reason\":\"PodInitializing\"}}";

  private static final String BUSY =
      items("{\"metadata\":%s,\"status\":{}}".formatted(meta("job")));
  private static final String DONE =
      items(
          "{\"metadata\":%s,\"status\":{\"conditions\":[{\"type\":\"Complete\",\"status\":\"True\"}]}}"
              .formatted(meta("job")));

  /// The later attempt comes first in the list.
  private static final String TWO =
      items(
          pod("try-b", "2026-01-01T00:05:00Z", "Running", ENDED, RUNNING),
          pod("try-a", "2026-01-01T00:00:00Z", "Failed", ENDED, ENDED));

  private final StandInCluster cluster = new StandInCluster("nodewright.nvidia.com");

  LogsTest() {
    cluster.operator("nodewright", "x/o:v0.21.0");
    prints("try-a", "grub-apply", "a1\na2\n");
    prints("try-a", "grub-applycheck", "not yet\n");
    prints("try-b", "grub-apply", "b1");
    prints("try-b", "grub-applycheck", "passed\n");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  @DisplayName("C30 step containers in order, attempts by their start, each with a header")
  void inOrder() {
    cluster.answers(PODS, TWO);
    Transcript ran = cluster.run(LOGS);
    assertEquals(0, ran.code(), ran::err);
    assertEquals(
        """
        ==> gpu2/try-a [grub-apply] <==
        a1
        a2
        ==> gpu2/try-a [grub-applycheck] <==
        not yet
        ==> gpu2/try-b [grub-apply] <==
        b1
        ==> gpu2/try-b [grub-applycheck] <==
        passed
        """,
        ran.out());
    assertEquals(
        "==> gpu2/try-a [grub-apply] <==",
        run("--failed", "first").out().lines().findFirst().orElse(""));
    assertTrue(run("-v").out().contains("==> gpu2/try-a [grub-init] <=="));
  }

  @Test
  @DisplayName("C30 --tail is of each container, --node and --stage go to the API server")
  void tail() {
    cluster.answers(PODS, TWO);
    cluster.answers(log("try-a") + "?container=grub-apply&tailLines=1", "a2\n");
    Transcript ran = run("--tail", "1", "--node", "gpu2", "--stage", "apply");
    assertEquals(0, ran.code(), ran::err);
    assertTrue(ran.out().startsWith("==> gpu2/try-a [grub-apply] <==\na2\n==>"), ran::out);
    assertEquals(
        4, cluster.queries().stream().filter(query -> query.contains("tailLines=1")).count());
    assertTrue(
        cluster.queries().stream()
            .anyMatch(
                query ->
                    query.contains("fieldSelector=spec.nodeName%3Dgpu2")
                        && query.contains("nodewright.nvidia.com%2Fstage%3Dapply")));
    assertEquals(1, run("--tail", "-2").code());
  }

  @Test
  @DisplayName("C30 -f goes on to the next container and the next attempt, and ends with the Job")
  void follow() {
    cluster.answersInTurn(
        PODS,
        items(pod("try-a", "2026-01-01T00:00:00Z", "Running", RUNNING, TURN)), // is there one?
        items(pod("try-a", "2026-01-01T00:00:00Z", "Running", RUNNING, TURN)),
        items(pod("try-a", "2026-01-01T00:00:00Z", "Running", ENDED, RUNNING)),
        TWO);
    cluster.answersInTurn(JOBS, BUSY, BUSY, BUSY, DONE);
    Transcript ran = run("-f");
    assertEquals(0, ran.code(), ran::err);
    assertEquals(
        List.of(
            "[gpu2/grub-apply] a1",
            "[gpu2/grub-apply] a2",
            "[gpu2/grub-apply] b1",
            "[gpu2/grub-applycheck] not yet",
            "[gpu2/grub-applycheck] passed"),
        ran.out().lines().sorted().toList());
    List<String> lines = ran.out().lines().toList();
    assertTrue(
        lines.indexOf("[gpu2/grub-apply] a2") < lines.indexOf("[gpu2/grub-applycheck] not yet"));
    assertTrue(
        lines.indexOf("[gpu2/grub-applycheck] not yet") < lines.indexOf("[gpu2/grub-apply] b1"));
  }

  @Test
  @DisplayName("C30 a container that has not started is one line on stderr, with the reason")
  void waiting() {
    cluster.answers(
        PODS,
        items(
            pod(
                "try-a",
                "2026-01-01T00:00:00Z",
                "Pending",
                "{\"waiting\":{\"reason\":\"ImagePullBackOff\"}}",
                TURN)));
    Transcript ran = cluster.run(LOGS);
    assertEquals("", ran.out());
    assertEquals("gpu2/try-a [grub-apply] has not started: ImagePullBackOff\n", ran.err());
  }

  @Test
  @DisplayName("C30 no pod is CE16 and exit 1; a document is no form of a log (CE8)")
  void none() {
    cluster.answers(PODS, items());
    Transcript ran = cluster.run(LOGS);
    assertEquals(1, ran.code());
    assertEquals(
        "Error: no pods found for package \"grub\" of nodewright \"tune\"; finished Jobs are kept"
            + " only for a while, and logs on the host are under <agentLogRoot>/tune on the node\n",
        ran.err());
    Transcript json = run("-o", "json");
    assertEquals(1, json.code());
    assertTrue(json.err().startsWith("Error: invalid output format \"json\": "), json::err);
  }

  private Transcript run(String... more) {
    return cluster.run(Stream.concat(Stream.of(LOGS), Stream.of(more)).toArray(String[]::new));
  }

  private void prints(String pod, String container, String text) {
    for (String more : List.of("", "&follow=true", "&tailLines=1")) {
      cluster.answers(log(pod) + "?container=" + container + more, text);
    }
    cluster.answers(log(pod) + "?container=grub-init", "copied\n");
    cluster.answers(log(pod) + "?container=end", "");
  }

  private static String log(String pod) {
    return "GET /api/v1/namespaces/nodewright/pods/" + pod + "/log";
  }

  private static String items(String... items) {
    return Stream.of(items).collect(Collectors.joining(",", "{\"items\":[", "]}"));
  }

  private static String meta(String name) {
    return """
    {"name":"%s","namespace":"nodewright","uid":"%s","annotations":{"nodewright.nvidia.com/package":
    "{\\"name\\":\\"grub\\",\\"version\\":\\"1.4.0\\",\\"skyhook\\":\\"tune\\",\\"stage\\":\\"apply\\"}"}}
    """
        .formatted(name, name);
  }

  private static String pod(String name, String started, String phase, String apply, String check) {
    return """
    {"metadata":%s,"spec":{"nodeName":"gpu2","initContainers":[{"name":"grub-init"},
    {"name":"grub-apply"},{"name":"grub-applycheck"}],"containers":[{"name":"end"}]},
    "status":{"phase":"%s","startTime":"%s","initContainerStatuses":[
    {"name":"grub-init","state":{"terminated":{"exitCode":0}}},
    {"name":"grub-apply","state":%s},{"name":"grub-applycheck","state":%s}]}}
    """
        .formatted(meta(name), phase, started, apply, check);
  }
}
