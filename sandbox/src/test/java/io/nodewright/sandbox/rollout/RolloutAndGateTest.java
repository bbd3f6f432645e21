package io.nodewright.sandbox.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.status.Status;
import io.nodewright.sandbox.rollout.NodeHistory.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Rollouts that stop and go on, gates of new nodes and the order of NodeWrights, against a real
/// control plane. Each test has nodes of its own, by the label `case`.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RolloutAndGateTest {
  private static final String GOOD = "#!/bin/bash\nexit 0\n";
  private static final Map<String, String> CASES =
      Map.of(
          "node-0", "canary",
          "node-1", "canary",
          "node-2", "canary",
          "node-3", "joins",
          "node-4", "order",
          "node-5", "order",
          "node-6", "denied");

  private final Cluster cluster;

  RolloutAndGateTest() throws IOException {
    cluster =
        new Cluster(
            options -> options.withNodes(CASES.size()).withBackOffScale(0.05),
            Map.of("JOB_BACKOFF_LIMIT", "1", "JOB_STAGE_TIMEOUT", "5m"));
  }

  @BeforeAll
  void start() throws IOException {
    cluster.image("broken", TrivialPackage.files("1.0.0", "#!/bin/bash\nexit 7\n"));
    cluster.image("broken", "2.0.0", TrivialPackage.files("2.0.0", GOOD));
    cluster.image("good", TrivialPackage.files());
    cluster.image(
        "waiting",
        TrivialPackage.files(
            "1.0.0",
            """
            #!/bin/bash
            [ "$(cat /etc/hostname)" == node-5 ] || exit 0
            until [ -e /etc/released ]; do sleep 0.2; done
            """));
    CASES.forEach((node, name) -> cluster.label(node, "case", name));
  }

  @AfterAll
  void close() {
    cluster.close();
  }

  @Test
  @DisplayName("R38 R42 a canary that fails stops the rollout, and a new version lets it go on")
  void canary() {
    cluster.apply(
        """
        apiVersion: nodewright.nvidia.com/v1alpha1
        kind: DeploymentPolicy
        metadata: {name: canary}
        spec:
          default:
            budget: {count: 1}
            strategy: {fixed: {initialBatch: 1, failureThreshold: 1, safetyLimit: 100}}
        """);
    cluster.apply(nodeWright("canary", "broken", "{deploymentPolicy: canary}"));

    cluster.until(
        "the rollout has stopped", () -> cluster.condition("canary", "RolloutStopped").isPresent());
    assertEquals(
        "compartment __default__ stopped after 1 consecutive failed batches (1/3 nodes failed);"
            + " it goes on after another package version or"
            + " kubectl nodewright deployment-policy reset canary",
        cluster.condition("canary", "RolloutStopped").orElseThrow().message());
    cluster.until(
        "it is told",
        () ->
            cluster.notes("NodeWright", "canary", "Batch").stream()
                .anyMatch(note -> note.startsWith("compartment __default__ stopped after 1")));
    assertEquals(
        Map.of("node-0", Status.ERRORING, "node-1", Status.WAITING, "node-2", Status.WAITING),
        cluster.status("canary").nodeStatus());
    assertEquals(List.of("node-0"), nodesWithJobs("canary"));

    cluster
        .client()
        .resources(NodeWright.class)
        .withName("canary")
        .patch(
            io.fabric8.kubernetes.client.dsl.base.PatchContext.of(
                io.fabric8.kubernetes.client.dsl.base.PatchType.JSON_MERGE),
            "{\"spec\":{\"packages\":{\"pkg\":{\"version\":\"2.0.0\"}}}}");
    cluster.await("canary", Status.COMPLETE);
    assertFalse(cluster.condition("canary", "RolloutStopped").isPresent());
    assertEquals(List.of("node-0", "node-1", "node-2"), nodesWithJobs("canary"));
  }

  @Test
  @DisplayName(
      "R77 R82 a node that joins is gated first, and opened when its packages are complete")
  void joiningNode() {
    Node before = cluster.client().nodes().withName("node-3").require();
    cluster.client().nodes().withName("node-3").delete();
    cluster.until(
        "the node is gone", () -> cluster.client().nodes().withName("node-3").get() == null);
    cluster.apply(nodeWright("joins", "good", "{runtimeRequired: true, autoTaintNewNodes: true}"));
    cluster.await("joins", Status.COMPLETE); // of no node

    try (NodeHistory history = new NodeHistory(cluster.client(), "node-3", "joins")) {
      join(before);
      cluster.until(
          "the node is complete and open",
          () -> {
            List<Seen> all = history.all();
            return all.stream().anyMatch(Seen::gated) && !all.getLast().gated();
          });
      List<Seen> all = history.all();
      List<Seen> open = all.stream().filter(seen -> !seen.gated()).toList();
      assertTrue(
          open.stream().allMatch(seen -> !seen.touched() || seen.status().equals("complete")),
          () -> "open before it was complete: " + all);
    }
    cluster.await("joins", Status.COMPLETE);
    assertEquals("1/1", cluster.status("joins").completeNodes());
  }

  @Test
  @DisplayName("R68 an unfinished sequencing: all holds later NodeWrights on every node")
  void sequencingAll() throws IOException {
    cluster.apply(nodeWright("first", "waiting", "{priority: 10, sequencing: all}", "order"));
    cluster.awaitNode("first", "node-4", Status.COMPLETE);
    cluster.apply(nodeWright("second", "good", "{priority: 20}", "order"));

    cluster.await("second", Status.WAITING);
    assertEquals(
        Map.of("node-4", Status.WAITING, "node-5", Status.WAITING),
        cluster.status("second").nodeStatus());
    assertEquals(List.of(), nodesWithJobs("second"));
    assertEquals(Status.IN_PROGRESS, cluster.status("first").nodeStatus().get("node-5"));

    Path released = cluster.sandbox().node("node-5").file("/etc/released");
    Files.createFile(released);
    cluster.await("first", Status.COMPLETE);
    cluster.await("second", Status.COMPLETE);
    assertEquals(List.of("node-4", "node-5"), nodesWithJobs("second"));
  }

  @Test
  @DisplayName("R84 RE4 a gate that is refused is told, the node stays out, and it is tried again")
  void refusedGate() {
    cluster.apply(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: no-gate}
        spec:
          failurePolicy: Fail
          matchConstraints:
            resourceRules:
            - {apiGroups: [""], apiVersions: [v1], operations: [UPDATE], resources: [nodes]}
          validations:
          - expression: >-
              object.metadata.name != 'node-6' || !has(object.spec.taints)
              || object.spec.taints.all(taint, taint.key != 'nodewright.nvidia.com')
            message: no gates here
            reason: Forbidden
        """);
    cluster.apply(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: no-gate}
        spec: {policyName: no-gate, validationActions: [Deny]}
        """);
    cluster.until("the policy is in force", this::gateIsRefused);
    cluster.apply(nodeWright("denied", "good", "{runtimeRequired: true, autoTaintNewNodes: true}"));

    cluster.until(
        "the refusal is told on the node",
        () ->
            cluster.notes("Node", "node-6", "AutoTaint").stream()
                .anyMatch(
                    note ->
                        note.startsWith("[denied] cannot apply taint nodewright.nvidia.com")
                            && note.contains("no gates here")));
    assertEquals(Map.of(), cluster.status("denied").nodeStatus());
    Map<String, String> annotations =
        cluster.client().nodes().withName("node-6").require().getMetadata().getAnnotations();
    assertTrue(
        annotations == null
            || annotations.keySet().stream().noneMatch(key -> key.startsWith(Keys.PREFIX)),
        () -> "written on: " + annotations);

    cluster
        .client()
        .admissionRegistration()
        .v1()
        .validatingAdmissionPolicyBindings()
        .withName("no-gate")
        .delete();
    cluster.awaitNode("denied", "node-6", Status.COMPLETE);
    cluster.until(
        "the node is open",
        () ->
            cluster.client().nodes().withName("node-6").require().getSpec().getTaints().stream()
                .noneMatch(taint -> taint.getKey().equals(Keys.GROUP)));
  }

  /// Asked of the API server alone: nothing is stored.
  private boolean gateIsRefused() {
    Node node = cluster.client().nodes().withName("node-6").require();
    Node gated =
        new NodeBuilder(node)
            .editSpec()
            .addNewTaint()
            .withKey(Keys.GROUP)
            .withValue("runtime-required")
            .withEffect("NoSchedule")
            .endTaint()
            .endSpec()
            .build();
    try {
      cluster.client().resource(gated).dryRun().update();
      return false;
    } catch (io.fabric8.kubernetes.client.KubernetesClientException e) {
      return String.valueOf(e.getMessage()).contains("no gates here");
    }
  }

  /// The machine registers again, as another node.
  private void join(Node before) {
    Node joining =
        new NodeBuilder(before)
            .withNewMetadata()
            .withName("node-3")
            .withLabels(before.getMetadata().getLabels())
            .endMetadata()
            .build();
    cluster.client().resource(joining).create();
    cluster.until(
        "the node has said that it is ready", // somebody else may be faster
        () ->
            cluster
                    .client()
                    .nodes()
                    .withName("node-3")
                    .editStatus(
                        made -> new NodeBuilder(made).withStatus(before.getStatus()).build())
                != null);
  }

  private List<String> nodesWithJobs(String nodeWright) {
    return cluster
        .client()
        .batch()
        .v1()
        .jobs()
        .inNamespace("nodewright")
        .withLabel(Keys.NAME, nodeWright)
        .list()
        .getItems()
        .stream()
        .map(job -> job.getSpec().getTemplate().getSpec().getNodeName())
        .distinct()
        .sorted()
        .toList();
  }

  private static String nodeWright(String name, String image, String rest) {
    return nodeWright(name, image, rest, name);
  }

  /// @param rest more of the spec, in braces
  private static String nodeWright(String name, String image, String rest, String nodes) {
    return """
        apiVersion: nodewright.nvidia.com/v1alpha1
        kind: NodeWright
        metadata: {name: %s}
        spec:
          %s
          nodeSelectors: {matchLabels: {case: %s}}
          packages:
            pkg: {version: 1.0.0, image: nodewright.local/%s}
        """
        .formatted(name, rest.substring(1, rest.length() - 1).replace(", ", "\n  "), nodes, image);
  }
}
