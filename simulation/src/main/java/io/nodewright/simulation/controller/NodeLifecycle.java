package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Taint;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.Specs;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Marks a node whose kubelet says nothing: condition `Ready` Unknown, and the taints
/// `node.kubernetes.io/unreachable`; takes them back when it speaks again.
public final class NodeLifecycle {

  private static final String UNREACHABLE = "node.kubernetes.io/unreachable";
  private static final Duration SOON = Duration.ofMillis(100);

  private final Agenda agenda;
  private final ApiServer server;
  private final ApiClient client;
  private final NodeLeases leases;

  private NodeLifecycle(Agenda agenda, ApiServer server, NodeLeases leases) {
    this.agenda = agenda;
    this.server = server;
    this.client = server.as("node-lifecycle-controller");
    this.leases = leases;
  }

  /// Starts one.
  public static void start(Agenda agenda, ApiServer server, NodeLeases leases) {
    NodeLifecycle it = new NodeLifecycle(agenda, server, leases);
    leases.listen(it::lookSoon);
    server.subscribe(Kind.NODE, it::changed);
  }

  private void changed(Change<Node> change) {
    // A kubelet that is back writes Ready itself; a Node that is new has no lease yet.
    if (change.type() != Change.Type.DELETED && tainted(change.object())) {
      lookSoon(change.name());
    }
  }

  private void lookSoon(String node) {
    agenda.after(SOON, "node lifecycle", () -> look(node));
  }

  private void look(String name) {
    server
        .get(Kind.NODE, name)
        .ifPresent(
            node -> {
              if (leases.lost(name)) {
                markLost(node);
              } else if (ready(node) && tainted(node)) {
                client.edit(Kind.NODE, name, Part.OBJECT, each -> tainted(each, false));
              }
            });
  }

  private void markLost(Node node) {
    String name = node.getMetadata().getName();
    if (ready(node)) {
      client.edit(Kind.NODE, name, Part.STATUS, this::unknown);
    }
    if (!tainted(node)) {
      client.edit(Kind.NODE, name, Part.OBJECT, each -> tainted(each, true));
    }
  }

  private Node unknown(Node node) {
    NodeStatus status = Specs.copy(node.getStatus());
    List<NodeCondition> conditions = new ArrayList<>();
    for (NodeCondition each : Absent.list(status.getConditions())) {
      if ("Ready".equals(each.getType())) {
        NodeCondition unknown = new NodeCondition();
        unknown.setType("Ready");
        unknown.setStatus("Unknown");
        unknown.setReason("NodeStatusUnknown");
        unknown.setMessage("Kubelet stopped posting node status.");
        unknown.setLastHeartbeatTime(each.getLastHeartbeatTime());
        unknown.setLastTransitionTime(Times.text(agenda.now()));
        conditions.add(unknown);
      } else {
        conditions.add(each);
      }
    }
    status.setConditions(conditions);
    node.setStatus(status);
    return node;
  }

  private Node tainted(Node node, boolean lost) {
    NodeSpec spec = Specs.copy(node.getSpec() == null ? new NodeSpec() : node.getSpec());
    List<Taint> taints = new ArrayList<>(Absent.list(spec.getTaints()));
    taints.removeIf(each -> UNREACHABLE.equals(each.getKey()));
    if (lost) {
      taints.add(taint("NoSchedule"));
      taints.add(taint(Taints.NO_EXECUTE));
    }
    spec.setTaints(taints);
    node.setSpec(spec);
    return node;
  }

  private Taint taint(String effect) {
    Taint taint = new Taint();
    taint.setKey(UNREACHABLE);
    taint.setEffect(effect);
    taint.setTimeAdded(Times.text(agenda.now()));
    return taint;
  }

  private static boolean tainted(Node node) {
    return node.getSpec() != null
        && Absent.list(node.getSpec().getTaints()).stream()
            .anyMatch(each -> UNREACHABLE.equals(each.getKey()));
  }

  private static boolean ready(Node node) {
    return node.getStatus() != null
        && Absent.list(node.getStatus().getConditions()).stream()
            .anyMatch(each -> "Ready".equals(each.getType()) && "True".equals(each.getStatus()));
  }
}
