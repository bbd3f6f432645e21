package io.nodewright.engine;

import io.nodewright.engine.ConditionsOfSubject.DeletionHold;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.names.ByName;
import io.nodewright.engine.ordering.OrderGate;
import io.nodewright.engine.rollout.Membership;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.PublishedStatus.CompartmentStatus;
import io.nodewright.engine.status.RollUp;
import io.nodewright.engine.status.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The status of the subject from how its nodes stand after this pass (02 §7, 01 §4).
final class StatusOfSubject {

  private final Subject subject;
  private final OrderGate gate;
  private final ByName<NodeCase> cases;
  private final ByName<NodePlan> plans;
  private final RolloutOfSubject rollout;
  private final ConfigGates gates;

  StatusOfSubject(
      Subject subject,
      OrderGate gate,
      ByName<NodeCase> cases,
      ByName<NodePlan> plans,
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
    ByName.Builder<Status> statusOf = new ByName.Builder<>(plans.size());
    ByName.Builder<NodeState.Known> stateOf = new ByName.Builder<>(plans.size());
    List<String> complete = new ArrayList<>();
    plans.forEach(
        (name, plan) -> {
          statusOf.add(name, plan.status());
          if (plan.state() instanceof NodeState.Known known && !known.entries().isEmpty()) {
            stateOf.add(name, published(known));
          }
          if (plan.complete()) {
            complete.add(name);
          }
        });
    ByName<Status> statuses = statusOf.build();
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
        stateOf.build(),
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
    if (publishable(state)) {
      return state; // nearly always
    }
    SortedMap<PackageRef, PackageRecord> entries = new TreeMap<>();
    state.entries().forEach((ref, record) -> entries.put(ref, record.published()));
    return new NodeState.Known(entries);
  }

  private static boolean publishable(NodeState.Known state) {
    for (PackageRecord record : state.entries().values()) {
      if (!record.publishable()) {
        return false;
      }
    }
    return true;
  }

  private Status status(ByName<Status> statuses, boolean everyNodeComplete) {
    return new RollUp(
            subject.view().paused(),
            subject.view().disabled(),
            subject.policyMissing(),
            gate.barrier().isPresent(),
            statuses.isEmpty() ? EnumSet.noneOf(Status.class) : EnumSet.copyOf(statuses.values()),
            everyNodeComplete)
        .status();
  }

  private static int inProgress(ByName<Status> statuses) {
    int count = 0;
    for (Status status : statuses.values()) {
      count += status == Status.IN_PROGRESS || status == Status.ERRORING ? 1 : 0;
    }
    return count;
  }

  private String packageList() {
    List<String> items = new ArrayList<>();
    for (PackageSpec spec : subject.packages().values()) {
      items.add(spec.ref().shown());
    }
    items.sort(Comparator.naturalOrder());
    return String.join(",", items);
  }

  private ByName<String> bootIds(PublishedStatus before) {
    ByName.Builder<String> ids = new ByName.Builder<>(cases.size());
    cases.forEach(
        (name, node) -> {
          boolean handled = node.reboot().handled();
          String id =
              node.node().bootId().isEmpty() || !handled
                  ? before.nodeBootIds().getOrDefault(name, "")
                  : node.node().bootId();
          if (!id.isEmpty()) {
            ids.add(name, id);
          }
        });
    return ids.build();
  }
}
