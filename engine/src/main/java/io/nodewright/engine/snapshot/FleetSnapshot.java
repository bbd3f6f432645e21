package io.nodewright.engine.snapshot;

import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.names.ByName;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// All that one pass knows of the cluster.
///
/// @param settings of the operator
/// @param nodes by name
/// @param nodeWrights by name
/// @param policies by name
/// @param jobs our Jobs by node name, each list by Job name
/// @param configMaps package ConfigMaps by object name
/// @param metadata node-metadata ConfigMaps by object name
/// @param refusals creates that were refused, by what was to be created
/// @param busyNodes nodes whose actions of an earlier pass still run, each with the NodeWright of
///   that pass: nothing new is decided for them
/// @param pods pods that are watched
/// @param told what each NodeWright's last decision had told of, see
///   [Decision][io.nodewright.engine.Decision]
public record FleetSnapshot(
    EngineSettings settings,
    SortedMap<String, NodeView> nodes,
    SortedMap<String, NodeWrightView> nodeWrights,
    SortedMap<String, PolicyView> policies,
    SortedMap<String, List<JobFacts>> jobs,
    SortedMap<String, ConfigMapView> configMaps,
    SortedMap<String, MetadataView> metadata,
    Map<JobKey, Refusal> refusals,
    SortedMap<String, String> busyNodes,
    PodsSeen pods,
    SortedMap<String, SortedMap<String, String>> told) {

  /// Wraps the maps, which must not change afterwards: they are large, and the reader makes them
  /// for one pass.
  public FleetSnapshot {
    nodes = ByName.copyOf(nodes);
    nodeWrights = Collections.unmodifiableSortedMap(nodeWrights);
    policies = Collections.unmodifiableSortedMap(policies);
    jobs = ByName.copyOf(jobs);
    configMaps = Collections.unmodifiableSortedMap(configMaps);
    metadata = Collections.unmodifiableSortedMap(metadata);
    refusals = Collections.unmodifiableMap(refusals);
    busyNodes = Collections.unmodifiableSortedMap(busyNodes);
    told = Collections.unmodifiableSortedMap(told);
  }

  /// A fleet of which no pod is watched and nothing was told.
  public FleetSnapshot(
      EngineSettings settings,
      SortedMap<String, NodeView> nodes,
      SortedMap<String, NodeWrightView> nodeWrights,
      SortedMap<String, PolicyView> policies,
      SortedMap<String, List<JobFacts>> jobs,
      SortedMap<String, ConfigMapView> configMaps,
      SortedMap<String, MetadataView> metadata,
      Map<JobKey, Refusal> refusals,
      SortedMap<String, String> busyNodes) {
    this(
        settings,
        nodes,
        nodeWrights,
        policies,
        jobs,
        configMaps,
        metadata,
        refusals,
        busyNodes,
        PodsSeen.NONE,
        new TreeMap<>());
  }

  /// A fleet with nothing in it.
  public static FleetSnapshot empty(EngineSettings settings) {
    return new FleetSnapshot(
        settings,
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        Map.of(),
        new TreeMap<>());
  }

  /// Our Jobs on that node, of every NodeWright.
  public List<JobFacts> jobsOn(String node) {
    return jobs.getOrDefault(node, List.of());
  }
}
