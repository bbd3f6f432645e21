package io.nodewright.e2e.story;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.e2e.cluster.Prometheus;
import io.nodewright.e2e.cluster.RealCluster;
import io.nodewright.e2e.cluster.TestImages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// A real Prometheus looks at the operators, with the chart's alerts and the queries of its
/// dashboard: each query finds something, and each alert fires in the situation that it is for.
/// Only the times that alerts wait are shortened.
///
/// @param cluster where
/// @param install the chart
/// @param chart the chart's folder
/// @param token of an account that may read metrics
public record Alarms(RealCluster cluster, Install install, Path chart, String token) {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String PREFIX = "nodewright.nvidia.com/";
  private static final String RECORD =
      "{\"metadata\":{\"annotations\":{\"%snodeState_alarm-unreadable\":%s}}}";
  private static final String DOWN = "NodeWrightOperatorDown";

  /// A package that fails under a policy that stops at once (on all nodes: past the half of them
  /// nothing stops), a NodeWright whose only node is ignored, a record that cannot be read, and a
  /// step that hangs.
  private static final String SITUATIONS =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: DeploymentPolicy
      metadata: {name: strict}
      spec:
        default:
          budget: {count: 1}
          strategy: {fixed: {initialBatch: 1, batchThreshold: 100, failureThreshold: 1}}
      ---
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: alarm-fails}
      spec:
        priority: 900
        deploymentPolicy: strict
        packages:
          trouble: {version: 1.0.0, image: IMAGE, stageTimeout: 15s, configMap: {kind: fails}}
      ---
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: alarm-ignored}
      spec:
        nodeSelectors: {matchLabels: {alarm: "2"}}
        packages:
          trouble: {version: 1.0.0, image: IMAGE, configMap: {kind: none}}
      ---
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: alarm-unreadable}
      spec:
        nodeSelectors: {matchLabels: {alarm: "3"}}
        packages:
          trouble: {version: 1.0.0, image: IMAGE, configMap: {kind: none}}
      ---
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: alarm-hangs}
      spec:
        nodeSelectors: {matchLabels: {alarm: "3"}}
        packages:
          trouble: {version: 1.0.0, image: IMAGE, configMap: {kind: hangs}}
      """;

  /// Looks, and puts right what it disturbed.
  ///
  /// @return what was seen, in a sentence
  public String run() throws IOException {
    SortedSet<String> alerts = new TreeSet<>();
    rules().at("/groups/0/rules").forEach(rule -> alerts.add(rule.path("alert").asString("")));
    List<String> targets =
        install.pods().stream().map(pod -> pod.getStatus().getPodIP() + ":8443").toList();
    int queries;
    try (Prometheus prometheus = cluster.prometheus(targets, token, quickened())) {
      disturb();
      SortedSet<String> first = new TreeSet<>(alerts);
      first.remove(DOWN);
      awaitFired(prometheus, first);
      queries = dashboard(prometheus);
      // It has fired before the first scrape, too: only what fires from now on counts.
      scale(0);
      cluster.until(DOWN + " fires", PATIENCE, () -> fires(prometheus));
      scale(targets.size());
    }
    calm();
    return "%d alerts fired, each once; %d queries of the dashboard found series"
        .formatted(alerts.size(), queries);
  }

  private void disturb() {
    for (int number = 1; number <= cluster.nodes().size(); number++) {
      patch(
          number, "{\"metadata\":{\"labels\":{\"alarm\":\"%d\"}}}".formatted(Math.min(number, 3)));
    }
    patch(2, "{\"metadata\":{\"labels\":{\"%signore\":\"true\"}}}".formatted(PREFIX));
    patch(3, RECORD.formatted(PREFIX, "\"not what it was\""));
    cluster.apply(SITUATIONS.replace("IMAGE", TestImages.repository("trouble")));
  }

  private void calm() {
    NodeWrights all = new NodeWrights(cluster);
    patch(3, RECORD.formatted(PREFIX, "null"));
    patch(2, "{\"metadata\":{\"labels\":{\"%signore\":null}}}".formatted(PREFIX));
    List<String> ours = all.names().stream().filter(name -> name.startsWith("alarm-")).toList();
    ours.forEach(all::delete);
    cluster.until(
        "the NodeWrights of the alarms are gone",
        PATIENCE,
        () -> Collections.disjoint(all.names(), ours));
  }

  /// Names no version: kubelets write their nodes all the time.
  private void patch(int number, String merged) {
    cluster
        .client()
        .nodes()
        .withName(cluster.nodes().get(number - 1).name())
        .patch(PatchContext.of(PatchType.JSON_MERGE), merged);
  }

  private void scale(int replicas) {
    cluster
        .client()
        .apps()
        .deployments()
        .inNamespace(Install.NAMESPACE)
        .withName(Install.MANAGER)
        .scale(replicas);
    cluster.until(
        replicas + " operators are ready",
        PATIENCE,
        () -> install.pods().size() == replicas && install.pods().stream().allMatch(Alarms::ready));
  }

  private static boolean ready(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(each -> each.getType().equals("Ready") && each.getStatus().equals("True"));
  }

  private void awaitFired(Prometheus prometheus, SortedSet<String> alerts) {
    SortedSet<String> quiet = new TreeSet<>(alerts);
    try {
      cluster.until(
          "these alerts fired: " + alerts,
          PATIENCE,
          () -> {
            quiet.removeAll(fired(prometheus));
            return quiet.isEmpty();
          });
    } catch (IllegalStateException e) {
      throw new Wrong("these alerts never fired: " + quiet);
    }
  }

  private static boolean fires(Prometheus prometheus) {
    try {
      return prometheus.found("ALERTS{alertname=\"%s\",alertstate=\"firing\"}".formatted(DOWN)) > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SortedSet<String> fired(Prometheus prometheus) {
    try {
      return prometheus.fired();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Each query of the dashboard finds something, with all values of its variables.
  private int dashboard(Prometheus prometheus) throws IOException {
    JsonNode dashboard =
        new JsonMapper().readTree(Files.readString(chart.resolve("files/dashboard.json")));
    List<String> queries = new ArrayList<>();
    for (JsonNode panel : dashboard.path("panels")) {
      panel.path("targets").forEach(target -> queries.add(target.path("expr").asString("")));
    }
    Wrong.unless(!queries.isEmpty(), "the dashboard has no query");
    List<String> empty = new ArrayList<>();
    for (String query : queries) {
      String asked = query.replace("$nodewright", ".*").replace("$package", ".*");
      if (prometheus.found(asked) == 0) {
        empty.add(query);
      }
    }
    Wrong.unless(empty.isEmpty(), "these queries find nothing: " + empty);
    return queries.size();
  }

  private JsonNode rules() throws IOException {
    return new YAMLMapper().readTree(Files.readString(chart.resolve("files/alerts.yaml")));
  }

  /// The chart's rules: they wait for seconds in the place of minutes and hours.
  private String quickened() throws IOException {
    return Files.readString(chart.resolve("files/alerts.yaml"))
        .replaceAll("for: \\d+[mh]", "for: 3s")
        .replace("[1h]", "[10s]");
  }
}
