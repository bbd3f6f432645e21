package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.job.ConfigMapViews;
import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.api.node.NodeViews;
import io.nodewright.api.resource.PolicyViews;
import io.nodewright.api.seen.Alarm;
import io.nodewright.api.seen.Doubts;
import io.nodewright.api.seen.JobsByNode;
import io.nodewright.api.seen.WakeRules;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.MetadataView;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.PodsSeen;
import io.nodewright.engine.snapshot.PolicyView;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.simulation.server.StoredViews;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// All that a process keeps of the cluster, and the snapshot made of it.
final class Caches {

  private final JobsByNode jobsByNode = new JobsByNode();
  private final SeenCache<Node, NodeView> nodes;
  private final SeenCache<NodeWright, NodeWrightView> nodeWrights;
  private final SeenCache<DeploymentPolicy, PolicyView> policies;
  private final SeenCache<Job, JobFacts> jobs;
  private final SeenCache<Pod, OwnedAttempt> attempts;
  private final SeenCache<ConfigMap, ConfigMapView> configMaps;
  private final SeenCache<ConfigMap, MetadataView> metadata;

  /// @param doubts asks about what is not shown any more
  Caches(Alarm alarm, StoredViews views, Doubts doubts, Protections protections) {
    WakeRules wake = new WakeRules(alarm, jobsByNode);
    NodeViews nodeViews = new NodeViews();
    nodes =
        new SeenCache<>(
            node -> Optional.of(nodeViews.of(node)),
            NodeView::sameAs,
            (_, origin) -> wake.anything(origin),
            protections);
    nodeWrights =
        new SeenCache<>(
            each -> Optional.of(views.nodeWright(each)),
            Caches::sameButVersion,
            (_, origin) -> wake.anything(origin),
            Doubts::mayVanish,
            doubts::nodeWright,
            protections);
    policies =
        new SeenCache<>(
            each -> Optional.of(PolicyViews.of(each)),
            PolicyView::equals,
            (_, origin) -> wake.anything(origin),
            protections);
    jobs =
        new SeenCache<>(
            views::job,
            JobFacts::equals,
            (change, origin) -> {
              jobsByNode.jobChanged(change);
              wake.job(change, origin);
            },
            Doubts::mayVanish,
            doubts::job,
            protections);
    attempts =
        new SeenCache<>(
            views::attempt,
            OwnedAttempt::equals,
            (change, origin) -> {
              jobsByNode.attemptChanged(change);
              wake.attempt(change, origin);
            },
            Doubts::mayVanish,
            doubts::attempt,
            protections);
    configMaps =
        new SeenCache<>(
            ConfigMapViews::ofPackage, Caches::sameButVersion, wake::configMap, protections);
    metadata =
        new SeenCache<>(ConfigMapViews::ofNode, MetadataView::equals, (_, _) -> {}, protections);
  }

  SeenCache<Node, NodeView> nodes() {
    return nodes;
  }

  SeenCache<NodeWright, NodeWrightView> nodeWrights() {
    return nodeWrights;
  }

  SeenCache<DeploymentPolicy, PolicyView> policies() {
    return policies;
  }

  SeenCache<Job, JobFacts> jobs() {
    return jobs;
  }

  SeenCache<Pod, OwnedAttempt> attempts() {
    return attempts;
  }

  SeenCache<ConfigMap, ConfigMapView> configMaps() {
    return configMaps;
  }

  SeenCache<ConfigMap, MetadataView> metadata() {
    return metadata;
  }

  boolean mayStillBe(JobKey key) {
    return nodeWrights.view(key.nodeWright()).isPresent()
        && (key.node().isEmpty() || nodes.view(key.node()).isPresent());
  }

  FleetSnapshot snapshot(
      EngineSettings settings,
      SortedMap<String, String> busyNodes,
      Map<JobKey, Refusal> refusals,
      PodsSeen pods,
      Map<String, SortedMap<String, String>> told) {
    return new FleetSnapshot(
        settings,
        nodes.views(),
        nodeWrights.views(),
        policies.views(),
        jobsByNode.current(),
        configMaps.views(),
        metadata.views(),
        refusals,
        busyNodes,
        pods,
        new TreeMap<>(told));
  }

  private static boolean sameButVersion(NodeWrightView before, NodeWrightView now) {
    return before.equals(now)
        || new NodeWrightView(
                before.name(),
                before.uid(),
                now.resourceVersion(),
                before.generation(),
                before.created(),
                before.paused(),
                before.disabled(),
                before.deleting(),
                before.finalizer(),
                before.operatorVersion(),
                before.spec(),
                before.specProblems(),
                before.status())
            .equals(now);
  }

  private static boolean sameButVersion(ConfigMapView before, ConfigMapView now) {
    return before.equals(now)
        || new ConfigMapView(
                before.nodeWright(),
                before.ref(),
                before.name(),
                before.uid(),
                now.resourceVersion(),
                before.ownerUid(),
                before.deleting(),
                before.gateOpen(),
                before.data())
            .equals(now);
  }
}
