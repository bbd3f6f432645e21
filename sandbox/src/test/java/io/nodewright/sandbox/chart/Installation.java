package io.nodewright.sandbox.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// The chart's objects in a sandbox, and an operator that runs as its Deployment says: with that
/// environment, under that account. What a container engine would add is not there.
final class Installation implements AutoCloseable {

  static final String AGENT = "nodewright.local/agent:0.21.0";
  static final String ACCOUNT = "nodewright-controller-manager";
  private static final Duration READY_WITHIN = Duration.ofMinutes(2);

  private final Sandbox sandbox;
  private final String namespace;
  private final OperatorProcess operator;

  private Installation(Sandbox sandbox, String namespace, OperatorProcess operator) {
    this.sandbox = sandbox;
    this.namespace = namespace;
    this.operator = operator;
  }

  /// Installs it, and waits until the operator is ready.
  ///
  /// @param arguments of Helm, such as `--set=…`
  static Installation of(Helm helm, Sandbox sandbox, String namespace, List<String> arguments)
      throws IOException {
    String webhooks = OperatorProcess.freeAddress();
    List<String> all = new ArrayList<>(arguments);
    all.add("--set=webhookService.ports[0].port=" + webhooks.replaceAll(".*:", ""));
    List<JsonNode> objects = helm.objects("nodewright", namespace, all);
    sandbox.createNamespace(namespace);
    StringBuilder yaml = new StringBuilder();
    for (JsonNode each : objects) {
      if (!each.at("/metadata/annotations").toString().contains("helm.sh/hook\"") && !gone(each)) {
        yaml.append("---\n").append(each).append('\n');
      }
    }
    sandbox.apply(yaml.append(alias(namespace, "nodewright-webhook-service")).toString());
    Map<String, String> environment = environment(objects);
    environment.put("AGENT_IMAGE", AGENT);
    environment.put("METRICS_PORT", OperatorProcess.freeAddress());
    environment.put("PROBE_PORT", OperatorProcess.freeAddress());
    environment.put("WEBHOOK_PORT", webhooks);
    environment.put("DEFAULT_INTERVAL", "1m");
    environment.put("KUBECONFIG", AccountKubeconfig.write(sandbox, namespace, ACCOUNT).toString());
    OperatorProcess operator =
        OperatorProcess.replica(sandbox, "operator-" + namespace, AGENT, environment);
    Installation installed = new Installation(sandbox, namespace, operator);
    try {
      Await.until("the operator is ready", READY_WITHIN, operator::ready);
      return installed;
    } catch (IllegalStateException e) {
      AssertionError failed = new AssertionError(e.getMessage() + "\n" + installed.log(), e);
      installed.close();
      throw failed;
    }
  }

  /// Pods of the Deployment would wait for an image for ever, and the webhooks' Service cannot
  /// reach a process of this computer.
  private static boolean gone(JsonNode object) {
    String kind = object.path("kind").asString();
    return kind.equals("Deployment")
        || (kind.equals("Service") && object.at("/metadata/name").asString().contains("webhook"));
  }

  /// A Service that leads to this computer.
  static String alias(String namespace, String service) {
    return """
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: %s, namespace: %s}
        spec: {type: ExternalName, externalName: localhost}
        """
        .formatted(service, namespace);
  }

  /// What the chart's Deployment gives its container.
  static Map<String, String> environment(List<JsonNode> objects) {
    Map<String, String> environment = new TreeMap<>();
    for (JsonNode object : objects) {
      if (object.path("kind").asString().equals("Deployment")) {
        for (JsonNode each : object.at("/spec/template/spec/containers/0/env")) {
          environment.put(each.path("name").asString(), each.path("value").asString(""));
        }
      }
    }
    environment.values().removeIf(String::isEmpty);
    assertEquals(false, environment.isEmpty(), "no environment in the Deployment");
    return environment;
  }

  OperatorProcess operator() {
    return operator;
  }

  /// What its account asked of the API server.
  AuditLog audit() {
    return AuditLog.of(sandbox, AccountKubeconfig.user(namespace, ACCOUNT));
  }

  /// All that the operator said.
  String log() {
    try {
      return Files.readString(operator.log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Lines of the log at that level.
  List<String> lines(String level) {
    return log().lines().filter(line -> line.contains("\"level\":\"" + level + "\"")).toList();
  }

  @Override
  public void close() {
    operator.close();
  }
}
