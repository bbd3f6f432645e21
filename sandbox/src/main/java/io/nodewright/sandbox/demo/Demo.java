package io.nodewright.sandbox.demo;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.engine.Decision;
import io.nodewright.engine.Engine;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.Status;
import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxNode;
import io.nodewright.sandbox.SandboxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The rollout of the sample packages on a sandbox of its own.
final class Demo implements AutoCloseable {

  /// The resource that is rolled out.
  static final String NODE_WRIGHT = "host-basics";

  private static final String AGENT = "nodewright.local/agent:0.21.0";
  private static final Duration LOOK = Duration.ofMillis(250);

  /// What each host must have in the end.
  private static final List<String> HOST_FILES =
      List.of(
          "/etc/modules-load.d/50-nodewright-modules.conf",
          "/etc/sysctl.d/90-nodewright-sysctl.conf",
          "/etc/motd.d/50-nodewright-motd");

  private static final Logger LOG = LoggerFactory.getLogger(Demo.class);

  private final Sandbox sandbox;
  private final OperatorProcess operator;
  private final int nodes;
  private final FleetReading fleet;
  private final Engine engine = new Engine();
  private List<String> last = List.of();

  private Demo(Sandbox sandbox, OperatorProcess operator, int nodes, EngineSettings settings) {
    this.sandbox = sandbox;
    this.operator = operator;
    this.nodes = nodes;
    this.fleet = new FleetReading(sandbox.client(), OperatorProcess.NAMESPACE, settings);
  }

  /// Starts the sandbox and the operator, and applies the resource.
  ///
  /// @param project the project's folder, for its samples
  /// @param folder where the sandbox lies
  /// @param screen told of each step
  static Demo start(Path project, Path folder, int nodes, Screen screen) throws IOException {
    screen.say(
        "Starting a cluster with "
            + nodes
            + " nodes: etcd, kube-apiserver, kube-controller-manager");
    Sandbox sandbox = Sandbox.start(SandboxOptions.in(folder).withNodes(nodes));
    try {
      sandbox.installKinds();
      sandbox.images().addAgent(AGENT);
      Path packages = project.resolve("samples/packages");
      sandbox
          .images()
          .addPackage("nodewright.local/kernel-modules:1.0.0", packages.resolve("kernel-modules"));
      sandbox
          .images()
          .addPackage("nodewright.local/sysctl-lite:2.0.0", packages.resolve("sysctl-lite"));
      sandbox.images().addPackage("nodewright.local/motd:1.0.0", packages.resolve("motd"));
      screen.say("Starting the operator");
      OperatorProcess operator = OperatorProcess.start(sandbox, AGENT, Map.of());
      screen.say(
          "Applying samples/resources/host-basics.yaml: three packages, three nodes at a time");
      sandbox.apply(Files.readString(project.resolve("samples/resources/host-basics.yaml")));
      return new Demo(sandbox, operator, nodes, EngineSettings.standard(AGENT, "v0.21.0"));
    } catch (IOException | RuntimeException e) {
      sandbox.close();
      throw e;
    }
  }

  Path kubeconfig() {
    return sandbox.kubeconfig();
  }

  Path folder() {
    return sandbox.folder();
  }

  /// Shows the rollout until it is complete, has failed, or `patience` is over.
  ///
  /// @return whether every node is complete
  boolean watch(Screen screen, Duration patience) throws InterruptedException {
    Instant end = Instant.now().plus(patience);
    Status status = Status.UNKNOWN;
    while (Instant.now().isBefore(end)
        && status != Status.COMPLETE
        && status != Status.ERRORING
        && operator.alive()) {
      Thread.sleep(LOOK);
      status = look(screen).orElse(status);
    }
    if (!operator.alive()) {
      screen.say("The operator has ended; its log: " + operator.log());
    }
    return status == Status.COMPLETE;
  }

  private Optional<Status> look(Screen screen) {
    FleetSnapshot seen;
    try {
      seen = fleet.now();
    } catch (KubernetesClientException e) {
      return Optional.empty(); // looked at again soon
    }
    NodeWrightView view = seen.nodeWrights().get(NODE_WRIGHT);
    if (view == null || !view.status().present()) {
      return Optional.empty();
    }
    Decision decision = engine.decide(seen, NODE_WRIGHT, Instant.now());
    Picture picture = Picture.of(seen, view, decision);
    screen.show(picture);
    last = picture.lines();
    return Optional.of(view.status().status());
  }

  /// The table as it was shown last.
  List<String> table() {
    return last;
  }

  /// Files that a host should have after the rollout and does not, as `node: path`.
  List<String> missingFiles() {
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      SandboxNode node = sandbox.node("node-" + i);
      for (String path : HOST_FILES) {
        if (!Files.isRegularFile(node.file(path))) {
          missing.add(node.name() + ": " + path);
        }
      }
    }
    return missing;
  }

  /// The folder that a node has as its root.
  Path hostOf(String node) {
    return sandbox.node(node).root();
  }

  /// Makes the next demo start sooner, while somebody looks around; returns at once. Without it the
  /// next one starts all the same.
  void prepareNext() {
    Thread.ofVirtual()
        .name("prepare-next")
        .start(
            () -> {
              try {
                operator.trainStarts();
              } catch (IOException e) {
                LOG.debug("no cache for the next demo", e);
              }
            });
  }

  @Override
  public void close() {
    operator.kill(); // its cluster goes with it: nobody waits for its lease
    sandbox.close();
  }
}
