package io.nodewright.simulation.operator;

import io.nodewright.simulation.time.Agenda;
import java.time.Instant;

/// Whether a process may write: until the moment that its last renewal of the lease is good for.
final class Fence {

  private final Agenda agenda;
  private final Protections protections;
  private Instant closesAt = Instant.MIN;
  private boolean everOpen;

  Fence(Agenda agenda, Protections protections) {
    this.agenda = agenda;
    this.protections = protections;
  }

  /// Opens it until something closes it.
  void open(Instant until) {
    closesAt = until;
    everOpen = true;
  }

  void closeAt(Instant when) {
    closesAt = when;
  }

  boolean open() {
    return agenda.now().isBefore(closesAt) || (everOpen && !protections.on(Protection.FENCE));
  }
}
