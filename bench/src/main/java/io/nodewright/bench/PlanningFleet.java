package io.nodewright.bench;

import io.nodewright.engine.Decision;
import io.nodewright.engine.Engine;
import io.nodewright.engine.drain.DrainSettings;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.InterruptRun;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.JobTemplate;
import io.nodewright.engine.lifecycle.Limit;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Resources;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.CompartmentSpec;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.rollout.ResetOnCompletion;
import io.nodewright.engine.rollout.Strategy;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightSpec;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.PolicyView;
import io.nodewright.engine.status.PublishedStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// A fleet in the middle of its rollouts: 10 NodeWrights of two packages each over all nodes, one
/// policy of three compartments. A third of the nodes is complete, a third waits for its batch, and
/// a third is at work, each node for one NodeWright: complete for those before, waiting for the
/// later.
final class PlanningFleet {

  static final int NODE_WRIGHTS = 10;
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final EngineSettings SETTINGS =
      EngineSettings.standard("example/agent:1", "v0.21.0");

  private final SortedMap<String, NodeWrightView> nodeWrights = new TreeMap<>();
  private final SortedMap<String, PolicyView> policies = new TreeMap<>();
  private final SortedMap<String, ConfigMapView> configMaps = new TreeMap<>();
  private final int size;

  PlanningFleet(int size) {
    this.size = size;
    policies.put("three", policy());
    for (int k = 0; k < NODE_WRIGHTS; k++) {
      nodeWrights.put(name(k), nodeWright(k, PublishedStatus.NONE));
      for (int which = 0; which < 2; which++) {
        ConfigMapView map = configMap(k, which);
        configMaps.put(map.name(), map);
      }
    }
    settle();
  }

