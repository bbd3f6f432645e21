package io.nodewright.simulation.people;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.node.NodeStates;
import io.nodewright.api.v1alpha1.BatchStatus;
import io.nodewright.api.v1alpha1.CompartmentStatus;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.simulation.scenario.Deed;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the command line writes (02 §4.15, §4.16; 07 §10), as it writes it.
final class Commands {

  private final ApiClient client;

  Commands(ApiClient client) {
    this.client = client;
  }

  void pause(String nodeWright, boolean on) {
    annotate(nodeWright, Keys.PAUSE, on);
  }

  void disable(String nodeWright, boolean on) {
    annotate(nodeWright, Keys.DISABLE, on);
  }

  /// Refused while the package is in the uninstall cycle, as the command is (07 §10.11).
  void rerun(Deed.Rerun rerun) {
    Optional<NodeWright> nodeWright = client.get(Kind.NODEWRIGHT, rerun.nodeWright());
    Optional<Node> node = client.get(Kind.NODE, rerun.node());
    if (nodeWright.isEmpty() || node.isEmpty()) {
      return;
    }
    NodeState state = state(node.get(), rerun.nodeWright());
    if (!(state instanceof NodeState.Known(SortedMap<PackageRef, PackageRecord> stored))
        || stored.values().stream()
            .anyMatch(each -> each.ref().name().equals(rerun.name()) && each.inUninstallCycle())) {
      return;
    }
    SortedMap<PackageRef, PackageRecord> entries = new TreeMap<>(stored);
    if (rerun.stage().isEmpty()) {
      entries.keySet().removeIf(ref -> ref.name().equals(rerun.name()));
    } else {
      PackageDefinition wanted =
          Absent.map(nodeWright.get().getSpec().packages()).get(rerun.name());
      if (wanted == null) {
        return;
      }
      Stage stage = Stage.of(rerun.stage()).orElseThrow();
      entries.computeIfPresent(
          new PackageRef(rerun.name(), Absent.text(wanted.version())),
          (ref, entry) -> skips(entry, stage) ? entry : again(entry, stage));
    }
    if (!entries.equals(stored)) {
      write(rerun.node(), rerun.nodeWright(), entries);
    }
  }

  /// Who jumps over a stage that has not run gets a host that it never ran on, as asked for:
  /// nothing that a run could be judged by, so nobody does here.
  private static boolean skips(PackageRecord entry, Stage stage) {
    return entry.stage().before(stage) && entry.state() != StageState.COMPLETE;
  }

  private static PackageRecord again(PackageRecord entry, Stage stage) {
    return new PackageRecord(
        entry.ref(),
        entry.image(),
        entry.containerSha(),
        stage,
        StageState.IN_PROGRESS,
        0,
        false,
        entry.sequence(),
        entry.unknownMembers());
  }

  /// Refused while a package is in the uninstall cycle there, as the command is (07 §10.11).
  void reset(String nodeWright, String onNode) {
    boolean guarded =
        client.get(Kind.NODEWRIGHT, nodeWright).isPresent()
            && client.list(Kind.NODE).stream()
                .filter(node -> onNode.isEmpty() || name(node).equals(onNode))
                .anyMatch(node -> uninstalls(node, nodeWright));
    if (guarded) {
      return;
    }
    for (Node node : client.list(Kind.NODE)) {
      if ((onNode.isEmpty() || name(node).equals(onNode)) && carries(node, nodeWright)) {
        client.edit(
            Kind.NODE,
            name(node),
            Part.OBJECT,
            stored -> {
              Map<String, String> annotations = annotations(stored);
              annotations.remove(Keys.nodeState(nodeWright));
              annotations.remove(Keys.status(nodeWright));
              annotations.remove(Keys.version(nodeWright));
              annotations.remove(Keys.drainStart(nodeWright));
              annotations.remove(Keys.drainBlocked(nodeWright));
              annotations.remove(Keys.rebooted(nodeWright));
              stored.getMetadata().setAnnotations(annotations);
              Map<String, String> labels =
                  new HashMap<>(Absent.map(stored.getMetadata().getLabels()));
              labels.remove(Keys.status(nodeWright));
              stored.getMetadata().setLabels(labels);
              return stored;
            });
      }
    }
    if (onNode.isEmpty()) {
      status(nodeWright, Batches.AND_ORDER);
    }
  }

  void resetBatches(String nodeWright) {
    status(nodeWright, Batches.ALONE);
  }

