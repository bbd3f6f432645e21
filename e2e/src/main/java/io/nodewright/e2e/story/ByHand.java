package io.nodewright.e2e.story;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.e2e.cluster.RealCluster;
import io.nodewright.e2e.cluster.TestImages;
import io.nodewright.e2e.machine.RealNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// What people change while a rollout is under way: a ConfigMap that came back from a backup, a
/// running Job that is deleted, new config, a package that is taken out, a certificate that is
/// spoiled. The operator puts each right with a grant that nothing else needs.
///
/// @param cluster where
public record ByHand(RealCluster cluster) {
  private static final String NAME = "by-hand";
  private static final String PREFIX = "nodewright.nvidia.com/";
  private static final String SECRET = "webhook-cert";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /// Three packages on one node: `word` can be read on the host, `idle` does nothing, `slow` runs
  /// for as long as its config says so.
  private static final String PACKAGES =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: by-hand}
      spec:
        nodeSelectors: {matchLabels: {kubernetes.io/hostname: ON}}
        packages:
          word: {version: 1.0.0, image: MOTD, configMap: {message: "WORD"}}
          slow: {version: 1.0.0, image: TROUBLE, configMap: {kind: hangs}}
      """;

  private static final String IDLE =
      "    idle: {version: 1.0.0, image: TROUBLE, configMap: {kind: none}}\n";

  /// Does all of it, and deletes the NodeWright.
  ///
  /// @return what was seen, in a sentence
  public String run() throws IOException {
    NodeWrights all = new NodeWrights(cluster);
    RealNode node = cluster.nodes().getFirst();
    restore();
    all.apply(packages(node, "First.", IDLE));
    await("the ConfigMap without an owner was adopted, and has the new data", this::adopted);
    await("the first word is on the host", () -> says(node, "First."));
    deletedJob();
    all.apply(packages(node, "Second.", IDLE));
    await("the second word is on the host", () -> says(node, "Second."));
    all.apply(packages(node, "Second.", ""));
    await("the ConfigMap of the package that was taken out is gone", () -> map() == null);
    certificate();
    all.delete(NAME);
    await("the NodeWright is gone", () -> !all.names().contains(NAME));
    return "a ConfigMap adopted, a deleted Job run again, config changed, a package taken out,"
        + " a certificate made anew";
  }

  /// The ConfigMap of `idle`, as a backup brings it back: all but its owner, and with older data.
  private void restore() {
    maps()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(NAME + "-idle-1.0.0")
                .withLabels(Map.of(PREFIX + "name", NAME))
                .withAnnotations(
                    Map.of(
                        PREFIX + "name", NAME,
                        PREFIX + "Package.Name", "idle",
                        PREFIX + "Package.Version", "1.0.0"))
                .endMetadata()
                .withData(Map.of("kind", "older"))
                .build())
        .create();
  }

  private boolean adopted() {
    ConfigMap map = map();
    return map != null
        && !map.getMetadata().getOwnerReferences().isEmpty()
        && map.getData().equals(Map.of("kind", "none"));
  }

  /// The operator asks whether a running Job that it no longer sees is really gone, and runs its
  /// stage again.
  private void deletedJob() {
    await("the Job of slow runs", () -> !slowJobs().isEmpty());
    String uid = slowJobs().getFirst().getMetadata().getUid();
    cluster.client().resource(slowJobs().getFirst()).delete();
    await(
        "the Job that was deleted runs again",
        () -> slowJobs().stream().anyMatch(job -> !job.getMetadata().getUid().equals(uid)));
  }

  private List<Job> slowJobs() {
    return cluster
        .client()
        .batch()
        .v1()
        .jobs()
        .inNamespace(Install.NAMESPACE)
        .list()
        .getItems()
        .stream()
        .filter(job -> job.getMetadata().getName().startsWith(NAME + "-slow-"))
        .toList();
  }

  /// API servers go on calling the webhooks while the new certificate comes.
  private void certificate() {
    cluster
        .client()
        .secrets()
        .inNamespace(Install.NAMESPACE)
        .withName(SECRET)
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"tls.crt\":\"\"}}");
    await(
        "there is a certificate again",
        () -> {
          Secret now =
              cluster.client().secrets().inNamespace(Install.NAMESPACE).withName(SECRET).get();
          return now != null && !now.getData().getOrDefault("tls.crt", "").isEmpty();
        });
  }

  private static boolean says(RealNode node, String word) {
    try {
      Path file = node.written("etc/motd.d/50-nodewright-word");
      return Files.exists(file) && Files.readString(file).contains(word);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String packages(RealNode node, String word, String more) {
    return (PACKAGES + more)
        .replace("ON", node.name())
        .replace("MOTD", TestImages.repository("motd"))
        .replace("TROUBLE", TestImages.repository("trouble"))
        .replace("WORD", word);
  }

  private void await(String what, BooleanSupplier holds) {
    cluster.until(what, PATIENCE, holds);
  }

  private @Nullable ConfigMap map() {
    return maps().withName(NAME + "-idle-1.0.0").get();
  }

  private NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> maps() {
    return cluster.client().configMaps().inNamespace(Install.NAMESPACE);
  }
}