  /// All nodes and Jobs as new objects.
  ///
  /// @param restarts what tells one state from another, in each record and each Job
  FleetSnapshot snapshot(int restarts) {
    SortedMap<String, NodeView> nodes = new TreeMap<>();
    SortedMap<String, List<JobFacts>> jobs = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      NodeView node = node(i, restarts);
      nodes.put(node.name(), node);
      if (i % 3 == 1) {
        jobs.put(node.name(), List.of(job(node.name(), worksFor(i), restarts)));
      }
    }
    return snapshot(nodes, jobs);
  }

  /// Another snapshot of the same views, but for one node at work that is in another state.
  FleetSnapshot oneOther(FleetSnapshot seen, int restarts) {
    SortedMap<String, NodeView> nodes = new TreeMap<>(seen.nodes());
    SortedMap<String, List<JobFacts>> jobs = new TreeMap<>(seen.jobs());
    NodeView node = node(1, restarts);
    nodes.put(node.name(), node);
    jobs.put(node.name(), List.of(job(node.name(), worksFor(1), restarts)));
    return snapshot(nodes, jobs);
  }

  /// Stores what a NodeWright publishes.
  void store(int k, PublishedStatus status) {
    nodeWrights.put(name(k), nodeWright(k, status));
  }

  /// Another snapshot of the same views.
  FleetSnapshot again(FleetSnapshot seen) {
    return snapshot(new TreeMap<>(seen.nodes()), new TreeMap<>(seen.jobs()));
  }

  private FleetSnapshot snapshot(
      SortedMap<String, NodeView> nodes, SortedMap<String, List<JobFacts>> jobs) {
    return new FleetSnapshot(
        SETTINGS,
        nodes,
        new TreeMap<>(nodeWrights),
        new TreeMap<>(policies),
        jobs,
        configMaps,
        new TreeMap<>(),
        Map.of(),
        new TreeMap<>());
  }

  /// Stores what each NodeWright publishes, so that membership and batches stand as they would.
  private void settle() {
    Engine engine = new Engine();
    for (int round = 0; round < 3; round++) {
      FleetSnapshot seen = snapshot(0);
      for (int k = 0; k < NODE_WRIGHTS; k++) {
        Decision decision = engine.decide(seen, name(k), NOW);
        store(k, decision.status());
      }
    }
  }

  private static ConfigMapView configMap(int k, int which) {
    String name = name(k) + "-" + ref(k, which).name();
    return new ConfigMapView(
        name(k),
        ref(k, which),
        name,
        "uid-" + name,
        "1",
        "uid-" + name(k),
        false,
        false,
        new TreeMap<>());
  }

  private static int worksFor(int node) {
    return node / 3 % NODE_WRIGHTS;
  }

  static String name(int nodeWright) {
    return "tuning-" + nodeWright;
  }

  private static PackageRef ref(int nodeWright, int which) {
    return new PackageRef((which == 0 ? "base-" : "extra-") + nodeWright, "1.0.0");
  }

  private NodeView node(int i, int restarts) {
    String name = "node-%05d".formatted(i);
    SortedMap<String, String> labels = new TreeMap<>();
    labels.put("kubernetes.io/hostname", name);
    labels.put("zone", "z" + i % 7);
    SortedMap<String, NodeRecord> records = new TreeMap<>();
    SortedMap<String, NodeView.NodeConditions> conditions = new TreeMap<>();
    for (int k = 0; k < NODE_WRIGHTS; k++) {
      boolean complete = i % 3 == 0 || (i % 3 == 1 && k < worksFor(i));
      boolean works = i % 3 == 1 && k == worksFor(i);
      String word = complete ? "complete" : works ? "in_progress" : "waiting";
      records.put(name(k), record(k, complete, works, word, restarts));
      conditions.put(name(k), new NodeView.NodeConditions(true, !complete, NOW, false, NOW));
    }
    return new NodeView(
        name, "uid-" + name, "1", labels, List.of(), false, false, "boot", records, conditions);
  }

  private static NodeRecord record(
      int k, boolean complete, boolean works, String word, int restarts) {
    SortedMap<PackageRef, PackageRecord> entries = new TreeMap<>();
    for (int which = 0; which < 2; which++) {
      if (complete || (works && which == 0)) {
        entries.put(
            ref(k, which),
            new PackageRecord(
                ref(k, which),
                "example/" + ref(k, which).name(),
                "",
                complete ? Stage.CONFIG : Stage.APPLY,
                complete ? StageState.COMPLETE : StageState.IN_PROGRESS,
                restarts,
                false,
                0,
                new TreeMap<>()));
      }
    }
    NodeState state = new NodeState.Known(entries);
    String absent = NodeRecord.ABSENT;
    return new NodeRecord(
        state,
        entries.isEmpty() ? absent : state.toString(),
        word,
        word,
        SETTINGS.operatorVersion(),
        absent,
        absent,
        absent,
        absent);
  }

  private static JobFacts job(String node, int k, int failedAttempts) {
    PackageSpec spec = spec(k, 0, new TreeMap<>());
    return new JobFacts(
        new JobKey(name(k), spec.ref(), Stage.APPLY, node),
        name(k) + "-apply-" + node,
        "job-" + node,
        "uid-" + name(k),
        NOW.minusSeconds(30),
        NOW.minusSeconds(30),
        new JobPhase.Unfinished(),
        false,
        false,
        false,
        false,
        failedAttempts,
        JobTemplate.of(spec, Stage.APPLY, SETTINGS.agentImage(), new TreeSet<>()),
        new TreeSet<>(),
        -1,
        false,
        new TreeSet<>(),
        InterruptRun.NONE,
        List.of());
  }

  private static PackageSpec spec(int k, int which, SortedMap<String, String> dependsOn) {
    PackageRef ref = ref(k, which);
    return new PackageSpec(
        ref,
        "example/" + ref.name(),
        "",
        "",
        new Interrupt.None(),
        dependsOn,
        new TreeMap<>(),
        new TreeMap<>(),
        List.of(),
        new Resources.Unset(),
        new Limit.Inherited(),
        new Limit.Given(Duration.ofHours(1)),
        false,
        false);
  }

  private static NodeWrightView nodeWright(int k, PublishedStatus status) {
    SortedMap<String, String> after = new TreeMap<>();
    after.put(ref(k, 0).name(), "1.0.0");
    SortedMap<String, PackageSpec> packages = new TreeMap<>();
    packages.put(ref(k, 0).name(), spec(k, 0, new TreeMap<>()));
    packages.put(ref(k, 1).name(), spec(k, 1, after));
    return new NodeWrightView(
        name(k),
        "uid-" + name(k),
        "1",
        1,
        NOW,
        false,
        false,
        false,
        true,
        SETTINGS.operatorVersion(),
        new NodeWrightSpec(
            LabelSelector.EVERYTHING,
            new Budget.Unset(),
            "three",
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
        status);
  }

  private static PolicyView policy() {
    return new PolicyView(
        "three",
        new CompartmentSpec(
            CompartmentSpec.DEFAULT,
            LabelSelector.EVERYTHING,
            new Budget.Percent(50),
            new Strategy.Linear(10, 10, Strategy.Thresholds.DEFAULTS)),
        List.of(
            zone("z0", new Strategy.Fixed(50, Strategy.Thresholds.DEFAULTS)),
            zone("z1", new Strategy.Exponential(1, 2, Strategy.Thresholds.DEFAULTS))),
        true);
  }

  private static CompartmentSpec zone(String zone, Strategy strategy) {
    SortedMap<String, String> labels = new TreeMap<>();
    labels.put("zone", zone);
    return new CompartmentSpec(
        zone, new LabelSelector(labels, List.of()), new Budget.Percent(10), strategy);
  }
}
