package io.nodewright.simulation.run;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.Keys;
import io.nodewright.api.job.AttemptViews;
import io.nodewright.api.job.JobViews;
import io.nodewright.api.node.NodeStates;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a change changed, in a few words; empty for what nobody wants to read, such as heartbeats.
final class ChangeText {

  private ChangeText() {}

  static String of(Change<?> change) {
    HasMetadata before = change.before();
    HasMetadata after = change.after();
    if (after == null) {
      return "is gone";
    }
    if (before == null) {
      return "appears" + (after instanceof ConfigMap map ? " with " + map.getData() : "");
    }
    String deleted =
        before.getMetadata().getDeletionTimestamp() == null
                && after.getMetadata().getDeletionTimestamp() != null
            ? "is being deleted "
            : "";
    return deleted + differences(describe(before), describe(after));
  }

  private static String differences(
      SortedMap<String, String> before, SortedMap<String, String> after) {
    List<String> texts = new ArrayList<>();
    SortedMap<String, String> all = new TreeMap<>(before);
    all.putAll(after);
    for (String key : all.keySet()) {
      String one = before.getOrDefault(key, "-");
      String two = after.getOrDefault(key, "-");
      if (!Objects.equals(one, two)) {
        texts.add("%s %s -> %s".formatted(key, one, two));
      }
    }
    return String.join("; ", texts);
  }

  private static SortedMap<String, String> describe(HasMetadata object) {
    SortedMap<String, String> facts = new TreeMap<>();
    switch (object) {
      case Node node -> node(node, facts);
      case NodeWright nodeWright -> nodeWright(nodeWright, facts);
      case Job job -> job(job, facts);
      case Pod pod ->
          AttemptViews.of(pod)
              .ifPresent(
                  attempt -> {
                    facts.put(
                        "phase", attempt.attempt().phase() + " " + attempt.attempt().reason());
                    attempt
                        .attempt()
                        .containers()
                        .forEach(each -> facts.put(each.name(), each.state().toString()));
                    if (attempt.attempt().disrupted()) {
                      facts.put("disrupted", "yes");
                    }
                  });
      case ConfigMap map -> {
        if (!Absent.map(map.getMetadata().getLabels()).containsKey(Keys.NODE_METADATA)) {
          facts.put("data", String.valueOf(map.getData()));
        }
      }
      default -> {}
    }
    return facts;
  }

  private static void node(Node node, SortedMap<String, String> facts) {
    for (Map.Entry<String, String> each :
        Absent.map(node.getMetadata().getAnnotations()).entrySet()) {
      String key = each.getKey().substring(each.getKey().indexOf('/') + 1);
      if (key.startsWith("nodeState_")) {
        switch (NodeStates.read(each.getValue())) {
          case NodeState.Known(var entries) ->
              entries.forEach(
                  (ref, entry) ->
                      facts.put(
                          ref.key() + " of " + key.substring("nodeState_".length()),
                          "(%s, %s)%s"
                              .formatted(
                                  entry.stage().word(),
                                  entry.state().word(),
                                  entry.restarts() == 0 ? "" : " " + entry.restarts())));
          case NodeState.Unreadable _ -> facts.put(key, each.getValue());
        }
      } else if (key.startsWith("status_")) {
        facts.put(key, each.getValue());
      }
    }
    Absent.map(node.getMetadata().getLabels())
        .forEach((key, value) -> facts.put("label " + key, value));
    if (node.getSpec() != null) {
      facts.put("taints", Absent.list(node.getSpec().getTaints()).toString());
      facts.put("unschedulable", String.valueOf(node.getSpec().getUnschedulable()));
    }
    if (node.getStatus() != null && node.getStatus().getNodeInfo() != null) {
      facts.put("boot", String.valueOf(node.getStatus().getNodeInfo().getBootID()));
    }
  }

  private static void nodeWright(NodeWright nodeWright, SortedMap<String, String> facts) {
    NodeWrightView view = NodeWrightViews.of(nodeWright);
    facts.put("paused", String.valueOf(view.paused()));
    facts.put("disabled", String.valueOf(view.disabled()));
    facts.put("finalizers", String.valueOf(nodeWright.getMetadata().getFinalizers()));
    Absent.map(nodeWright.getSpec().packages())
        .forEach((name, each) -> facts.put("spec " + name, each.toString()));
    facts.put("status", view.status().status().word() + " " + view.status().completeNodes());
    facts.put("observed", String.valueOf(view.status().observedGeneration()));
    facts.put("members", view.status().nodePriority().keySet().toString());
    facts.put("configUpdates", view.status().configUpdates().toString());
    view.status()
        .compartments()
        .forEach((name, each) -> facts.put("compartment " + name, each.batch().toString()));
  }

  private static void job(Job job, SortedMap<String, String> facts) {
    JobViews.of(job)
        .ifPresent(
            seen -> {
              facts.put("phase", seen.phase().toString());
              facts.put("recorded", String.valueOf(seen.processed()));
              facts.put("suspended", String.valueOf(seen.suspended()));
              facts.put("failed", String.valueOf(seen.failedAttempts()));
            });
  }
}
