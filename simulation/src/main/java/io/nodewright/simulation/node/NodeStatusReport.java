package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A kubelet's writes on its Node: it registers it when there is none at its start, and writes its
/// status then and every five minutes. A Node that is deleted under it is not registered again.
final class NodeStatusReport {

  private static final int LONGEST_LABEL = 63;

  private static final Duration PERIOD = Duration.ofMinutes(5);

  private final Machine machine;
  private final ApiClient client;
  private final Agenda agenda;
  private Agenda.Entry next = Agenda.Entry.NONE;

  NodeStatusReport(Machine machine, ApiClient client, Agenda agenda) {
    this.machine = machine;
    this.client = client;
    this.agenda = agenda;
  }

  void start(Duration after) {
    if (after.isZero()) {
      begin();
    } else {
      next = agenda.after(after, "node status", this::begin);
    }
  }

  void stop() {
    next.cancel();
  }

  void write() {
    next.cancel();
    if (client.get(Kind.NODE, machine.name()).isPresent()) {
      client.edit(Kind.NODE, machine.name(), Part.STATUS, this::fresh);
    }
    next = agenda.after(PERIOD, "node status", this::write);
  }

  private void begin() {
    if (client.get(Kind.NODE, machine.name()).isEmpty()) {
      Node node = Kind.NODE.copy(machine.template());
      node.getMetadata()
          .getLabels()
          .putIfAbsent("kubernetes.io/hostname", hostname(machine.name()));
      node.getMetadata().getLabels().putIfAbsent("kubernetes.io/os", "linux");
      if (node.getSpec() == null) {
        node.setSpec(new NodeSpec());
      }
      client.create(Kind.NODE, fresh(node));
    }
    write();
  }

  private Node fresh(Node node) {
    NodeStatus status = new NodeStatus();
    NodeSystemInfo info = new NodeSystemInfo();
    info.setBootID(machine.bootId());
    info.setKubeletVersion("v1.34.4");
    info.setOperatingSystem("linux");
    status.setNodeInfo(info);
    List<NodeCondition> conditions = new ArrayList<>();
    List<NodeCondition> before =
        node.getStatus() == null ? List.of() : Absent.list(node.getStatus().getConditions());
    conditions.add(ready(before));
    before.stream().filter(each -> !"Ready".equals(each.getType())).forEach(conditions::add);
    status.setConditions(conditions);
    node.setStatus(status);
    return node;
  }

  private NodeCondition ready(List<NodeCondition> before) {
    Instant now = agenda.now();
    String since =
        before.stream()
            .filter(each -> "Ready".equals(each.getType()) && "True".equals(each.getStatus()))
            .map(NodeCondition::getLastTransitionTime)
            .findFirst()
            .orElse(Times.text(now));
    NodeCondition ready = new NodeCondition();
    ready.setType("Ready");
    ready.setStatus("True");
    ready.setReason("KubeletReady");
    ready.setLastHeartbeatTime(Times.text(now));
    ready.setLastTransitionTime(since);
    return ready;
  }

  /// The label value of a host name, which is shorter than a node's may be.
  private static String hostname(String node) {
    String cut = node.substring(0, Math.min(node.length(), LONGEST_LABEL));
    return cut.replaceAll("[^a-z0-9]+$", "");
  }
}
