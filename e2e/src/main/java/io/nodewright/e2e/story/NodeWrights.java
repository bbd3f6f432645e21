package io.nodewright.e2e.story;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.nodewright.e2e.cluster.RealCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The NodeWrights of a cluster, as a user sees them.
///
/// @param cluster whose
public record NodeWrights(RealCluster cluster) {
  private static final Duration ROLLOUT = Duration.ofMinutes(8);

  private static final ResourceDefinitionContext KIND =
      new ResourceDefinitionContext.Builder()
          .withGroup("nodewright.nvidia.com")
          .withVersion("v1alpha1")
          .withKind("NodeWright")
          .withPlural("nodewrights")
          .withNamespaced(false)
          .build();

  /// Writes one; the webhooks must take it.
  public void apply(String yaml) {
    cluster.apply(yaml);
  }

  /// Deletes one.
  public void delete(String name) {
    cluster.client().genericKubernetesResources(KIND).withName(name).delete();
  }

  /// Waits until NodeWright `name` is complete.
  public void awaitComplete(String name) {
    cluster.until(
        "NodeWright " + name + " is complete; it is " + status(name),
        ROLLOUT,
        () -> status(name).equals("complete"));
  }

  /// Waits until it is complete on at least `count` nodes and not on all.
  public void awaitSome(String name, int count) {
    cluster.until(
        "NodeWright %s is complete on %d nodes".formatted(name, count),
        ROLLOUT,
        () -> completeNodes(name) >= count);
  }

  /// On how many nodes it is complete.
  public long completeNodes(String name) {
    return nodeStatuses(name).values().stream().filter("complete"::equals).count();
  }

  /// How many there are.
  public int count() {
    return cluster.client().genericKubernetesResources(KIND).list().getItems().size();
  }

  /// The status of NodeWright `name`; empty when it has none yet.
  public String status(String name) {
    return text(read(name).get("status", "status"));
  }

  private Map<?, ?> nodeStatuses(String name) {
    return read(name).get("status", "nodeStatus") instanceof Map<?, ?> map ? map : Map.of();
  }

  private GenericKubernetesResource read(String name) {
    GenericKubernetesResource found =
        cluster.client().genericKubernetesResources(KIND).withName(name).get();
    return found == null ? new GenericKubernetesResource() : found;
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  /// The names of all.
  public List<String> names() {
    return cluster.client().genericKubernetesResources(KIND).list().getItems().stream()
        .map(one -> one.getMetadata().getName())
        .toList();
  }
}
