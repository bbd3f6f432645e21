package io.nodewright.sandbox.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The operator as the chart installs it: under its account, its grants, with its webhooks. One
/// rollout with an interrupt, and what it leaves.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InstalledTest {

  private static final Path SAMPLES =
      Path.of(System.getProperty("project.root", "..")).resolve("samples/packages");
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration SETTLED = Duration.ofSeconds(5);

  /// Of two nodes and two packages; a stage is told of when it begins and when it ends.
  private static final String EVENTS =
      """
      Node Apply/apply Normal x8
      Node Apply/config Normal x8
      Node Apply/interrupt Normal x2
      Node Apply/post-interrupt Normal x4
      Node Cordon/Cordon Normal x2
      Node Cordon/Uncordon Normal x2
      Node Interrupt/InterruptCompleted Normal x2
      Node Interrupt/InterruptStarted Normal x2
      Node State/Complete Normal x2
      NodeWright Apply/apply Normal
      NodeWright Apply/config Normal
      NodeWright Apply/post-interrupt Normal
      NodeWright Batch/BatchCompleted Normal x1
      NodeWright Batch/BatchStarted Normal x1
      NodeWright Interrupt/InterruptCompleted Normal x2
      NodeWright Interrupt/InterruptStarted Normal x2
      NodeWright State/complete Normal x1
      NodeWright State/in_progress Normal x1
      """;

  private final TestFolder folder = new TestFolder();
  private final Helm helm;
  private final Sandbox sandbox;
  private final Installation installed;
  private String toldOfTheFirst = "";

  InstalledTest() throws IOException {
    helm = new Helm(folder.resolve("helm"));
    sandbox = Sandbox.start(SandboxOptions.in(folder.path()).withNodes(2).withAudit());
    sandbox.installKinds();
    sandbox.images().addAgent(Installation.AGENT);
    for (String name : List.of("kernel-modules", "motd")) {
      sandbox.images().addPackage("nodewright.local/" + name + ":1.0.0", SAMPLES.resolve(name));
    }
    installed =
        Installation.of(
            helm,
            sandbox,
            "nodewright",
            List.of(
                "--set=imagePullSecret=pull",
                "--set=controllerManager.manager.env.interruptMemory=512Mi"));
  }

  @BeforeAll
  void rollOut() {
    rollOut("nodewright", installed);
    toldOfTheFirst = told(events("nodewright"));
  }

  @AfterAll
  void close() {
    installed.close();
    sandbox.close();
    folder.close();
  }

  @Test
  @Order(1)
  @DisplayName(
      "O13 O21 a rollout with webhooks, drain and interrupt needs no right beyond the chart's")
  void nothingIsForbidden() {
    assertTrue(installed.audit().count() > 100, "hardly any request was seen");
    assertEquals(List.of(), installed.audit().forbidden());
    assertTrue(installed.log().contains("no permission is missing"), installed.log());
  }

  @Test
  @Order(1)
  @DisplayName("O31 without the older group's kinds it starts and works without a word")
  void noOlderKinds() {
    assertEquals(
        null,
        sandbox
            .client()
            .apiextensions()
            .v1()
            .customResourceDefinitions()
            .withName("skyhooks.skyhook.nvidia.com")
            .get());
    assertEquals(List.of(), installed.lines("warn"));
    assertEquals(List.of(), installed.lines("error"));
  }

  @Test
  @Order(1)
  @DisplayName(
      "O20 each transition has its event once, on node and NodeWright, and there are no others")
  void events() {
    assertEquals(EVENTS, toldOfTheFirst);
  }

  @Test
  @Order(1)
  @DisplayName("O41 each package pod has the pull secret and no token of an account")
  void podsHaveThePullSecret() {
    List<Pod> pods = pods("nodewright");
    assertFalse(pods.isEmpty());
    for (Pod pod : pods) {
      assertEquals(
          List.of("pull"),
          pod.getSpec().getImagePullSecrets().stream().map(each -> each.getName()).toList());
      assertNoToken(pod);
    }
  }

  @Test
  @Order(1)
  @DisplayName("O15 a stage has the LimitRange's resources, an interrupt those of INTERRUPT_MEMORY")
  void resourcesAreThoseOfTheNamespace() {
    assertEquals(
        Map.of(
            "stage", Set.of("cpu 250m to 500m, memory 256Mi to 512Mi"),
            "interrupt", Set.of("cpu 500m to 500m, memory 512Mi to 512Mi")),
        resources("nodewright"));
  }

  @Test
  @Order(2)
  @DisplayName(
      "O22 for longer than the idle interval a finished fleet is neither written nor told of")
  void quiet() {
    quietFor(Duration.ofSeconds(75));
  }

  @Test
  @Order(2)
  @Tag("slow")
  @DisplayName("O22 for ten minutes a finished fleet is neither written nor told of")
  void quietForTenMinutes() {
    quietFor(Duration.ofMinutes(10));
  }

  private void quietFor(Duration time) {
    until(
        "the operator has settled",
        () -> installed.audit().writesSince(Instant.now().minus(SETTLED)).isEmpty());
    Instant begin = Instant.now();
    int lines = installed.lines("info").size();
    Await.until(
        "the time is over", time.plusMinutes(1), () -> Instant.now().isAfter(begin.plus(time)));
    assertEquals(List.of(), installed.audit().writesSince(begin));
    assertEquals(lines, installed.lines("info").size(), installed.log());
  }

  @ParameterizedTest(name = "O40 in namespace {0} it works as in any other")
  @Order(3)
  @ValueSource(strings = {"skyhook", "third"})
  void worksAlike(String namespace) throws IOException {
    remove("nodewright");
    installed.close(); // there is one operator in a cluster
    try (Installation other =
        Installation.of(helm, sandbox, namespace, List.of("--set=limitRange=null"))) {
      rollOut(namespace, other);

      assertEquals(List.of(), other.audit().forbidden());
      assertEquals(EVENTS, told(events(namespace)));
      assertEquals(
          Map.of(
              "stage", Set.of(""),
              "interrupt", Set.of("cpu 500m to 500m, memory 256Mi to 256Mi")),
          resources(namespace),
          "O15: without a LimitRange nothing is set");
      for (Pod pod : pods(namespace)) {
        assertEquals(List.of(), pod.getSpec().getImagePullSecrets());
        assertNoToken(pod);
      }
      remove(namespace);
    }
  }

  /// Nothing happens where it is gone already.
  private void remove(String name) {
    sandbox.client().resources(NodeWright.class).withName(name).delete();
    until(
        name + " is gone",
        () -> sandbox.client().resources(NodeWright.class).withName(name).get() == null);
  }

  private void rollOut(String name, Installation by) {
    sandbox.apply(
        """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: %s}
      spec:
        packages:
          modules: {version: 1.0.0, image: nodewright.local/kernel-modules, configMap: {modules: overlay}}
          motd:
            version: 1.0.0
            image: nodewright.local/motd
            dependsOn: {modules: 1.0.0}
            interrupt: {type: noop}
            configMap: {message: Hello}
      """
            .formatted(name));
    try {
      until(name + " is complete", () -> status(name).equals("complete"));
      until("the last events are written", () -> events(name).size() >= 8);
      until(
          "the operator has settled",
          () -> by.audit().writesSince(Instant.now().minus(SETTLED)).isEmpty());
    } catch (IllegalStateException e) {
      throw new AssertionError(e.getMessage() + "\n" + by.log(), e);
    }
  }

  private String status(String name) {
    NodeWright stored = sandbox.client().resources(NodeWright.class).withName(name).get();
    return stored == null || stored.getStatus() == null
        ? ""
        : String.valueOf(stored.getStatus().status());
  }

  /// Events on that NodeWright, or on a node because of it.
  private List<Event> events(String name) {
    return sandbox.client().events().v1().events().inNamespace("default").list().getItems().stream()
        .filter(event -> Keys.REPORTING_CONTROLLER.equals(event.getReportingController()))
        .filter(
            event ->
                event.getRegarding().getName().equals(name)
                    || (event.getRelated() != null && event.getRelated().getName().equals(name)))
        .toList();
  }

  /// How often there is each kind of event. On a NodeWright a stage is told of once for all nodes
  /// that begin or end in the same pass.
  private static String told(List<Event> events) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    for (Event event : events) {
      counts.merge(
          "%s %s/%s %s"
              .formatted(
                  event.getRegarding().getKind(),
                  event.getReason(),
                  event.getAction(),
                  event.getType()),
          1,
          Integer::sum);
    }
    StringBuilder text = new StringBuilder();
    counts.forEach(
        (what, count) ->
            text.append(what)
                .append(what.startsWith("NodeWright Apply/") ? "" : " x" + count)
                .append('\n'));
    return text.toString();
  }

  private List<Pod> pods(String namespace) {
    return sandbox.client().pods().inNamespace(namespace).withLabel(Keys.NAME).list().getItems();
  }

  private static void assertNoToken(Pod pod) {
    assertEquals(false, pod.getSpec().getAutomountServiceAccountToken());
    assertTrue(
        pod.getSpec().getVolumes().stream().allMatch(volume -> volume.getProjected() == null),
        pod::toString);
  }

  /// What containers have, by whether they are of a stage or of an interrupt.
  private Map<String, Set<String>> resources(String namespace) {
    Map<String, Set<String>> found = new TreeMap<>();
    for (Pod pod : pods(namespace)) {
      boolean interrupt = pod.getMetadata().getLabels().containsKey(Keys.INTERRUPT);
      pod.getSpec().getInitContainers().stream() // what comes after them does nothing
          .map(InstalledTest::resources)
          .forEach(
              each ->
                  found
                      .computeIfAbsent(interrupt ? "interrupt" : "stage", _ -> new TreeSet<>())
                      .add(each));
    }
    assertNotEquals(Map.of(), found);
    return found;
  }

  private static String resources(Container container) {
    if (container.getResources().getLimits().isEmpty()) {
      return "";
    }
    return "cpu %s to %s, memory %s to %s"
        .formatted(
            container.getResources().getRequests().get("cpu"),
            container.getResources().getLimits().get("cpu"),
            container.getResources().getRequests().get("memory"),
            container.getResources().getLimits().get("memory"));
  }

  private static void until(String what, BooleanSupplier holds) {
    Await.until(what, PATIENCE, holds);
  }
}
