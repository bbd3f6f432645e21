package io.nodewright.engine;

import io.nodewright.engine.ConditionsOfSubject.DeletionHold;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.ordering.OrderGate;
import io.nodewright.engine.rollout.Membership;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.PublishedStatus.CompartmentStatus;
import io.nodewright.engine.status.RollUp;
import io.nodewright.engine.status.Status;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The status of the subject from how its nodes stand after this pass (02 §7, 01 §4).
final class StatusOfSubject {

  private final Subject subject;
  private final OrderGate gate;
  private final SortedMap<String, NodeCase> cases;
  private final SortedMap<String, NodePlan> plans;
  private final RolloutOfSubject rollout;
  private final ConfigGates gates;

  StatusOfSubject(
      Subject subject,
      OrderGate gate,
      SortedMap<String, NodeCase> cases,
      SortedMap<String, NodePlan> plans,
      RolloutOfSubject rollout,
      ConfigGates gates) {
    this.subject = subject;
    this.gate = gate;
    this.cases = cases;
    this.plans = plans;
    this.rollout = rollout;
    this.gates = gates;
  }

  /// Derives it.
  ///
  /// @param applied the message of the latest stage start
  /// @param hold why a deletion is held
  PublishedStatus derive(Optional<String> applied, Optional<DeletionHold> hold) {
    SortedMap<String, Status> statuses = new TreeMap<>();
    SortedMap<String, NodeState.Known> states = new TreeMap<>();
    SortedSet<String> complete = new TreeSet<>();
    plans.forEach(
        (name, plan) -> {
          statuses.put(name, plan.status());
          if (plan.state() instanceof NodeState.Known known && !known.entries().isEmpty()) {
            states.put(name, published(known));
          }
          if (plan.complete()) {
            complete.add(name);
          }
        });
    Status status = status(statuses, complete.size() == plans.size());
    Membership membership = rollout.membership(status);
    SortedMap<String, CompartmentStatus> compartments = rollout.published(membership, plans);
    PublishedStatus before = subject.view().status();
    return new PublishedStatus(
        status,
        true,
        status == Status.COMPLETE && !gates.pending()
            ? subject.view().generation()
            : before.observedGeneration(),
        statuses,
        states,
        inProgress(statuses),
        complete.size() + "/" + plans.size(),
        packageList(),
        new ConditionsOfSubject(subject, cases, plans)
            .all(status, statuses, complete, applied, rollout.stopped(compartments, plans), hold),
        membership.pickedAt(),
        membership.orderOffset(),
        membership.order(),
        bootIds(before),
        gates.configUpdates(),
        compartments);
  }

  /// The copy of a record: without what only the node keeps, as it is read back from the status.
  private static NodeState.Known published(NodeState.Known state) {
    if (state.entries().values().stream().allMatch(PackageRecord::publishable)) {
      return state; // nearly always
    }
    SortedMap<PackageRef, PackageRecord> entries = new TreeMap<>();
    state.entries().forEach((ref, record) -> entries.put(ref, record.published()));
    return new NodeState.Known(entries);
  }

  private Status status(SortedMap<String, Status> statuses, boolean everyNodeComplete) {
    return new RollUp(
            subject.view().paused(),
            subject.view().disabled(),
            subject.policyMissing(),
            gate.barrier().isPresent(),
            statuses.values(),
            everyNodeComplete)
        .status();
  }

  private static int inProgress(SortedMap<String, Status> statuses) {
    return (int)
        statuses.values().stream()
            .filter(status -> status == Status.IN_PROGRESS || status == Status.ERRORING)
            .count();
  }

  private String packageList() {
    return subject.packages().values().stream()
        .map(spec -> spec.ref().shown())
        .sorted()
        .collect(Collectors.joining(","));
  }

  private SortedMap<String, String> bootIds(PublishedStatus before) {
    SortedMap<String, String> ids = new TreeMap<>();
    cases.forEach(
        (name, node) -> {
          boolean handled = node.reboot().handled();
          String id =
              node.node().bootId().isEmpty() || !handled
                  ? before.nodeBootIds().getOrDefault(name, "")
                  : node.node().bootId();
          if (!id.isEmpty()) {
            ids.put(name, id);
          }
        });
    return ids;
  }
}
