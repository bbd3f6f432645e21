package io.nodewright.sandbox.kill;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// All that a run leaves, as lines that are equal for equal ends: records and marks of nodes, what
/// ran on their hosts in which order, Jobs, ConfigMaps and the resource. Without times, UIDs and
/// versions, and without what a status says of the last moment only.
final class EndState {

  private static final String PREFIX = Keys.GROUP + "/";

  private final Sandbox sandbox;
  private final KubernetesClient client;
  private final SortedSet<String> lines = new TreeSet<>();

  private EndState(Sandbox sandbox) {
    this.sandbox = sandbox;
    this.client = sandbox.client();
  }

  /// What there is now.
  static String of(Sandbox sandbox) throws IOException {
    EndState state = new EndState(sandbox);
    for (String node : Drill.NODES) {
      state.node(node);
      state.host(node);
    }
    state.jobs();
    state.configMaps();
    state.resource();
    return String.join("\n", state.lines) + "\n";
  }

  private void node(String name) {
    Node node = client.nodes().withName(name).get();
    ours(node.getMetadata().getAnnotations())
        .forEach((key, value) -> lines.add("node " + name + " annotation " + key + " " + value));
    ours(node.getMetadata().getLabels())
        .forEach((key, value) -> lines.add("node " + name + " label " + key + " " + value));
    node.getStatus().getConditions().stream()
        .filter(condition -> condition.getType().startsWith(PREFIX))
        .forEach(
            condition ->
                lines.add(
                    "node %s condition %s %s %s"
                        .formatted(
                            name,
                            condition.getType(),
                            condition.getStatus(),
                            condition.getReason())));
    lines.add(
        "node %s unschedulable %s taints %s"
            .formatted(name, node.getSpec().getUnschedulable(), node.getSpec().getTaints()));
  }

  private void host(String name) throws IOException {
    Path traces = sandbox.node(name).file(DrillPackages.TRACES);
    if (!Files.isDirectory(traces)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(traces)) {
      for (Path file : files) {
        lines.add(
            "host %s ran %s: %s"
                .formatted(name, file.getFileName(), String.join(", ", Files.readAllLines(file))));
      }
    }
  }

  private void jobs() {
    for (Job job :
        client.batch().v1().jobs().inNamespace(OperatorProcess.NAMESPACE).list().getItems()) {
      lines.add(
          "job %s succeeded %s failed %s active %s recorded %s"
              .formatted(
                  job.getMetadata().getName(),
                  job.getStatus().getSucceeded(),
                  job.getStatus().getFailed(),
                  job.getStatus().getActive(),
                  job.getMetadata().getAnnotations().get(Keys.STATE_RECORDED)));
    }
  }

  private void configMaps() {
    for (ConfigMap map :
        client.configMaps().inNamespace(OperatorProcess.NAMESPACE).list().getItems()) {
      Map<String, String> labels = map.getMetadata().getLabels();
      if (labels == null) {
        continue;
      }
      if (labels.containsKey(Keys.NAME)) {
        lines.add("package config " + map.getMetadata().getName() + " " + map.getData());
      }
      if (labels.containsKey(Keys.NODE_METADATA)) {
        lines.add(
            "node metadata "
                + map.getMetadata().getName()
                + " "
                + map.getData().get("packages.json"));
      }
    }
  }

  private void resource() {
    NodeWright stored = client.resources(NodeWright.class).withName(Drill.NODE_WRIGHT).get();
    if (stored == null) {
      lines.add("resource is gone");
      return;
    }
    lines.add("resource finalizers " + stored.getMetadata().getFinalizers());
    NodeWrightStatus status = stored.getStatus();
    lines.add(
        "status %s %s in progress %s observed %s of %s packages %s"
            .formatted(
                status.status(),
                status.completeNodes(),
                status.nodesInProgress(),
                status.observedGeneration(),
                stored.getMetadata().getGeneration(),
                status.packageList()));
    lines.add("status nodes " + new TreeMap<>(Absent.map(status.nodeStatus())));
    Absent.map(status.nodeState())
        .forEach((node, copy) -> lines.add("status of " + node + " " + copy));
    lines.add("status members " + status.nodePriority() + " config " + status.configUpdates());
    Absent.list(status.conditions())
        .forEach(
            condition ->
                lines.add(
                    "condition %s %s %s"
                        .formatted(
                            condition.getType(), condition.getStatus(), condition.getReason())));
  }

  private static Map<String, String> ours(Map<String, String> all) {
    Map<String, String> ours = new TreeMap<>();
    if (all != null) {
      all.forEach(
          (key, value) -> {
            if (key.startsWith(PREFIX)) {
              ours.put(key.substring(PREFIX.length()), value);
            }
          });
    }
    return ours;
  }

  /// The first lines in which two ends differ, for people.
  static String difference(String wanted, String found) {
    SortedSet<String> missing = new TreeSet<>(List.of(wanted.split("\n")));
    SortedSet<String> extra = new TreeSet<>(List.of(found.split("\n")));
    List.of(found.split("\n")).forEach(missing::remove);
    List.of(wanted.split("\n")).forEach(extra::remove);
    return "only without kills:\n  %s\nonly with kills:\n  %s"
        .formatted(String.join("\n  ", missing), String.join("\n  ", extra));
  }
}
