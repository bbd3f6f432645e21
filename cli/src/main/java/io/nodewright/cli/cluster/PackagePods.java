package io.nodewright.cli.cluster;

import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.api.job.PackageIdentity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Finds the pods of a package (contract 07 §10.10).
public final class PackagePods {

  private static final String COPY = "-init";

  private final ApiServer api;
  private final String namespace;
  private final boolean everyContainer;

  /// @param namespace of the operator
  /// @param everyContainer whether those that run no step are shown too
  public PackagePods(ApiServer api, String namespace, boolean everyContainer) {
    this.api = api;
    this.namespace = namespace;
    this.everyContainer = everyContainer;
  }

  /// Which attempts.
  public enum Attempts {
    ALL,
    FIRST_FAILED,
    LAST_FAILED
  }

  /// What is looked for.
  ///
  /// @param node empty for all
  /// @param stage empty for all
  public record Wanted(
      String nodeWright, String packageName, String node, String stage, Attempts attempts) {}

  /// A pod and its step containers in the order in which they run.
  public record PodOfPackage(
      String namespace,
      String name,
      String uid,
      String node,
      String started,
      boolean failed,
      List<StepContainer> containers) {
    /// Copies the containers.
    public PodOfPackage {
      containers = List.copyOf(containers);
    }
  }

  /// A container that runs a step.
  ///
  /// @param begun whether it has printed, or may have
  /// @param waits why it has not begun; empty when it only has its turn to wait for
  public record StepContainer(String name, boolean begun, String waits) {}

  /// The pods, by node, then start.
  public List<PodOfPackage> find(Wanted wanted) {
    String field =
        wanted.node().isEmpty()
            ? ""
            : "&fieldSelector=" + ApiServer.encoded("spec.nodeName=" + wanted.node());
    List<PodOfPackage> pods = new ArrayList<>();
    for (JsonNode pod :
        api.json("/api/v1/namespaces/" + namespace + "/pods?" + labels(wanted) + field)
            .path("items")) {
      if (belongs(pod, wanted.packageName())) {
        pods.add(read(pod));
      }
    }
    pods.sort(
        Comparator.comparing(PodOfPackage::node)
            .thenComparing(PodOfPackage::started)
            .thenComparing(PodOfPackage::name));
    return of(wanted.attempts(), pods);
  }

  /// Whether a Job of it is unfinished.
  public boolean running(Wanted wanted) {
    for (JsonNode job :
        api.json("/apis/batch/v1/namespaces/" + namespace + "/jobs?" + labels(wanted))
            .path("items")) {
      boolean there =
          wanted.node().isEmpty()
              || wanted
                  .node()
                  .equals(
                      job.path("spec")
                          .path("template")
                          .path("spec")
                          .path("nodeName")
                          .stringValue(""));
      if (there && belongs(job, wanted.packageName()) && !finished(job)) {
        return true;
      }
    }
    return false;
  }

  private static boolean finished(JsonNode job) {
    for (JsonNode condition : job.path("status").path("conditions")) {
      String type = condition.path("type").stringValue("");
      if ((type.equals("Complete") || type.equals("Failed"))
          && condition.path("status").stringValue("").equals("True")) {
        return true;
      }
    }
    return false;
  }

  private static List<PodOfPackage> of(Attempts attempts, List<PodOfPackage> pods) {
    if (attempts == Attempts.ALL) {
      return pods;
    }
    Map<String, PodOfPackage> byNode = new LinkedHashMap<>();
    for (PodOfPackage pod : pods) {
      if (pod.failed()) {
        if (attempts == Attempts.FIRST_FAILED) {
          byNode.putIfAbsent(pod.node(), pod);
        } else {
          byNode.put(pod.node(), pod);
        }
      }
    }
    return List.copyOf(byNode.values());
  }

  private static String labels(Wanted wanted) {
    String stage = wanted.stage().isEmpty() ? "" : "," + Keys.STAGE + "=" + wanted.stage();
    return "labelSelector="
        + ApiServer.encoded(Keys.NAME + "=" + Names.labelValue(wanted.nodeWright()) + stage);
  }

  /// By the identity that it carries; by its label where there is none.
  private static boolean belongs(JsonNode object, String packageName) {
    JsonNode metadata = object.path("metadata");
    Optional<PackageIdentity> identity =
        PackageIdentity.parse(metadata.path("annotations").path(Keys.PACKAGE).stringValue(""));
    return identity.isPresent()
        ? identity.get().ref().name().equals(packageName)
        : metadata.path("labels").path(Keys.PACKAGE).stringValue("").startsWith(packageName + "-");
  }

  private PodOfPackage read(JsonNode pod) {
    JsonNode metadata = pod.path("metadata");
    JsonNode status = pod.path("status");
    List<StepContainer> containers = new ArrayList<>();
    for (JsonNode each : pod.path("spec").path("initContainers")) {
      String name = each.path("name").stringValue("");
      if (everyContainer || !name.endsWith(COPY)) {
        containers.add(container(name, status.path("initContainerStatuses")));
      }
    }
    if (everyContainer) {
      for (JsonNode each : pod.path("spec").path("containers")) {
        containers.add(
            container(each.path("name").stringValue(""), status.path("containerStatuses")));
      }
    }
    return new PodOfPackage(
        metadata.path("namespace").stringValue(""),
        metadata.path("name").stringValue(""),
        metadata.path("uid").stringValue(""),
        pod.path("spec").path("nodeName").stringValue(""),
        status.path("startTime").stringValue(metadata.path("creationTimestamp").stringValue("")),
        status.path("phase").stringValue("").equals("Failed"),
        containers);
  }

  private static StepContainer container(String name, JsonNode statuses) {
    for (JsonNode status : statuses) {
      if (status.path("name").stringValue("").equals(name)) {
        JsonNode state = status.path("state");
        boolean begun =
            state.has("running")
                || state.has("terminated")
                || status.path("lastState").has("terminated");
        String reason = state.path("waiting").path("reason").stringValue("");
        return new StepContainer(name, begun, reason.equals("PodInitializing") ? "" : reason);
      }
    }
    return new StepContainer(name, false, "");
  }
}
