package io.nodewright.sandbox.conformance;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.sandbox.process.Await;
import io.nodewright.simulation.conformance.JobWorld;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// The real cluster as one row's world.
final class RealWorld implements JobWorld {

  private static final String NAMESPACE = "default";

  private final RealCluster cluster;
  private final int number;

  /// @param number of the row, which has node `hollow-<number>`
  RealWorld(RealCluster cluster, int number) {
    this.cluster = cluster;
    this.number = number;
  }

  @Override
  public String name(String what) {
    return "%s-%d".formatted(what, number);
  }

  @Override
  public String node() {
    return "hollow-" + number;
  }

  @Override
  public String silentNode() {
    String name = name("silent");
    if (cluster.client().nodes().withName(name).get() == null) {
      cluster
          .client()
          .resource(new NodeBuilder().withNewMetadata().withName(name).endMetadata().build())
          .create();
    }
    return name;
  }

  @Override
  public void script(String job, Run... to) {
    cluster.script(job, List.of(to));
  }

  @Override
  public void refuse(String job, String reason) {
    cluster
        .sandbox()
        .faults()
        .refuse(reason, "no room", pod -> pod.getMetadata().getName().startsWith(job + "-"));
  }

  @Override
  public Answer create(HasMetadata object) {
    try {
      cluster.client().resource(object).create();
      return Answer.DONE;
    } catch (KubernetesClientException e) {
      return new Answer(e.getCode(), String.valueOf(e.getMessage()));
    }
  }

  @Override
  public <T extends HasMetadata> Optional<T> get(Class<T> kind, String name) {
    var all = cluster.client().resources(kind);
    return Optional.ofNullable(
        namespaced(kind)
            ? all.inNamespace(NAMESPACE).withName(name).get()
            : all.withName(name).get());
  }

  @Override
  public List<Pod> pods(String job) {
    return cluster
        .client()
        .pods()
        .inNamespace(NAMESPACE)
        .withLabel("batch.kubernetes.io/job-name", job)
        .list()
        .getItems()
        .stream()
        .sorted(
            Comparator.comparing((Pod pod) -> pod.getMetadata().getCreationTimestamp())
                .thenComparing(pod -> Long.valueOf(pod.getMetadata().getResourceVersion())))
        .toList();
  }

  @Override
  public Answer patch(
      Class<? extends HasMetadata> kind, String name, PatchKind form, String body, Part part) {
    String type =
        switch (form) {
          case JSON -> "application/json-patch+json";
          case MERGE -> "application/merge-patch+json";
          case STRATEGIC -> "application/strategic-merge-patch+json";
        };
    String path = path(kind, name) + (part == Part.STATUS ? "/status" : "");
    return cluster.send("PATCH", path, type, body);
  }

  @Override
  public Answer delete(Class<? extends HasMetadata> kind, String name, Deletion deletion) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("apiVersion", "v1");
    options.put("kind", "DeleteOptions");
    options.put("propagationPolicy", word(deletion.propagation()));
    if (!deletion.uid().isEmpty()) {
      options.put("preconditions", Map.of("uid", deletion.uid()));
    }
    if (deletion.graceSeconds() >= 0) {
      options.put("gracePeriodSeconds", deletion.graceSeconds());
    }
    return cluster.send("DELETE", path(kind, name), "application/json", json(options));
  }

  @Override
  public Answer evict(String pod) {
    Map<String, Object> eviction =
        Map.of(
            "apiVersion",
            "policy/v1",
            "kind",
            "Eviction",
            "metadata",
            Map.of("name", pod, "namespace", NAMESPACE));
    return cluster.send(
        "POST",
        "/api/v1/namespaces/%s/pods/%s/eviction".formatted(NAMESPACE, pod),
        "application/json",
        json(eviction));
  }

  @Override
  public void until(String what, Duration atMost, BooleanSupplier holds) {
    try {
      Await.until(what, atMost, holds);
    } catch (IllegalStateException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  @Override
  public void pass(Duration time) {
    Instant end = now().plus(time);
    until("time goes by", time.multipliedBy(2), () -> now().isAfter(end));
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  private String json(Object value) {
    return cluster.client().getKubernetesSerialization().asJson(value);
  }

  private static String word(Deletion.Propagation propagation) {
    String name = propagation.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }

  private static boolean namespaced(Class<? extends HasMetadata> kind) {
    return Namespaced.class.isAssignableFrom(kind);
  }

  private static String path(Class<? extends HasMetadata> kind, String name) {
    String version = HasMetadata.getApiVersion(kind);
    return (version.contains("/") ? "/apis/" : "/api/")
        + version
        + (namespaced(kind) ? "/namespaces/" + NAMESPACE : "")
        + "/"
        + HasMetadata.getPlural(kind)
        + "/"
        + name;
  }
}
