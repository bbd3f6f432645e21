package io.nodewright.cli;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A cluster with a running operator and nodes that only pretend to run steps.
final class LiveCluster implements AutoCloseable {

  private static final String AGENT = "nodewright.local/agent:0.21.0";

  /// What a chart would have installed; here the operator is a process.
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: operator
        namespace: nodewright
        labels: {control-plane: controller-manager, app.kubernetes.io/name: nodewright}
      spec:
        replicas: 0
        selector: {matchLabels: {app: operator}}
        template:
          metadata: {labels: {app: operator}}
          spec: {containers: [{name: manager, image: "example/operator:v0.21.0"}]}
      """;

  private final Path folder;
  private final Sandbox sandbox;
  private final OperatorProcess operator;

  LiveCluster(UnaryOperator<SandboxOptions> options) {
    try {
      folder = Files.createTempDirectory("cli-live");
      sandbox = Sandbox.start(options.apply(SandboxOptions.in(folder)));
      sandbox.installKinds();
      sandbox.images().addAgent(AGENT);
      operator = OperatorProcess.start(sandbox, AGENT, Map.of());
      sandbox.apply(DEPLOYMENT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  KubernetesClient client() {
    return sandbox.client();
  }

  LiveCluster apply(String yaml) {
    sandbox.apply(yaml);
    return this;
  }

  /// Runs a command line as the administrator.
  Transcript run(String... words) {
    return Transcript.of(
        Map.of("KUBECONFIG", sandbox.kubeconfig().toString(), "HOME", folder.toString()), words);
  }

  LiveCluster node(String name, UnaryOperator<NodeBuilder> change) {
    client().nodes().withName(name).edit(node -> change.apply(new NodeBuilder(node)).build());
    return this;
  }

  @Override
  public void close() {
    operator.close();
    sandbox.close();
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
