package io.nodewright.sandbox.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.api.Keys;
import io.nodewright.api.job.AttemptViews;
import io.nodewright.api.job.ConfigMapViews;
import io.nodewright.api.job.JobViews;
import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.api.node.NodeViews;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads a small fleet from the API server, as one snapshot for the engine.
public final class FleetReading {

  private final KubernetesClient client;
  private final String namespace;
  private final EngineSettings settings;
  private final NodeViews nodeViews = new NodeViews();

  /// @param namespace the operator's
  /// @param settings those that the operator decides by
  public FleetReading(KubernetesClient client, String namespace, EngineSettings settings) {
    this.client = client;
    this.namespace = namespace;
    this.settings = settings;
  }

  /// What there is now.
  public FleetSnapshot now() {
    SortedMap<String, NodeView> nodes = new TreeMap<>();
    client
        .nodes()
        .list()
        .getItems()
        .forEach(node -> nodes.put(node.getMetadata().getName(), nodeViews.of(node)));
    SortedMap<String, NodeWrightView> nodeWrights = new TreeMap<>();
    client
        .resources(NodeWright.class)
        .list()
        .getItems()
        .forEach(each -> nodeWrights.put(each.getMetadata().getName(), NodeWrightViews.of(each)));
    return new FleetSnapshot(
        settings,
        nodes,
        nodeWrights,
        new TreeMap<>(),
        jobs(),
        configMaps(),
        new TreeMap<>(),
        Map.of(),
        new TreeMap<>());
  }

  private SortedMap<String, List<JobFacts>> jobs() {
    Map<String, List<Attempt>> attempts = new TreeMap<>();
    client.pods().inNamespace(namespace).withLabel(Keys.NAME).list().getItems().stream()
        .flatMap(pod -> AttemptViews.of(pod).stream())
        .sorted(Comparator.comparing((OwnedAttempt owned) -> owned.attempt().created()))
        .forEach(
            owned ->
                attempts
                    .computeIfAbsent(owned.jobUid(), _ -> new ArrayList<>())
                    .add(owned.attempt()));
    SortedMap<String, List<JobFacts>> byNode = new TreeMap<>();
    client
        .batch()
        .v1()
        .jobs()
        .inNamespace(namespace)
        .withLabel(Keys.NAME)
        .list()
        .getItems()
        .stream()
        .flatMap(job -> JobViews.of(job).stream())
        .map(job -> job.withAttempts(attempts.getOrDefault(job.uid(), List.of())))
        .forEach(job -> byNode.computeIfAbsent(job.key().node(), _ -> new ArrayList<>()).add(job));
    return byNode;
  }

  private SortedMap<String, ConfigMapView> configMaps() {
    SortedMap<String, ConfigMapView> maps = new TreeMap<>();
    client.configMaps().inNamespace(namespace).withLabel(Keys.NAME).list().getItems().stream()
        .flatMap(map -> ConfigMapViews.ofPackage(map).stream())
        .forEach(map -> maps.put(map.name(), map));
    return maps;
  }
}
