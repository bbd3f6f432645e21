package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/// Collects Pods that nobody else will: those of a node that is gone, a minute after that, and the
/// oldest ended ones when there are too many.
public final class PodCollection {

  /// It looks every 20 seconds, and again 40 seconds after it missed a node.
  private static final Duration PERIOD = Duration.ofSeconds(20);

  private static final Duration QUARANTINE = Duration.ofSeconds(40);

  private final Agenda agenda;
  private final ApiServer server;
  private final ApiClient client;

  /// Starts it.
  public PodCollection(Agenda agenda, ApiServer server) {
    this.agenda = agenda;
    this.server = server;
    this.client = server.as("pod-garbage-collector");
    server.subscribe(Kind.NODE, this::nodeChanged);
    server.subscribe(Kind.POD, this::podChanged);
  }

  /// Deletes the oldest ended Pods until `keep` are left.
  public void collectEnded(int keep) {
    List<Pod> ended =
        server.list(Kind.POD).stream()
            .filter(PodOutcomes::terminal)
            .sorted(
                Comparator.comparing((Pod each) -> each.getMetadata().getCreationTimestamp())
                    .thenComparing(each -> each.getMetadata().getName()))
            .toList();
    for (Pod pod : ended.subList(0, Math.max(0, ended.size() - keep))) {
      client.delete(
          Kind.POD,
          pod.getMetadata().getName(),
          Deletion.of(pod.getMetadata().getUid()).withGrace(0));
    }
  }

  private void nodeChanged(Change<Node> change) {
    if (change.type() == Change.Type.DELETED) {
      checkLater(change.name());
    }
  }

  private void podChanged(Change<Pod> change) {
    if (change.type() == Change.Type.ADDED) {
      String node = change.object().getSpec().getNodeName();
      if (node != null && server.get(Kind.NODE, node).isEmpty()) {
        checkLater(node);
      }
    }
  }

  private void checkLater(String node) {
    long past = agenda.now().toEpochMilli() % PERIOD.toMillis();
    Duration untilSeen = PERIOD.minusMillis(past);
    agenda.after(untilSeen.plus(QUARANTINE), "pod collection", () -> collect(node));
  }

  private void collect(String node) {
    if (server.get(Kind.NODE, node).isPresent()) {
      return;
    }
    for (Pod pod : server.list(Kind.POD)) {
      if (node.equals(pod.getSpec().getNodeName())) {
        Disruptions.disrupt(
            client, pod, "DeletionByPodGC", "PodGC: node no longer exists", true, 0, agenda.now());
      }
    }
  }
}
