package io.nodewright.sandbox.kill;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.nodewright.api.Keys;
import io.nodewright.api.node.NodeStates;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.sandbox.Edits;
import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import io.nodewright.sandbox.process.Await;
import io.nodewright.sandbox.process.FolderRemoval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A cluster on which scenarios are run, with an operator that can be killed at its writes.
final class Drill implements AutoCloseable {

  /// The nodes of every run.
  static final List<String> NODES = List.of("node-0", "node-1");

  /// The resource of every run.
  static final String NODE_WRIGHT = "drill";

  private static final String AGENT = "nodewright.local/agent:0.21.0";
  private static final String OPERATORS = OperatorProcess.NAMESPACE;
  private static final String LEASE = "3c22c1ae.nvidia.com";
  private static final Duration LOOK = Duration.ofMillis(100);

  /// Without a write for so long, and with nothing left to wait for, a run has ended. Longer than
  /// the pause between two statuses.
  private static final Duration QUIET = Duration.ofSeconds(3);

  private static final Duration PATIENCE = Duration.ofMinutes(15);

  /// Tells each kill, and what was on its way.
  private static final Path STORY = Path.of("target/kill-drill.txt");

  private final TestFolder folder = new TestFolder();
  private final Sandbox sandbox;
  private final WriteProxy proxy;
  private final Kills kills = new Kills(this::kill, this::tell);
  private final OperatorProcess operator;
  private boolean working;

