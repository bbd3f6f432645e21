package io.nodewright.cli;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// A real API server with our kinds, without an operator: what is written stays as it was written.
/// Shared by all tests of a run; each test begins with [#clean()].
final class RealCluster implements AutoCloseable {

  /// The NodeWright of the transcripts in contract 07 §17.
  static final String TUNE = "kernel-tune";

  static final String STATE =
      """
      {"grub|1.4.0":{"name":"grub","version":"1.4.0","image":"example/grub","stage":"interrupt",\
      "state":"erroring","restarts":3,"interruptPending":true,"future":{"a":1}},\
      "sysctl|2.0.1":{"name":"sysctl","version":"2.0.1","image":"example/sysctl","stage":"config",\
      "state":"complete"}}\
      """;

  private final Path folder;
  private final Sandbox sandbox;

  private RealCluster() {
    try {
      folder = Files.createTempDirectory("cli-cluster");
      sandbox = Sandbox.start(SandboxOptions.in(folder).withAudit());
      sandbox.installKinds();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  KubernetesClient client() {
    return sandbox.client();
  }

  Map<String, String> environment() {
    return Map.of("KUBECONFIG", sandbox.kubeconfig().toString(), "HOME", folder.toString());
  }

  /// Runs a command line as the administrator.
  Transcript run(String... words) {
    return Transcript.of(environment(), words);
  }

  /// No node, and the one NodeWright, handled last by an operator of this version.
  RealCluster clean() {
    client().nodes().delete();
    client().resources(NodeWright.class).delete();
    sandbox.apply(
        """
        apiVersion: nodewright.nvidia.com/v1alpha1
        kind: NodeWright
        metadata: {name: kernel-tune, annotations: {nodewright.nvidia.com/version: v0.21.0}}
        spec:
          nodeSelectors: {matchLabels: {pool: gpu}}
          packages:
            grub: {version: 1.4.0, image: example/grub, interrupt: {type: reboot}}
            sysctl: {version: 2.0.1, image: example/sysctl}
        """);
    return this;
  }

  /// A node with the label that the NodeWright selects.
  ///
  /// @param annotations under our prefix, without it
  RealCluster node(String name, Map<String, String> annotations) {
    return node(name, Map.of("pool", "gpu"), annotations);
  }

  RealCluster node(String name, Map<String, String> labels, Map<String, String> annotations) {
    Map<String, String> all = new TreeMap<>();
    annotations.forEach((key, value) -> all.put(Keys.PREFIX + key, value));
    client()
        .resource(
            new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .withAnnotations(all)
                .endMetadata()
                .withNewSpec()
                .withUnschedulable(true)
                .endSpec()
                .build())
        .create();
    return this;
  }

  Node read(String node) {
    return client().nodes().withName(node).get();
  }

  /// An annotation of a node under our prefix; empty when it is absent.
  String annotation(String node, String key) {
    Map<String, String> all = read(node).getMetadata().getAnnotations();
    return all == null ? "" : all.getOrDefault(Keys.PREFIX + key, "");
  }

  NodeWright tune() {
    return client().resources(NodeWright.class).withName(TUNE).get();
  }

  /// Writes by the plugin that the API server has noted.
  List<String> writes() {
    return requests().stream()
        .filter(line -> !line.matches(".*\"verb\":\"(get|list|watch)\".*"))
        .toList();
  }

  /// All requests by the plugin that the API server has noted.
  List<String> requests() {
    try (Stream<String> lines = Files.lines(folder.resolve("logs/audit.log"))) {
      return lines.filter(line -> line.contains("kubectl-nodewright/")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    sandbox.close();
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Gives tests the cluster; starts it for the first and closes it after the last.
  static final class Shared implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == RealCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(Namespace.GLOBAL)
          .computeIfAbsent(RealCluster.class, _ -> new RealCluster(), RealCluster.class);
    }
  }
}
