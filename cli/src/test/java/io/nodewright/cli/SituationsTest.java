package io.nodewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.Keys;
import io.nodewright.sandbox.hollow.HollowStep;
import io.nodewright.sandbox.kubelet.ContainerRuntime.Reporting;
import io.nodewright.sandbox.process.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Ten ways in which a node comes to a stand, with a running operator: `explain` of the node, the
/// first command that anybody tries, names the reason and what releases it, and the command that it
/// offers for a deeper look works.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SituationsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String DEEPER = "    look deeper: ";

  /// Selects the node with that label; one package, whose fields beside version and image are
  /// given.
  private static final String NODE_WRIGHT =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: %s, annotations: {%s}}
      spec:
        nodeSelectors: {matchLabels: {sit: %s}}
        %s
        packages:
          pkg: {version: 1.0.0, image: example/%s%s}
      """;

  private static final String SERVER =
      """
      apiVersion: apps/v1
      kind: ReplicaSet
      metadata: {name: %s, namespace: default}
      spec:
        replicas: 1
        selector: {matchLabels: {app: %s}}
        template:
          metadata: {labels: {app: %s}}
          spec:
            nodeName: %s
            containers: [{name: server, image: nodewright.local/workload}]
      """;

  private final LiveCluster cluster =
      new LiveCluster(
          options ->
              options
                  .withNodes(1)
                  .withHollowNodes(8)
                  .withBackOffScale(0.1)
                  .withHollow(SituationsTest::run, Reporting.EVERY_CHANGE));

  /// Stages of the NodeWright `fails` fail, those of `held` do not end, servers serve.
  private static HollowStep run(Pod pod, Container container, int attempt) {
    String name = pod.getMetadata().getName();
    if (!container.getName().equals("pkg-apply")) {
      return new HollowStep(Duration.ofMillis(50), 0);
    }
    return name.startsWith("held-")
        ? new HollowStep(Duration.ofHours(1), 0)
        : new HollowStep(Duration.ofMillis(50), name.startsWith("fails-") ? 4 : 0);
  }

  @BeforeAll
  void begin() {
    List<String> labels =
        List.of("budget", "guarded", "ignored", "paused", "fails", "tainted", "unread", "held");
    for (int number = 0; number < labels.size(); number++) {
      label("hollow-" + number, "sit", labels.get(number));
    }
    label("node-0", "sit", "image");
    label("hollow-2", Keys.IGNORE, "true");
    cluster.node(
        "hollow-5",
        node ->
            node.editSpec()
                .addNewTaint()
                .withKey("example.com/dedicated")
                .withValue("db")
                .withEffect("NoSchedule")
                .endTaint()
                .endSpec());
    cluster.node(
        "hollow-6",
        node ->
            node.editMetadata().addToAnnotations(Keys.nodeState("unread"), "{bad").endMetadata());
    cluster.apply(SERVER.formatted("web", "web", "web", "hollow-0"));
    cluster.apply(SERVER.formatted("db", "db", "db", "hollow-1"));
    cluster.apply(
        """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: web, namespace: default}
        spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
        """);
    String reboot = ", interrupt: {type: reboot}";
    nodeWright("budget", "", "", "any", reboot);
    nodeWright("guarded", "", "podNonInterruptLabels: {matchLabels: {app: db}}", "any", reboot);
    nodeWright("ignored", "", "", "any", "");
    nodeWright("paused", "nodewright.nvidia.com/pause: \"true\"", "", "any", "");
    nodeWright("fails", "", "priority: 1", "any", "");
    cluster.apply(NODE_WRIGHT.formatted("second", "", "fails", "priority: 2", "any", ""));
    nodeWright("tainted", "", "", "any", "");
    nodeWright("unread", "", "", "any", "");
    nodeWright("held", "", "", "any", ", configMap: {a.conf: one}");
    nodeWright("image", "", "", "nobody-has-it", "");
    Await.until(
        "a step runs with the old config",
        PATIENCE,
        () -> cluster.run("explain", "hollow-7").out().contains("stage apply runs"));
    nodeWright("held", "", "", "any", ", configMap: {a.conf: two}");
  }

  private void nodeWright(
      String name, String annotations, String spec, String image, String fields) {
    cluster.apply(NODE_WRIGHT.formatted(name, annotations, name, spec, image, fields));
  }

  private void label(String node, String key, String value) {
    cluster.node(node, old -> old.editMetadata().addToLabels(key, value).endMetadata());
  }

  @AfterAll
  void end() {
    cluster.close();
  }

  static Stream<Arguments> situations() {
    return Stream.of(
        arguments("a budget", "hollow-0", "disruption budget", "budget"),
        arguments(
            "a protected pod",
            "hollow-1",
            "pkg: waits until protected pods have left: default/db-",
            "they leave by themselves; or change podNonInterruptLabels"),
        arguments(
            "the ignore label",
            "hollow-2",
            "the node has the ignore label",
            "kubectl nodewright node unignore hollow-2"),
        arguments(
            "a pause", "hollow-3", "the NodeWright is paused", "kubectl nodewright resume paused"),
        arguments(
            "a failing step",
            "hollow-4",
            "is tried again; last: container pkg-apply: exit code 4",
            "kubectl nodewright package rerun pkg --nodewright fails --node hollow-4"),
        arguments(
            "a NodeWright before it",
            "hollow-4",
            "NodeWright fails is not complete on this node",
            "see NodeWright fails"),
        arguments(
            "a taint",
            "hollow-5",
            "taint example.com/dedicated=db:NoSchedule is not tolerated",
            "remove the taint, or add it to additionalTolerations"),
        arguments(
            "a record that cannot be read",
            "hollow-6",
            "its record cannot be read: not JSON",
            "kubectl nodewright node reset hollow-6 --nodewright unread"),
        arguments(
            "a held change of config",
            "hollow-7",
            "changed configMap keys [a.conf] are held back",
            "the package is done with the old config there, or undo the change"),
        arguments(
            "an image that is not there",
            "node-0",
            "image example/nobody-has-it:1.0.0: ",
            "kubectl nodewright package rerun pkg --nodewright image --node node-0"));
  }

  @ParameterizedTest(name = "explain names the reason and the way out: {0}")
  @MethodSource("situations")
  @DisplayName("explain")
  void explained(String situation, String node, String reason, String release) {
    AtomicReference<Transcript> last = new AtomicReference<>(new Transcript(0, "", ""));
    try {
      Await.until(
          situation,
          PATIENCE,
          () -> {
            last.set(cluster.run("explain", node));
            return last.get().out().contains(reason);
          });
    } catch (IllegalStateException e) {
      throw new AssertionError(e.getMessage() + "\n" + last.get(), e);
    }
    Transcript told = last.get();
    assertEquals(0, told.code(), told::err);
    assertTrue(
        told.out()
            .lines()
            .anyMatch(line -> line.startsWith("    released by: ") && line.contains(release)),
        told::out);
    assertEquals("", told.err());
    for (List<String> deeper : deeper(told.out())) {
      // Nodes of a sandbox serve no logs: that is a warning, not an error.
      Transcript looked = cluster.run(deeper.toArray(String[]::new));
      assertEquals(0, looked.code(), () -> deeper + looked.err());
    }
  }

  /// The commands of the plugin that are offered.
  private static List<List<String>> deeper(String told) {
    List<List<String>> commands = new ArrayList<>();
    told.lines()
        .filter(line -> line.startsWith(DEEPER + "kubectl nodewright "))
        .map(line -> line.substring(DEEPER.length()).split(" ", -1))
        .map(List::of)
        .forEach(words -> commands.add(words.subList(2, words.size())));
    return commands;
  }
}
