package io.nodewright.simulation.controller;

import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Which kubelets renew the leases of their nodes. The renewals themselves, one per node each ten
/// seconds and of no interest to anybody, are not made: only their end and their return is.
public final class NodeLeases {

  /// How long a node may say nothing before it counts as lost.
  static final Duration GRACE = Duration.ofSeconds(50);

  private final Agenda agenda;
  private final Map<String, Instant> silentSince = new HashMap<>();
  private final List<Consumer<String>> listeners = new ArrayList<>();

  /// Leases of which none is renewed yet.
  public NodeLeases(Agenda agenda) {
    this.agenda = agenda;
  }

  /// The kubelet of that node renews from now on.
  public void renewed(String node) {
    silentSince.remove(node);
    tell(node);
  }

  /// The kubelet of that node has stopped to renew.
  public void stopped(String node) {
    silentSince.putIfAbsent(node, agenda.now());
    agenda.after(GRACE, "node lease", () -> tell(node));
  }

  /// Whether the node has said nothing for longer than it may.
  boolean lost(String node) {
    Instant since = silentSince.get(node);
    return since != null && !since.plus(GRACE).isAfter(agenda.now());
  }

  void listen(Consumer<String> listener) {
    listeners.add(listener);
  }

  private void tell(String node) {
    listeners.forEach(each -> each.accept(node));
  }
}
