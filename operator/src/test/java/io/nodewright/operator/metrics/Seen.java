package io.nodewright.operator.metrics;

import io.nodewright.engine.Decision;
import io.nodewright.engine.drain.DrainSettings;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.Limit;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Resources;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.CompartmentSpec;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.rollout.ResetOnCompletion;
import io.nodewright.engine.rollout.Strategy;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeWrightSpec;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.PolicyView;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.PublishedStatus.CompartmentStatus;
import io.nodewright.engine.status.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// One NodeWright, and what a pass derived of it: `tuning`, without packages, nodes and policy
/// until it is given some.
final class Seen {

  private final String name;
  private String policy = "";
  private boolean deleting;
  private Status status = Status.IN_PROGRESS;
  private final SortedMap<String, PackageSpec> packages = new TreeMap<>();
  private final SortedMap<String, PolicyView> policies = new TreeMap<>();
  private final SortedMap<String, Status> nodes = new TreeMap<>();
  private final SortedMap<String, NodeState.Known> records = new TreeMap<>();
  private final SortedMap<String, CompartmentStatus> compartments = new TreeMap<>();

  private Seen(String name) {
    this.name = name;
  }

  static Seen aNodeWright() {
    return aNodeWright("tuning");
  }

  static Seen aNodeWright(String name) {
    return new Seen(name);
  }

  Seen status(Status status) {
    this.status = status;
    return this;
  }

  Seen deleting() {
    deleting = true;
    return this;
  }

  /// Its spec has that package.
  Seen wants(String name, String version) {
    return wants(name, version, false);
  }

  Seen uninstalls(String name, String version) {
    return wants(name, version, true);
  }

  private Seen wants(String name, String version, boolean uninstall) {
    packages.put(
        name,
        new PackageSpec(
            new PackageRef(name, version),
            "example/" + name,
            "",
            "",
            new Interrupt.None(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            new Resources.Unset(),
            new Limit.Inherited(),
            new Limit.Inherited(),
            uninstall,
            uninstall));
    return this;
  }

  /// It selects that node, which has these records.
  Seen node(String node, Status status, PackageRecord... on) {
    nodes.put(node, status);
    SortedMap<PackageRef, PackageRecord> entries = new TreeMap<>();
    for (PackageRecord each : on) {
      entries.put(each.ref(), each);
    }
    records.put(node, new NodeState.Known(entries));
    return this;
  }

  static PackageRecord record(
      String name, String version, Stage stage, StageState state, int restarts) {
    return new PackageRecord(
        new PackageRef(name, version),
        "example/" + name,
        "",
        stage,
        state,
        restarts,
        false,
        0,
        new TreeMap<>());
  }

  /// It names a policy that is there.
  Seen policy(String policy, Strategy defaults, CompartmentSpec... named) {
    this.policy = policy;
    policies.put(
        policy,
        new PolicyView(
            policy,
            new CompartmentSpec(
                CompartmentSpec.DEFAULT, LabelSelector.EVERYTHING, new Budget.Count(1), defaults),
            List.of(named),
            true));
    return this;
  }

  /// It names a policy that is not there.
  Seen missingPolicy(String policy) {
    this.policy = policy;
    return this;
  }

  static CompartmentSpec named(String name, Strategy strategy) {
    return new CompartmentSpec(name, LabelSelector.EVERYTHING, new Budget.Count(1), strategy);
  }

  Seen compartment(String name, CompartmentStatus now) {
    compartments.put(name, now);
    return this;
  }

  /// A compartment of 8 nodes: 2 at once, 1 at work, 5 done.
  static CompartmentStatus aCompartment(BatchState batch) {
    return new CompartmentStatus(8, 2, 1, 5, 62, batch);
  }

  /// Batch 3, two failed before it, stopped.
  static BatchState aStoppedBatch() {
    return new BatchState(3, 2, 0, 0, 1, true, true, new TreeSet<>());
  }

  /// The fleet as the pass saw it.
  FleetSnapshot fleet() {
    SortedMap<String, NodeWrightView> views = new TreeMap<>();
    views.put(name, view());
    return fleet(views);
  }

  /// The fleet without it.
  FleetSnapshot fleetWithout() {
    return fleet(new TreeMap<>());
  }

  private FleetSnapshot fleet(SortedMap<String, NodeWrightView> views) {
    FleetSnapshot empty = FleetSnapshot.empty(EngineSettings.standard("agent", "0.21.0"));
    return new FleetSnapshot(
        empty.settings(),
        empty.nodes(),
        views,
        policies,
        empty.jobs(),
        empty.configMaps(),
        empty.metadata(),
        empty.refusals(),
        empty.busyNodes());
  }

  private NodeWrightView view() {
    return new NodeWrightView(
        name,
        "uid",
        "1",
        1,
        Instant.EPOCH,
        false,
        false,
        deleting,
        true,
        "",
        new NodeWrightSpec(
            LabelSelector.EVERYTHING,
            new Budget.Unset(),
            policy,
            ResetOnCompletion.BY_POLICY,
            200,
            Sequencing.NODE,
            false,
            LabelSelector.EVERYTHING,
            DrainSettings.DEFAULTS,
            List.of(),
            false,
            false,
            false,
            packages),
        List.of(),
        PublishedStatus.NONE);
  }

  /// What the pass decided.
  Decision decision() {
    PublishedStatus none = PublishedStatus.NONE;
    return new Decision(
        name,
        List.of(),
        List.of(),
        List.of(),
        new PublishedStatus(
            status,
            true,
            0,
            new TreeMap<>(nodes),
            new TreeMap<>(records),
            0,
            "",
            "",
            List.of(),
            none.nodePriority(),
            0,
            none.nodeOrder(),
            none.nodeBootIds(),
            none.configUpdates(),
            new TreeMap<>(compartments)),
        new ArrayList<>(),
        Instant.EPOCH);
  }
}