  /// Starts it.
  Drill() throws IOException {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(folder.path()).withNodes(NODES.size()).withBackOffScale(0.05));
    sandbox.installKinds();
    sandbox.images().addAgent(AGENT);
    proxy = new WriteProxy(sandbox.clientConfig(), kills);
    Path kubeconfig = folder.resolve("proxied-kubeconfig");
    Files.writeString(kubeconfig, proxy.kubeconfig());
    operator = OperatorProcess.start(sandbox, AGENT, Map.of("KUBECONFIG", kubeconfig.toString()));
    operator.trainStarts();
    NODES.forEach(node -> Edits.edit(client().nodes().withName(node), Drill::withoutOurs));
    DrillPackages packages = new DrillPackages(sandbox, folder);
    for (String version : List.of("1.0.0", "2.0.0")) {
      packages.offer("base", version).offer("tool", version).offer("slow", version);
    }
  }

  /// Runs a scenario without a kill, on nodes that nothing has touched.
  ///
  /// @return what it leaves
  String undisturbed(Scenario scenario) throws IOException, InterruptedException {
    kills.forget();
    tell("scenario: " + scenario);
    for (Scenario.Step step : scenario.before()) {
      run(step);
    }
    kills.expect();
    run(scenario.step());
    kills.disarm();
    String left = EndState.of(sandbox);
    clear();
    return left;
  }

  /// Runs a scenario in which the operator is killed at every write that, since the last
  /// undisturbed run, has not yet killed one before it was sent and one after.
  ///
  /// @return what it leaves
  String disturbed(Scenario scenario) throws IOException, InterruptedException {
    for (Scenario.Step step : scenario.before()) {
      run(step);
    }
    kills.arm();
    run(scenario.step());
    kills.disarm();
    String left = EndState.of(sandbox);
    clear();
    return left;
  }

  Kills kills() {
    return kills;
  }

  @Override
  public void close() throws IOException {
    kills.disarm();
    operator.close();
    proxy.close();
    sandbox.close();
    folder.close();
  }

  private void run(Scenario.Step step) throws IOException, InterruptedException {
    switch (step.asked()) {
      case Scenario.Asked.Apply(String packages) -> sandbox.apply(nodeWright(packages));
      case Scenario.Asked.Delete _ -> resource().delete();
      case Scenario.Asked.Rerun(String name) -> NODES.forEach(node -> forget(node, name));
    }
    kills.disturb(); // it may take a moment until the operator has seen what is asked
    Instant end = Instant.now().plus(PATIENCE);
    boolean gone = step.asked() instanceof Scenario.Asked.Delete;
    Deque<String> turns = new ArrayDeque<>(gone ? NODES : List.of());
    while (!(gone ? resource().get() == null : records().equals(step.records()))
        || !works()
        || kills.quiet().compareTo(QUIET) < 0) {
      if (!turns.isEmpty() && works() && kills.quiet().compareTo(QUIET) >= 0) {
        mayGo(turns.removeFirst());
        kills.disturb();
      }
      if (kills.died(LOOK)) {
        startAgain();
      } else if (!operator.alive() && !kills.deadly()) {
        throw new AssertionError("the operator has ended by itself; its log:\n" + logTail());
      }
      if (Instant.now().isAfter(end)) {
        throw new AssertionError(
            "stuck before %s\n%s\n%s\noperator:\n%s"
                .formatted(step.records(), kills.report(), EndState.of(sandbox), logTail()));
      }
    }
  }

  /// Whether the operator has seen all that there is, and leads; the quiet counts from then on.
  private boolean works() {
    if (!working && kills.leads() && operator.ready()) {
      working = true;
      kills.disturb();
    }
    return working;
  }

  /// A dead process holds no lease. That it is dead is known here, where in a cluster its lease has
  /// to run out: it is taken away as a clean end would have, and nobody waits.
  private void startAgain() throws IOException {
    proxy.awaitWrites();
    client().leases().inNamespace(OPERATORS).withName(LEASE).delete();
    kills.next();
    working = false;
    operator.restart();
    tell("started again");
  }

  /// Takes away what a run has left, so that the next one finds nodes as they were. Of a deleted
  /// resource nothing stays but records of packages that cannot be uninstalled (02 LF7).
  private void clear() throws IOException, InterruptedException {
    for (String node : NODES) {
      mayGo(node);
    }
    if (resource().get() != null) {
      run(new Scenario.Step(new Scenario.Asked.Delete(), List.of()));
    }
    Await.until(
        "Jobs and ConfigMaps go with their resource",
        Duration.ofSeconds(30),
        () ->
            client().batch().v1().jobs().inNamespace(OPERATORS).list().getItems().isEmpty()
                && client()
                    .configMaps()
                    .inNamespace(OPERATORS)
                    .withLabel(Keys.NAME)
                    .list()
                    .getItems()
                    .isEmpty());
    for (String node : NODES) {
      for (String trace : DrillPackages.LEFT_ON_HOSTS) {
        FolderRemoval.of(sandbox.node(node).file(trace));
      }
      Edits.edit(client().nodes().withName(node), Drill::withoutOurs);
    }
  }

  /// Lets an uninstall of `slow` end there.
  private void mayGo(String node) throws IOException {
    Path go = sandbox.node(node).file(DrillPackages.MAY_GO);
    Files.createDirectories(go.getParent());
    Files.writeString(go, "");
  }

  /// Somebody else's annotation stays, as every node has some.
  private static Node withoutOurs(Node node) {
    Map<String, String> annotations = new TreeMap<>(Map.of("somebody", "else"));
    annotations.putAll(Absent.map(node.getMetadata().getAnnotations()));
    annotations.keySet().removeIf(key -> key.startsWith(Keys.PREFIX));
    node.getMetadata().setAnnotations(annotations);
    return node;
  }

  private void tell(String line) {
    try {
      Files.writeString(
          STORY,
          "%s %s%n".formatted(Instant.now().truncatedTo(ChronoUnit.MILLIS), line),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void kill() {
    operator.kill();
  }

  /// What both nodes record; says so when they differ.
  private List<String> records() {
    List<List<String>> all = NODES.stream().map(this::records).distinct().toList();
    return all.size() == 1 ? all.getFirst() : List.of("they differ: " + all);
  }

  private List<String> records(String node) {
    return switch (state(node)) {
      case NodeState.Known known ->
          known.entries().values().stream()
              .map(
                  record ->
                      "%s %s %s"
                          .formatted(record.ref(), record.stage().word(), record.state().word()))
              .toList();
      case NodeState.Unreadable(String problem) -> List.of(problem);
    };
  }

  private NodeState state(String node) {
    Map<String, String> annotations =
        client().nodes().withName(node).get().getMetadata().getAnnotations();
    return NodeStates.read(annotations.getOrDefault(Keys.nodeState(NODE_WRIGHT), "{}"));
  }

  private void forget(String node, String name) {
    if (!(state(node) instanceof NodeState.Known known)) {
      throw new AssertionError(node + " has no record that can be read");
    }
    SortedMap<PackageRef, PackageRecord> left = new TreeMap<>(known.entries());
    left.keySet().removeIf(ref -> ref.name().equals(name));
    String text = NodeStates.write(new NodeState.Known(left));
    Edits.edit(
        client().nodes().withName(node),
        stored ->
            stored.toBuilder()
                .editMetadata()
                .addToAnnotations(Keys.nodeState(NODE_WRIGHT), text)
                .endMetadata()
                .build());
  }

  private Resource<NodeWright> resource() {
    return client().resources(NodeWright.class).withName(NODE_WRIGHT);
  }

  private KubernetesClient client() {
    return sandbox.client();
  }

  private String logTail() throws IOException {
    List<String> lines = Files.readAllLines(operator.log());
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
  }

  private static String nodeWright(String packages) {
    return """
        apiVersion: nodewright.nvidia.com/v1alpha1
        kind: NodeWright
        metadata: {name: %s}
        spec: {packages: {%s}}
        """
        .formatted(NODE_WRIGHT, packages);
  }
}
