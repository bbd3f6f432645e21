package io.nodewright.operator.observe;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.job.AttemptViews;
import io.nodewright.api.job.ConfigMapViews;
import io.nodewright.api.job.JobViews;
import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.api.node.NodeViews;
import io.nodewright.api.resource.PolicyViews;
import io.nodewright.api.seen.Alarm;
import io.nodewright.api.seen.Doubts;
import io.nodewright.api.seen.JobsByNode;
import io.nodewright.api.seen.Origin;
import io.nodewright.api.seen.ViewChange;
import io.nodewright.api.seen.WakeRules;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.MetadataView;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.PolicyView;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// All that this process keeps of the cluster.
public final class Caches {

  private final JobsByNode jobsByNode = new JobsByNode();
  private final TrimmedCache<Node, NodeView> nodes;
  private final TrimmedCache<NodeWright, NodeWrightView> nodeWrights;
  private final TrimmedCache<DeploymentPolicy, PolicyView> policies;
  private final TrimmedCache<Job, JobFacts> jobs;
  private final TrimmedCache<Pod, OwnedAttempt> attempts;
  private final TrimmedCache<ConfigMap, ConfigMapView> configMaps;
  private final TrimmedCache<ConfigMap, MetadataView> metadata;

  /// @param alarm woken by what was watched
  /// @param doubts asks about what is not shown any more
  public Caches(Alarm alarm, Doubts doubts) {
    WakeRules wake = new WakeRules(alarm, jobsByNode);
    NodeViews nodeViews = new NodeViews();
    nodes =
        new TrimmedCache<>(
            kind(Node::new, node -> Optional.of(nodeViews.of(node)), Caches::ofNodes),
            (_, origin) -> wake.anything(origin));
    nodeWrights =
        new TrimmedCache<>(
            new NodeWrightKind(),
            doubting((_, origin) -> wake.anything(origin), doubts::nodeWright));
    policies =
        new TrimmedCache<>(
            kind(DeploymentPolicy::new, each -> Optional.of(PolicyViews.of(each)), Caches::ofAll),
            (_, origin) -> wake.anything(origin));
    jobs =
        new TrimmedCache<>(
            kind(Job::new, JobViews::of, Caches::ofAll, Doubts::mayVanish),
            doubting(
                (change, origin) -> {
                  jobsByNode.jobChanged(change);
                  wake.job(change, origin);
                },
                doubts::job));
    attempts =
        new TrimmedCache<>(
            kind(Pod::new, AttemptViews::of, Caches::ofAll, Doubts::mayVanish),
            doubting(
                (change, origin) -> {
                  jobsByNode.attemptChanged(change);
                  wake.attempt(change, origin);
                },
                doubts::attempt));
    configMaps =
        new TrimmedCache<>(
            kind(ConfigMap::new, ConfigMapViews::ofPackage, Caches::ofConfigMaps), wake::configMap);
    metadata =
        new TrimmedCache<>(
            kind(ConfigMap::new, ConfigMapViews::ofNode, Caches::ofAll), (_, _) -> {});
  }

  /// Every node.
  public TrimmedCache<Node, NodeView> nodes() {
    return nodes;
  }

  /// Every NodeWright.
  public TrimmedCache<NodeWright, NodeWrightView> nodeWrights() {
    return nodeWrights;
  }

  /// Every policy.
  public TrimmedCache<DeploymentPolicy, PolicyView> policies() {
    return policies;
  }

  /// Our Jobs.
  public TrimmedCache<Job, JobFacts> jobs() {
    return jobs;
  }

  /// Pods of our Jobs.
  public TrimmedCache<Pod, OwnedAttempt> attempts() {
    return attempts;
  }

  /// Package ConfigMaps.
  public TrimmedCache<ConfigMap, ConfigMapView> configMaps() {
    return configMaps;
  }

  /// Node-metadata ConfigMaps.
  public TrimmedCache<ConfigMap, MetadataView> metadata() {
    return metadata;
  }

  /// Whether the NodeWright and the node of a Job are known; a key without a node is of no node.
  public boolean mayStillBe(JobKey key) {
    return nodeWrights.view(key.nodeWright()).isPresent()
        && (key.node().isEmpty() || nodes.view(key.node()).isPresent());
  }

  SortedMap<String, List<JobFacts>> jobsByNode() {
    return jobsByNode.current();
  }

  private static <V> TrimmedCache.Listener<V> doubting(
      TrimmedCache.Listener<V> changes, Consumer<V> doubts) {
    return new TrimmedCache.Listener<>() {
      @Override
      public void changed(ViewChange<V> change, Origin origin) {
        changes.changed(change, origin);
      }

      @Override
      public void doubted(V view) {
        doubts.accept(view);
      }
    };
  }

  private static <T extends HasMetadata, V> ViewKind<T, V> kind(
      Supplier<T> empty,
      Function<T, Optional<V>> view,
      BiFunction<V, V, ViewKind.Difference> difference) {
    return kind(empty, view, difference, _ -> true);
  }

  private static <T extends HasMetadata, V> ViewKind<T, V> kind(
      Supplier<T> empty,
      Function<T, Optional<V>> view,
      BiFunction<V, V, ViewKind.Difference> difference,
      Predicate<V> mayVanish) {
    return new ViewKind<>() {
      @Override
      public T empty() {
        return empty.get();
      }

      @Override
      public Optional<V> view(T object) {
        return view.apply(object);
      }

      @Override
      public Difference difference(V before, V now) {
        return difference.apply(before, now);
      }

      @Override
      public boolean mayVanish(V seen) {
        return mayVanish.test(seen);
      }
    };
  }

  static <V> ViewKind.Difference ofAll(V before, V now) {
    return before.equals(now) ? ViewKind.Difference.NONE : ViewKind.Difference.MEANING;
  }

  /// A heartbeat is no difference, and the older view object stays.
  private static ViewKind.Difference ofNodes(NodeView before, NodeView now) {
    return before.sameAs(now) ? ViewKind.Difference.NONE : ViewKind.Difference.MEANING;
  }

  private static ViewKind.Difference ofConfigMaps(ConfigMapView before, ConfigMapView now) {
    ConfigMapView sameVersion =
        new ConfigMapView(
            before.nodeWright(),
            before.ref(),
            before.name(),
            before.uid(),
            now.resourceVersion(),
            before.ownerUid(),
            before.deleting(),
            before.gateOpen(),
            before.data());
    return ofVersioned(before, sameVersion, now);
  }

  static <V> ViewKind.Difference ofVersioned(V before, V sameVersion, V now) {
    if (before.equals(now)) {
      return ViewKind.Difference.NONE;
    }
    return sameVersion.equals(now) ? ViewKind.Difference.VERSION : ViewKind.Difference.MEANING;
  }
}