  /// Pauses are lifted and stopped rollouts started again.
  void calm() {
    for (NodeWright each : client.list(Kind.NODEWRIGHT)) {
      String name = each.getMetadata().getName();
      Map<String, String> annotations = Absent.map(each.getMetadata().getAnnotations());
      if (annotations.containsKey(Keys.PAUSE)) {
        pause(name, false);
      }
      if (annotations.containsKey(Keys.DISABLE)) {
        disable(name, false);
      }
      if (stopped(each)) {
        resetBatches(name);
      }
    }
  }

  private static boolean stopped(NodeWright nodeWright) {
    NodeWrightStatus status = nodeWright.getStatus();
    return status != null
        && Absent.map(status.compartmentStatuses()).values().stream()
            .map(CompartmentStatus::batchState)
            .anyMatch(batch -> batch != null && Absent.flag(batch.shouldStop(), false));
  }

  private void annotate(String nodeWright, String key, boolean on) {
    client.edit(
        Kind.NODEWRIGHT,
        nodeWright,
        Part.OBJECT,
        stored -> {
          Map<String, String> annotations =
              new HashMap<>(Absent.map(stored.getMetadata().getAnnotations()));
          if (on) {
            annotations.put(key, Keys.TRUE);
          } else {
            annotations.remove(key);
          }
          stored.getMetadata().setAnnotations(annotations);
          return stored;
        });
  }

  private void write(String node, String nodeWright, SortedMap<PackageRef, PackageRecord> entries) {
    client.edit(
        Kind.NODE,
        node,
        Part.OBJECT,
        stored -> {
          Map<String, String> annotations = annotations(stored);
          if (entries.isEmpty()) {
            annotations.remove(Keys.nodeState(nodeWright));
          } else {
            annotations.put(
                Keys.nodeState(nodeWright), NodeStates.write(new NodeState.Known(entries)));
          }
          stored.getMetadata().setAnnotations(annotations);
          return stored;
        });
  }

  private void status(String nodeWright, Batches what) {
    client.edit(
        Kind.NODEWRIGHT,
        nodeWright,
        Part.STATUS,
        stored -> {
          NodeWrightStatus before = stored.getStatus();
          if (before != null) {
            stored.setStatus(reset(before, what));
          }
          return stored;
        });
  }

  private static NodeWrightStatus reset(NodeWrightStatus from, Batches what) {
    boolean order = what == Batches.AND_ORDER;
    Map<String, CompartmentStatus> compartments = new LinkedHashMap<>();
    Absent.map(from.compartmentStatuses())
        .forEach(
            (name, each) ->
                compartments.put(
                    name,
                    new CompartmentStatus(
                        each.matched(),
                        each.ceiling(),
                        each.inProgress(),
                        each.completed(),
                        each.progressPercent(),
                        each.batchState() == null ? null : first())));
    return new NodeWrightStatus(
        from.status(),
        from.observedGeneration(),
        from.nodeStatus(),
        from.nodeState(),
        from.nodesInProgress(),
        from.completeNodes(),
        from.packageList(),
        from.conditions(),
        order ? null : from.nodePriority(),
        order ? null : from.nodeOrderOffset(),
        order ? null : from.nodeOrder(),
        from.nodeBootIds(),
        from.configUpdates(),
        compartments.isEmpty() ? null : compartments);
  }

  private static BatchStatus first() {
    return new BatchStatus(1, 0, 0, 0, false, 0, false, null);
  }

  private static boolean carries(Node node, String nodeWright) {
    return Absent.map(node.getMetadata().getAnnotations()).keySet().stream()
        .anyMatch(key -> key.startsWith(Keys.PREFIX) && key.endsWith("_" + nodeWright));
  }

  private static boolean uninstalls(Node node, String nodeWright) {
    return state(node, nodeWright) instanceof NodeState.Known(var entries)
        && entries.values().stream().anyMatch(PackageRecord::inUninstallCycle);
  }

  private static NodeState state(Node node, String nodeWright) {
    @Nullable String text =
        Absent.map(node.getMetadata().getAnnotations()).get(Keys.nodeState(nodeWright));
    return text == null ? NodeState.EMPTY : NodeStates.read(text);
  }

  private static Map<String, String> annotations(Node node) {
    return new HashMap<>(Absent.map(node.getMetadata().getAnnotations()));
  }

  private static String name(Node node) {
    return node.getMetadata().getName();
  }

  private enum Batches {
    ALONE,
    AND_ORDER
  }
}
