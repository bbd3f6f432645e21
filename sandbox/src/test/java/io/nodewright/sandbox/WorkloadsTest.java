package io.nodewright.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.nodewright.sandbox.process.Await;
import io.nodewright.sandbox.workload.WorkloadEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Ordinary workloads: placed by the real scheduler, kept up by the real controllers, guarded by
/// real budgets, and ended as they ask.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkloadsTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final TestFolder folder = new TestFolder();
  private final Sandbox sandbox;

  WorkloadsTest() throws IOException {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(folder.path()).withNodes(1).withHollowNodes(3).withWorkloads());
  }

  @AfterAll
  void stop() {
    sandbox.close();
    folder.close();
  }

  @Test
  void aBudgetRefusesASecondEviction() {
    sandbox.apply(Deployments.yaml("guarded", 4, "1", "0", 5));
    sandbox.apply(
        """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: guarded, namespace: default}
        spec: {maxUnavailable: 1, selector: {matchLabels: {app: guarded}}}
        """);
    awaitReady("guarded", 4);
    Await.until("the budget allows one", BOUND, () -> allowed() == 1);
    List<Pod> pods = pods("guarded");

    evict(pods.getFirst());
    KubernetesClientException refusal =
        assertThrows(KubernetesClientException.class, () -> evict(pods.getLast()));

    assertEquals(429, refusal.getCode());
    assertEquals(
        List.of("DisruptionBudget"),
        refusal.getStatus().getDetails().getCauses().stream().map(StatusCause::getReason).toList());
    awaitReady("guarded", 4);
    Await.until("the budget allows one again", BOUND, () -> allowed() == 1);
  }

  @Test
  void aWorkloadEndsByItselfOrIsKilledWhenItsGraceIsOver() {
    sandbox.apply(Deployments.yaml("polite", 1, "0", "0.2", 30));
    sandbox.apply(Deployments.yaml("stubborn", 1, "0", "600", 2));
    awaitReady("polite", 1);
    awaitReady("stubborn", 1);
    Pod polite = pods("polite").getFirst();
    Pod stubborn = pods("stubborn").getFirst();

    evict(polite);
    evict(stubborn);

    WorkloadEnd politeEnd = awaitEnd(polite);
    WorkloadEnd stubbornEnd = awaitEnd(stubborn);
    assertTrue(politeEnd.how() instanceof WorkloadEnd.How.Itself, politeEnd::toString);
    assertTrue(stubbornEnd.how() instanceof WorkloadEnd.How.Killed, stubbornEnd::toString);
    assertFalse(stubbornEnd.early(), stubbornEnd::toString);
  }

  @Test
  void aForceDeletedWorkloadIsKilledEarly() {
    sandbox.apply(Deployments.yaml("forced", 1, "0", "600", 600));
    awaitReady("forced", 1);
    Pod pod = pods("forced").getFirst();

    sandbox.client().resource(pod).withGracePeriod(0).delete();

    assertTrue(awaitEnd(pod).early());
  }

  @Test
  void aCordonedNodeGetsDaemonsButNoDeployment() {
    Edits.cordon(sandbox.client(), "hollow-0");
    sandbox.apply(
        """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: daemon, namespace: default}
        spec:
          selector: {matchLabels: {app: daemon}}
          template:
            metadata: {labels: {app: daemon}}
            spec:
              automountServiceAccountToken: false
              containers: [{name: main, image: "nodewright.local/workload:1"}]
        """);
    sandbox.apply(Deployments.yaml("spread", 12, "0", "0", 5));
    awaitReady("daemon", 4);
    awaitReady("spread", 12);

    assertEquals(Set.of("hollow-0", "hollow-1", "hollow-2", "node-0"), nodes("daemon"));
    assertEquals(Set.of("hollow-1", "hollow-2", "node-0"), nodes("spread"));
  }

  @Test
  void aWorkloadGoesWithItsNodeAndIsStartedAgainInPlace() {
    sandbox.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: static-node-0
          namespace: default
          annotations: {kubernetes.io/config.mirror: "1", kubernetes.io/config.source: file}
          labels: {app: static}
        spec:
          nodeName: node-0
          tolerations: [{operator: Exists}]
          automountServiceAccountToken: false
          containers: [{name: main, image: "nodewright.local/workload:1"}]
        """);
    awaitReady("static", 1);
    String uid = pods("static").getFirst().getMetadata().getUid();

    sandbox.node("node-0").reset();

    Await.until(
        "the pod is restarted",
        BOUND,
        () ->
            pods("static")
                    .getFirst()
                    .getStatus()
                    .getContainerStatuses()
                    .getFirst()
                    .getRestartCount()
                == 1);
    awaitReady("static", 1);
    assertEquals(uid, pods("static").getFirst().getMetadata().getUid());
    assertTrue(awaitEnd(pods("static").getFirst()).how() instanceof WorkloadEnd.How.Node);
  }

  private void evict(Pod pod) {
    String name = pod.getMetadata().getName();
    sandbox
        .client()
        .raw(
            "/api/v1/namespaces/default/pods/" + name + "/eviction",
            "POST",
            "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"%s\"}}"
                .formatted(name));
  }

  private List<Pod> pods(String app) {
    return sandbox
        .client()
        .pods()
        .inNamespace("default")
        .withLabel("app", app)
        .list()
        .getItems()
        .stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .toList();
  }

  private Set<String> nodes(String app) {
    return pods(app).stream()
        .map(pod -> pod.getSpec().getNodeName())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void awaitReady(String app, int count) {
    Await.until(
        count + " pods of " + app + " are ready",
        BOUND,
        () -> pods(app).stream().filter(Readiness::isPodReady).count() == count);
  }

  private WorkloadEnd awaitEnd(Pod pod) {
    Await.until("the end of " + pod.getMetadata().getName(), BOUND, () -> !ends(pod).isEmpty());
    return ends(pod).getFirst();
  }

  private List<WorkloadEnd> ends(Pod pod) {
    return sandbox.workloads().ends().stream()
        .filter(end -> end.pod().equals(pod.getMetadata().getName()))
        .toList();
  }

  private int allowed() {
    var status =
        sandbox
            .client()
            .policy()
            .v1()
            .podDisruptionBudget()
            .inNamespace("default")
            .withName("guarded")
            .require()
            .getStatus();
    return status == null || status.getDisruptionsAllowed() == null
        ? 0
        : status.getDisruptionsAllowed();
  }
}
