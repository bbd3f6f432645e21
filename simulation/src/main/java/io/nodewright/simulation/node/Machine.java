package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.simulation.controller.NodeLeases;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;

/// One machine: power, boot ID, disk, and the kubelet that runs while the power is on.
///
/// What holds: a boot gives a new boot ID; containers die with the power and nobody hears of it
/// until the kubelet is back; the disk outlives all of that.
public final class Machine {

  private static final Duration BOOT = Duration.ofSeconds(20);

  private final Node template;
  private final Host host = new Host();
  private final Kubelet kubelet;
  private final Agenda agenda;
  private final Instant since;
  private int boots;
  private boolean on;
  private boolean scrapped;

  /// A machine without power.
  ///
  /// @param template how its kubelet registers it when there is no Node of that name: name, labels,
  ///   taints
  public Machine(
      Node template,
      ApiServer server,
      Agenda agenda,
      FaultPlan faults,
      FaultCounts counts,
      NodeLeases leases) {
    this.template = template;
    this.agenda = agenda;
    this.since = agenda.now();
    this.kubelet = new Kubelet(this, server, agenda, faults, counts, leases);
  }

  /// The node's name.
  public String name() {
    return template.getMetadata().getName();
  }

  /// Its disk.
  public Host host() {
    return host;
  }

  /// The boot ID of the last boot; empty before the first.
  public String bootId() {
    return boots == 0 ? "" : "boot-%s-%d".formatted(name(), boots);
  }

  /// Whether the power is on.
  public boolean on() {
    return on;
  }

  /// Its kubelet.
  public Kubelet kubelet() {
    return kubelet;
  }

  /// Boots it at once: the kubelet starts, registers the node or takes the registered one over, and
  /// looks after the Pods that it finds bound.
  public void powerOn() {
    powerOn(Duration.ofMillis(200));
  }

  /// The same, with the API server hearing of it late: Pods run on before it knows the new boot ID.
  ///
  /// @param statusAfter how long until the node's status is written
  public void powerOn(Duration statusAfter) {
    if (!on && !scrapped) {
      on = true;
      boots++;
      kubelet.start(true, statusAfter);
    }
  }

  /// Takes the power away: containers die, and nobody is told.
  public void powerOff() {
    if (!on) {
      return;
    }
    on = false;
    kubelet.stop(true);
  }

  /// Takes the power away for good: a boot that is on its way does not come.
  public void scrap() {
    powerOff();
    scrapped = true;
  }

  /// Takes the power away and boots again after a while.
  ///
  /// @param down how long it is off
  public void reboot(Duration down) {
    powerOff();
    agenda.after(down, "boot", this::powerOn);
  }

  /// The same, for as long as a machine usually needs.
  public void reboot() {
    reboot(BOOT);
  }

  /// When it was built.
  Instant since() {
    return since;
  }

  Node template() {
    return template;
  }
}
