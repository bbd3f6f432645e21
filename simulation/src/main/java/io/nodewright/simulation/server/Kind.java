package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.NodeWright;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The kinds of objects that the API server stores. Namespaced ones are all in one namespace, the
/// operator's.
///
/// @param <T> the Java type of its objects, which are never changed once stored
public final class Kind<T extends HasMetadata> {

  /// Nodes.
  public static final Kind<Node> NODE =
      new Kind<>(
          "Node",
          "nodes",
          Node.class,
          (meta, old) ->
              new Node(old.getApiVersion(), "Node", meta, old.getSpec(), old.getStatus()),
          Node::getSpec,
          Node::getStatus,
          (into, from) -> {
            into.setStatus(from.getStatus());
            return into;
          },
          Generations.NONE);

  /// NodeWrights.
  public static final Kind<NodeWright> NODEWRIGHT =
      new Kind<>(
          "NodeWright",
          "nodewrights.nodewright.nvidia.com",
          NodeWright.class,
          (meta, old) -> {
            NodeWright copy = new NodeWright();
            copy.setMetadata(meta);
            copy.setSpec(old.getSpec());
            copy.setStatus(old.getStatus());
            return copy;
          },
          NodeWright::getSpec,
          NodeWright::getStatus,
          (into, from) -> {
            into.setStatus(from.getStatus());
            return into;
          },
          Generations.OF_SPEC);

  /// DeploymentPolicies.
  public static final Kind<DeploymentPolicy> DEPLOYMENT_POLICY =
      new Kind<>(
          "DeploymentPolicy",
          "deploymentpolicies.nodewright.nvidia.com",
          DeploymentPolicy.class,
          (meta, old) -> {
            DeploymentPolicy copy = new DeploymentPolicy();
            copy.setMetadata(meta);
            copy.setSpec(old.getSpec());
            return copy;
          },
          DeploymentPolicy::getSpec,
          _ -> null,
          (into, _) -> into,
          Generations.OF_SPEC);

  /// Jobs.
  public static final Kind<Job> JOB =
      new Kind<>(
          "Job",
          "jobs.batch",
          Job.class,
          (meta, old) -> new Job(old.getApiVersion(), "Job", meta, old.getSpec(), old.getStatus()),
          Job::getSpec,
          Job::getStatus,
          (into, from) -> {
            into.setStatus(from.getStatus());
            return into;
          },
          Generations.OF_SPEC);

  /// Pods.
  public static final Kind<Pod> POD =
      new Kind<>(
          "Pod",
          "pods",
          Pod.class,
          (meta, old) -> new Pod(old.getApiVersion(), "Pod", meta, old.getSpec(), old.getStatus()),
          Pod::getSpec,
          Pod::getStatus,
          (into, from) -> {
            into.setStatus(from.getStatus());
            return into;
          },
          Generations.OF_SPEC);

  /// ConfigMaps.
  public static final Kind<ConfigMap> CONFIG_MAP =
      new Kind<>(
          "ConfigMap",
          "configmaps",
          ConfigMap.class,
          (meta, old) ->
              new ConfigMap(
                  old.getApiVersion(),
                  old.getBinaryData(),
                  old.getData(),
                  old.getImmutable(),
                  "ConfigMap",
                  meta),
          ConfigMap::getData,
          _ -> null,
          (into, _) -> into,
          Generations.NONE);

  /// Leases.
  public static final Kind<Lease> LEASE =
      new Kind<>(
          "Lease",
          "leases.coordination.k8s.io",
          Lease.class,
          (meta, old) -> new Lease(old.getApiVersion(), "Lease", meta, old.getSpec()),
          Lease::getSpec,
          _ -> null,
          (into, _) -> into,
          Generations.NONE);

  /// All of them.
  public static final List<Kind<?>> ALL =
      List.of(NODE, NODEWRIGHT, DEPLOYMENT_POLICY, JOB, POD, CONFIG_MAP, LEASE);

  private final String name;
  private final String plural;
  private final Class<T> type;
  private final BiFunction<ObjectMeta, T, T> copy;
  private final Function<T, @Nullable Object> spec;
  private final Function<T, @Nullable Object> status;
  private final BiFunction<T, T, T> takeStatus;
  private final Generations generations;

  private Kind(
      String name,
      String plural,
      Class<T> type,
      BiFunction<ObjectMeta, T, T> copy,
      Function<T, @Nullable Object> spec,
      Function<T, @Nullable Object> status,
      BiFunction<T, T, T> takeStatus,
      Generations generations) {
    this.name = name;
    this.plural = plural;
    this.type = type;
    this.copy = copy;
    this.spec = spec;
    this.status = status;
    this.takeStatus = takeStatus;
    this.generations = generations;
  }

  /// Its name, such as `Job`.
  public String name() {
    return name;
  }

  /// What messages of the API server call it, such as `jobs.batch`.
  public String plural() {
    return plural;
  }

  /// The Java type of its objects.
  public Class<T> type() {
    return type;
  }

  /// A copy with metadata of its own, which may be changed; all else is shared and may not.
  public T copy(T object) {
    return copy.apply(Metadata.copy(object.getMetadata()), object);
  }

  boolean countsGenerations() {
    return generations == Generations.OF_SPEC;
  }

  boolean sameSpec(T one, T other) {
    return Objects.equals(spec.apply(one), spec.apply(other));
  }

  boolean sameStatus(T one, T other) {
    return Objects.equals(status.apply(one), status.apply(other));
  }

  /// `into` with the status of `from`.
  T withStatusOf(T into, T from) {
    return takeStatus.apply(into, from);
  }

  @Override
  public String toString() {
    return name;
  }

  private enum Generations {
    NONE,
    OF_SPEC
  }
}
