package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Metadata;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Deletes Pods that do not stand a `NoExecute` taint of their node, or no longer.
public final class TaintEviction {

  private static final Duration AT_ONCE = Duration.ofMillis(50);

  private final Agenda agenda;
  private final ApiServer server;
  private final ApiClient client;
  private final Map<String, Agenda.Entry> due = new HashMap<>();

  private TaintEviction(Agenda agenda, ApiServer server) {
    this.agenda = agenda;
    this.server = server;
    this.client = server.as("taint-eviction-controller");
  }

  /// Starts one.
  public static void start(Agenda agenda, ApiServer server) {
    TaintEviction it = new TaintEviction(agenda, server);
    server.subscribe(Kind.NODE, it::nodeChanged);
    server.subscribe(Kind.POD, it::podChanged);
  }

  private void nodeChanged(Change<Node> change) {
    Node after = change.after();
    Node before = change.before();
    if (after == null) {
      return;
    }
    if (before != null && Objects.equals(before.getSpec(), after.getSpec())) {
      return;
    }
    for (Pod pod : server.list(Kind.POD)) {
      if (change.name().equals(pod.getSpec().getNodeName())) {
        weigh(after, pod);
      }
    }
  }

  private void podChanged(Change<Pod> change) {
    Pod pod = change.object();
    switch (change.type()) {
      case ADDED ->
          server
              .get(Kind.NODE, String.valueOf(pod.getSpec().getNodeName()))
              .ifPresent(node -> weigh(node, pod));
      case MODIFIED -> {}
      case DELETED -> cancel(pod.getMetadata().getUid());
    }
  }

  private void weigh(Node node, Pod pod) {
    String uid = pod.getMetadata().getUid();
    Optional<Duration> stay = Taints.stay(node, pod);
    if (stay.isEmpty()) {
      cancel(uid);
      return;
    }
    Agenda.Entry known = due.get(uid);
    // The clock of a Pod goes on from the first taint.
    if (known == null || !known.waits()) {
      due.put(uid, agenda.after(stay.get().plus(AT_ONCE), "taint eviction", () -> evict(pod)));
    }
  }

  private void cancel(String uid) {
    Agenda.Entry known = due.remove(uid);
    if (known != null) {
      known.cancel();
    }
  }

  private void evict(Pod pod) {
    due.remove(pod.getMetadata().getUid());
    server
        .get(Kind.POD, pod.getMetadata().getName())
        .filter(each -> each.getMetadata().getUid().equals(pod.getMetadata().getUid()))
        .filter(each -> !Metadata.deleting(each))
        .ifPresent(
            each ->
                Disruptions.disrupt(
                    client,
                    each,
                    "DeletionByTaintManager",
                    "Taint manager: deleting due to NoExecute taint",
                    false,
                    -1,
                    agenda.now()));
  }
}
