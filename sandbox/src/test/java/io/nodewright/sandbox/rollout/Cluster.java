package io.nodewright.sandbox.rollout;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.status.Condition;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Status;
import io.nodewright.sandbox.Edits;
import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/// A sandbox with the operator and the agent of this build, for one test class.
final class Cluster implements AutoCloseable {

  static final String AGENT = "nodewright.local/agent:0.21.0";
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private final TestFolder folder = new TestFolder();
  private final Sandbox sandbox;
  private final OperatorProcess operator;

  /// Starts it.
  ///
  /// @param settings of the operator, beside the usual ones
  Cluster(UnaryOperator<SandboxOptions> options, Map<String, String> settings) throws IOException {
    sandbox = Sandbox.start(options.apply(SandboxOptions.in(folder.path())));
    sandbox.installKinds();
    sandbox.images().addAgent(AGENT);
    operator = OperatorProcess.start(sandbox, AGENT, settings);
  }

  /// The project's folder.
  static Path project() {
    return Path.of(System.getProperty("project.root", ".."));
  }

  Sandbox sandbox() {
    return sandbox;
  }

  OperatorProcess operator() {
    return operator;
  }

  KubernetesClient client() {
    return sandbox.client();
  }

  /// Offers a sample package as an image.
  Cluster sample(String name, String version) throws IOException {
    sandbox
        .images()
        .addPackage(
            "nodewright.local/" + name + ":" + version,
            project().resolve("samples/packages").resolve(name));
    return this;
  }

  /// Offers a package that consists of `config.json` and steps.
  ///
  /// @param files content by path below the package's folder
  Cluster image(String name, Map<String, String> files) throws IOException {
    return image(name, "1.0.0", files);
  }

  /// The same as another version.
  Cluster image(String name, String version, Map<String, String> files) throws IOException {
    Path source = folder.resolve("packages").resolve(name + "-" + version);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = source.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    sandbox.images().addPackage("nodewright.local/" + name + ":" + version, source);
    return this;
  }

  Cluster apply(String yaml) {
    sandbox.apply(yaml);
    return this;
  }

  Cluster label(String node, String key, String value) {
    Edits.edit(client().nodes().withName(node), n -> labelled(n, key, value));
    return this;
  }

  Cluster annotate(String node, String key, String value) {
    Edits.edit(client().nodes().withName(node), n -> annotated(n, key, value));
    return this;
  }

  PublishedStatus status(String nodeWright) {
    NodeWright stored = client().resources(NodeWright.class).withName(nodeWright).get();
    return stored == null ? PublishedStatus.NONE : NodeWrightViews.of(stored).status();
  }

  Optional<Condition> condition(String nodeWright, String type) {
    return status(nodeWright).conditions().stream()
        .filter(condition -> condition.type().equals(type) && !condition.deprecatedTwin())
        .findFirst();
  }

  /// Waits until the NodeWright has that status.
  Cluster await(String nodeWright, Status wanted) {
    until(nodeWright + " is " + wanted.word(), () -> status(nodeWright).status() == wanted);
    return this;
  }

  /// Waits until the node has that status for the NodeWright.
  Cluster awaitNode(String nodeWright, String node, Status wanted) {
    until(
        node + " is " + wanted.word() + " for " + nodeWright,
        () -> status(nodeWright).nodeStatus().get(node) == wanted);
    return this;
  }

  /// Waits for something; when it does not come, it tells what is there and the operator's log.
  void until(String what, BooleanSupplier holds) {
    try {
      Await.until(what, PATIENCE, () -> answered(holds));
    } catch (IllegalStateException e) {
      throw new AssertionError(
          e.getMessage() + "\n" + new Unfinished(client()).told() + "operator:\n" + logTail(), e);
    }
  }

  private static boolean answered(BooleanSupplier holds) {
    try {
      return holds.getAsBoolean();
    } catch (KubernetesClientException e) {
      return false; // the API server is away; asked again soon
    }
  }

  /// Notes of events with that reason on that object.
  List<String> notes(String kind, String name, String reason) {
    return client().events().v1().events().inNamespace("default").list().getItems().stream()
        .filter(event -> event.getReason().equals(reason))
        .filter(event -> event.getRegarding().getKind().equals(kind))
        .filter(event -> event.getRegarding().getName().equals(name))
        .map(Event::getNote)
        .toList();
  }

  private String logTail() {
    try {
      List<String> lines = Files.readAllLines(operator.log());
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Node labelled(Node node, String key, String value) {
    return node.toBuilder().editMetadata().addToLabels(key, value).endMetadata().build();
  }

  private static Node annotated(Node node, String key, String value) {
    return node.toBuilder().editMetadata().addToAnnotations(key, value).endMetadata().build();
  }

  @Override
  public void close() {
    operator.close();
    sandbox.close();
    folder.close();
  }
}
