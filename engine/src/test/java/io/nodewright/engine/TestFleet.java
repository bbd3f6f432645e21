package io.nodewright.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.InterruptJob;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.action.StageJob;
import io.nodewright.engine.drain.DrainBlocker;
import io.nodewright.engine.drain.DrainStart;
import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.InterruptRun;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.JobTemplate;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.MetadataView;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.PolicyView;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.engine.status.Condition;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Status;
import io.nodewright.engine.status.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/// A fleet in memory that takes the engine's decisions at once: enough of an API server to write a
/// rule as given, when, then. Every write is checked for what it was decided on.
public final class TestFleet {

  private final Engine engine = new Engine();
  private final SortedMap<String, NodeView> nodes = new TreeMap<>();
  private final SortedMap<String, NodeWrightView> nodeWrights = new TreeMap<>();
  private final SortedMap<String, PolicyView> policies = new TreeMap<>();
  private final SortedMap<String, JobFacts> jobs = new TreeMap<>();
  private final SortedMap<String, List<JobFacts>> jobsSeen = new TreeMap<>();
  private final SortedMap<String, ConfigMapView> configMaps = new TreeMap<>();
  private final SortedMap<String, MetadataView> metadata = new TreeMap<>();
  private final Map<JobKey, Refusal> refusals = new HashMap<>();
  private final List<Action> taken = new ArrayList<>();
  private final TestPods pods = new TestPods();
  private final SortedMap<String, String> busy = new TreeMap<>();
  private final SortedMap<String, SortedMap<String, String>> told = new TreeMap<>();
  private final SortedMap<JobKey, InterruptJob> interrupts =
      new TreeMap<>(Comparator.comparing(JobKey::toString));
  private final SortedMap<JobKey, StageJob> built =
      new TreeMap<>(Comparator.comparing(JobKey::toString));
  private final SortedMap<JobKey, SortedMap<String, String>> configOfJobs =
      new TreeMap<>(Comparator.comparing(JobKey::toString));
  private final PlanMemory memory = new PlanMemory();
  private Instant now = Fixtures.START;
  private EngineSettings settings = Fixtures.settings();
  private boolean slowDeletes;
  private boolean taintsDenied;
  private int serial;
  private int leftToLive = Integer.MAX_VALUE;
  private Decision last = engine.decide(FleetSnapshot.empty(Fixtures.settings()), "", now);

  public TestFleet node(Fixtures.NodeBuilder builder) {
    NodeView node = builder.build();
    nodes.put(node.name(), node);
    return this;
  }

  public TestFleet nodes(String... names) {
    for (String name : names) {
      node(Fixtures.aNode(name));
    }
    return this;
  }

  public TestFleet nodeWright(Fixtures.NodeWrightBuilder builder) {
    NodeWrightView view = builder.build();
    nodeWrights.put(view.name(), view);
    return this;
  }

  public TestFleet settings(EngineSettings wanted) {
    settings = wanted;
    return this;
  }

  /// The node comes back with another boot ID.
  public TestFleet reboot(String node) {
    return change(
        node,
        view ->
            new NodeView(
                view.name(),
                view.uid(),
                next(),
                view.labels(),
                view.taints(),
                view.unschedulable(),
                view.persistentCordon(),
                view.untouched(),
                view.ignored(),
                "boot-" + next(),
                view.records(),
                view.conditions()));
  }

  public TestFleet policy(PolicyView policy) {
    policies.put(policy.name(), policy);
    return this;
  }

  public TestFleet withoutPolicy(String name) {
    policies.remove(name);
    return this;
  }

  // ---- time and passes

  public TestFleet wait(Duration duration) {
    now = now.plus(duration);
    return this;
  }

  /// One pass of one NodeWright; its actions are taken. What earlier passes worked out is used, and
  /// never changes the decision: that is looked at in every pass of every test.
  public Decision pass(String nodeWright) {
    now = now.plusMillis(10);
    last = engine.decide(snapshot(), nodeWright, now, memory);
    assertEquals(engine.decide(snapshot(), nodeWright, now), last, "the decision without memory");
    told.put(nodeWright, last.told());
    taken.clear();
    for (Action action : all(last)) {
      if (leftToLive-- == 0) {
        return last;
      }
      take(action);
    }
    return last;
  }

  private List<Action> all(Decision decision) {
    List<Action> all = new ArrayList<>(decision.own());
    decision.nodes().forEach(list -> all.addAll(untilDenied(list.actions())));
    return all;
  }

  /// What comes before a taint that is not allowed; the rest of that list is dropped.
  private List<Action> untilDenied(List<Action> list) {
    return list.stream()
        .takeWhile(action -> !(taintsDenied && action instanceof Action.TaintNode))
        .toList();
  }

  /// Whether the API server refuses to taint nodes.
  public TestFleet denyTaints(boolean denied) {
    taintsDenied = denied;
    return this;
  }

  /// Passes of all NodeWrights until none has anything to do.
  public TestFleet settle() {
    for (int i = 0; i < 60; i++) {
      boolean quiet = true;
      for (String name : List.copyOf(nodeWrights.keySet())) {
        quiet &= pass(name).quiet();
      }
      if (quiet) {
        return this;
      }
    }
    throw new AssertionError("not quiet after 60 rounds; last decision: " + last);
  }

  /// Runs all Jobs to their end and settles, until nothing is left to do.
  public TestFleet runToTheEnd() {
    for (int i = 0; i < 400; i++) {
      settle();
      List<JobFacts> open =
          jobs.values().stream().filter(job -> job.unfinished() && !job.suspended()).toList();
      if (open.isEmpty()) {
        return this;
      }
      open.forEach(job -> complete(job.key().node(), job.key().ref().name()));
    }
    throw new AssertionError("no end after 400 rounds");
  }

  /// As [#runToTheEnd], for the Jobs of one node.
  public TestFleet runToTheEndOf(String node) {
    for (int i = 0; i < 400; i++) {
      settle();
      List<JobFacts> open =
          jobs.values().stream()
              .filter(job -> job.unfinished() && job.key().node().equals(node))
              .toList();
      if (open.isEmpty()) {
        return this;
      }
      open.forEach(job -> complete(node, job.key().ref().name()));
    }
    throw new AssertionError("no end after 400 rounds");
  }

  /// The operator is killed after that many more actions; what was left of that pass is lost.
  public TestFleet killAfter(int actions) {
    leftToLive = actions;
    return this;
  }

  /// Whether the kill of [#killAfter] has come.
  public boolean killed() {
    return leftToLive < 0;
  }

  /// What a package's ConfigMap delivers.
  public SortedMap<String, String> delivered(String nodeWright, String key) {
    return Optional.ofNullable(configMaps.get(nodeWright + "-" + key)).orElseThrow().data();
  }

  /// Whether the gate of a package's config is marked as open.
  public boolean gateOpen(String nodeWright, String key) {
    return Optional.ofNullable(configMaps.get(nodeWright + "-" + key)).orElseThrow().gateOpen();
  }

  /// Somebody edits a package's ConfigMap by hand.
  public TestFleet editConfigMap(String nodeWright, String key, SortedMap<String, String> data) {
    ConfigMapView map = Optional.ofNullable(configMaps.get(nodeWright + "-" + key)).orElseThrow();
    replace(map, data, map.gateOpen());
    return this;
  }

  public TestFleet loseConfigMaps() {
    configMaps.clear();
    return this;
  }

  /// A package's ConfigMap comes back from a backup, without its owner.
  public TestFleet restoreConfigMap(
      String nodeWright, PackageRef ref, SortedMap<String, String> data) {
    String name = nodeWright + "-" + ref.key();
    configMaps.put(
        name, new ConfigMapView(nodeWright, ref, name, "uid", "1", "", false, false, data));
    return this;
  }

  public FleetSnapshot snapshot() {
    SortedMap<String, List<JobFacts>> byNode = new TreeMap<>();
    jobs.values()
        .forEach(job -> byNode.computeIfAbsent(job.key().node(), _ -> new ArrayList<>()).add(job));
    byNode.replaceAll((node, list) -> list.equals(jobsSeen.get(node)) ? jobsSeen.get(node) : list);
    jobsSeen.clear();
    jobsSeen.putAll(byNode);
    return new FleetSnapshot(
        settings,
        new TreeMap<>(nodes),
        new TreeMap<>(nodeWrights),
        new TreeMap<>(policies),
        byNode,
        new TreeMap<>(configMaps),
        new TreeMap<>(metadata),
        new HashMap<>(refusals),
        new TreeMap<>(busy),
        pods.seenOn(nodes.keySet(), nodeWrights.values()),
        new TreeMap<>(told));
  }

  public Decision last() {
    return last;
  }

  // ---- what the cluster and people do

  /// The unfinished Job of that package on the node completes.
  public TestFleet complete(String node, String packageName) {
    return end(
        node,
        packageName,
        job -> with(job, new JobPhase.Complete(now), job.attempts(), job.failedAttempts()));
  }

  /// One attempt fails by exit code 1; the Job goes on.
  public TestFleet failAttempt(String node, String packageName) {
    return attempt(node, packageName, 1, "Error", false, false);
  }

  /// An attempt that ended in the given way.
  public TestFleet attempt(
      String node,
      String packageName,
      int exitCode,
      String reason,
      boolean disrupted,
      boolean deleting) {
    now = now.plusSeconds(1);
    return end(
        node,
        packageName,
        job -> {
          List<Attempt> attempts = new ArrayList<>(job.attempts());
          List<Attempt.Container> containers =
              exitCode < 0
                  ? List.of()
                  : List.of(
                      new Attempt.Container(
                          packageName + "-" + job.key().stage().word(),
                          "example/agent:7.0.0",
                          0,
                          new Attempt.ContainerState.Terminated(exitCode, reason, "", now)));
          attempts.add(
              new Attempt(
                  job.name() + "-" + attempts.size(),
                  "pod-" + ++serial,
                  now,
                  Attempt.Phase.FAILED,
                  deleting,
                  disrupted,
                  exitCode < 0 ? reason : "",
                  "",
                  containers));
          return with(
              job,
              job.phase(),
              attempts,
              disrupted || deleting ? job.failedAttempts() : job.failedAttempts() + 1);
        });
  }

  /// A Pod of the Job waits for an image.
  public TestFleet waiting(String node, String packageName, String reason) {
    return end(
        node,
        packageName,
        job ->
            with(
                job,
                job.phase(),
                List.of(
                    new Attempt(
                        job.name() + "-0",
                        "pod-" + ++serial,
                        now,
                        Attempt.Phase.PENDING,
                        false,
                        false,
                        "",
                        "",
                        List.of(
                            new Attempt.Container(
                                packageName + "-init",
                                "example/" + packageName,
                                0,
                                new Attempt.ContainerState.Waiting(reason, "not found"))))),
                job.failedAttempts()));
  }

  /// The Job's budget is spent.
  public TestFleet failJob(String node, String packageName, String reason) {
    return end(
        node,
        packageName,
        job ->
            with(job, new JobPhase.Failed(reason, "", now), job.attempts(), job.failedAttempts()));
  }

  public TestFleet loseAttempts(String node, String packageName) {
    jobs.replaceAll(
        (_, job) ->
            job.key().node().equals(node) && job.key().ref().name().equals(packageName)
                ? with(job, job.phase(), List.of(), job.failedAttempts())
                : job);
    return this;
  }

  /// Deleted Jobs stay, terminating, until [#deletionsEnd]: as long as their Pods do.
  public TestFleet deletionsTakeTime() {
    slowDeletes = true;
    return this;
  }

  public TestFleet deletionsEnd() {
    jobs.values().removeIf(JobFacts::deleting);
    return this;
  }

  /// The status of the NodeWright is lost.
  public TestFleet loseStatus(String nodeWright) {
    NodeWrightView seen = nodeWright(nodeWright);
    change(seen, seen.finalizer(), seen.operatorVersion(), PublishedStatus.NONE);
    return this;
  }

  /// The command line's `deployment-policy reset` (05 §9).
  public TestFleet resetBatches(String nodeWright) {
    PublishedStatus status = published(nodeWright);
    return restart(nodeWright, status.nodePriority(), status.nodeOrderOffset(), status.nodeOrder());
  }

  /// What the command line's `reset` does to the rollout (05 §9).
  public TestFleet resetRollout(String nodeWright) {
    return restart(nodeWright, new TreeMap<>(), 0, new TreeMap<>());
  }

  private TestFleet restart(
      String nodeWright,
      SortedMap<String, Instant> members,
      int offset,
      SortedMap<String, Integer> order) {
    NodeWrightView seen = nodeWright(nodeWright);
    PublishedStatus s = seen.status();
    SortedMap<String, PublishedStatus.CompartmentStatus> compartments = new TreeMap<>();
    s.compartments()
        .forEach(
            (name, c) ->
                compartments.put(
                    name,
                    new PublishedStatus.CompartmentStatus(
                        c.matched(),
                        c.ceiling(),
                        c.inProgress(),
                        c.completed(),
                        c.progressPercent(),
                        BatchState.FIRST)));
    change(
        seen,
        seen.finalizer(),
        seen.operatorVersion(),
        new PublishedStatus(
            s.status(),
            s.present(),
            s.observedGeneration(),
            s.nodeStatus(),
            s.nodeState(),
            s.nodesInProgress(),
            s.completeNodes(),
            s.packageList(),
            s.conditions(),
            members,
            offset,
            order,
            s.nodeBootIds(),
            s.configUpdates(),
            compartments));
    return this;
  }

  public TestFleet deleteJob(String name) {
    jobs.remove(name);
    return this;
  }

  /// The package's Job is taken away, and its Pod goes on until [#deletionsEnd].
  public TestFleet loseJob(String node, String packageName) {
    return end(
        node,
        packageName,
        job ->
            JobFacts.lost(
                job.key(),
                job.uid(),
                new Attempt(
                    job.name() + "-x",
                    "uid-of-pod",
                    now,
                    Attempt.Phase.RUNNING,
                    true,
                    false,
                    "",
                    "",
                    List.of())));
  }

  public TestFleet deleteNode(String name) {
    nodes.remove(name);
    return this;
  }

  public TestFleet edit(String nodeWright, Fixtures.NodeWrightBuilder wanted) {
    NodeWrightView old = nodeWright(nodeWright);
    NodeWrightView edited = wanted.build();
    nodeWrights.put(
        nodeWright,
        new NodeWrightView(
            nodeWright,
            old.uid(),
            next(),
            edited.spec().equals(old.spec()) ? old.generation() : old.generation() + 1,
            old.created(),
            edited.paused(),
            edited.disabled(),
            old.deleting(),
            old.finalizer(),
            old.operatorVersion(),
            edited.spec(),
            edited.specProblems(),
            old.status()));
    return this;
  }

  public TestFleet delete(String nodeWright) {
    NodeWrightView old = nodeWright(nodeWright);
    nodeWrights.put(
        nodeWright,
        new NodeWrightView(
            nodeWright,
            old.uid(),
            next(),
            old.generation() + 1,
            old.created(),
            old.paused(),
            old.disabled(),
            true,
            old.finalizer(),
            old.operatorVersion(),
            old.spec(),
            old.specProblems(),
            old.status()));
    return this;
  }

  public TestFleet change(String node, UnaryOperator<NodeView> change) {
    nodes.put(node, change.apply(view(node)));
    return this;
  }

  public TestFleet relabel(String node, String key, String value) {
    return change(
        node,
        view -> {
          SortedMap<String, String> labels = new TreeMap<>(view.labels());
          labels.put(key, value);
          return rebuilt(view, labels, view.ignored(), view.records());
        });
  }

  public TestFleet ignore(String node, boolean ignored) {
    return change(node, view -> rebuilt(view, view.labels(), ignored, view.records()));
  }

  public TestFleet taint(String node, Taint... taints) {
    return change(
        node,
        view ->
            new NodeView(
                view.name(),
                view.uid(),
                next(),
                view.labels(),
                List.of(taints),
                view.unschedulable(),
                view.persistentCordon(),
                view.untouched(),
                view.ignored(),
                view.bootId(),
                view.records(),
                view.conditions()));
  }

  public TestFleet record(String node, String nodeWright, NodeState state) {
    return change(
        node, view -> withRecord(view, nodeWright, withState(view.record(nodeWright), state)));
  }

  /// Sets a recorded entry by hand, as a person or an older operator might.
  public TestFleet entry(
      String node, String nodeWright, String key, Stage stage, StageState state) {
    PackageRef ref = PackageRef.parse(key);
    SortedMap<PackageRef, PackageRecord> entries = new TreeMap<>(entries(node, nodeWright));
    entries.put(
        ref,
        new PackageRecord(
            ref, "example/" + ref.name(), "", stage, state, 0, false, 0, new TreeMap<>()));
    return record(node, nodeWright, new NodeState.Known(entries));
  }

  public TestFleet suspend(String jobName, boolean suspended) {
    jobs.computeIfPresent(jobName, (_, job) -> suspended(job, suspended));
    return this;
  }

  public TestFleet unmark(String jobName) {
    jobs.computeIfPresent(jobName, (_, job) -> processed(job, false));
    return this;
  }

  public TestFleet owner(String jobName, String ownerUid) {
    jobs.computeIfPresent(jobName, (_, j) -> new JobFactsBuilder(j).ownerUid(ownerUid).build());
    return this;
  }

  public TestFleet refuse(JobKey key, Refusal.Kind kind, String message) {
    refusals.put(
        key, new Refusal(key, kind, "Job " + name(key), message, now, now.plusSeconds(30)));
    return this;
  }

  // ---- what a test asks

  public NodeView view(String node) {
    return Optional.ofNullable(nodes.get(node)).orElseThrow();
  }

  public NodeWrightView nodeWright(String name) {
    return Optional.ofNullable(nodeWrights.get(name)).orElseThrow();
  }

  public boolean exists(String nodeWright) {
    return nodeWrights.containsKey(nodeWright);
  }

  public SortedMap<PackageRef, PackageRecord> entries(String node, String nodeWright) {
    return view(node).record(nodeWright).state() instanceof NodeState.Known(var entries)
        ? entries
        : new TreeMap<>();
  }

  /// `stage/state` of an entry; `none` when it is absent.
  public String at(String node, String nodeWright, String key) {
    PackageRecord record = entries(node, nodeWright).get(PackageRef.parse(key));
    return record == null ? "none" : record.stage().word() + "/" + record.state().word();
  }

  public int restarts(String node, String nodeWright, String key) {
    PackageRecord record = entries(node, nodeWright).get(PackageRef.parse(key));
    return record == null ? -1 : record.restarts();
  }

  public Status status(String node, String nodeWright) {
    return Status.of(view(node).record(nodeWright).statusText()).orElse(Status.UNKNOWN);
  }

  public PublishedStatus published(String nodeWright) {
    return nodeWright(nodeWright).status();
  }

  public Optional<Condition> condition(String nodeWright, String type) {
    return published(nodeWright).conditions().stream()
        .filter(condition -> condition.type().equals(type) && !condition.deprecatedTwin())
        .findFirst();
  }

  public List<String> jobNames() {
    return List.copyOf(jobs.keySet());
  }

  public List<JobFacts> jobs() {
    return List.copyOf(jobs.values());
  }

  public Optional<JobFacts> job(String node, String packageName) {
    return jobs.values().stream()
        .filter(job -> job.key().node().equals(node))
        .filter(job -> job.key().ref().name().equals(packageName))
        .filter(JobFacts::unfinished)
        .findFirst();
  }

  /// The unfinished Job's stage; `none` when there is none.
  public String running(String node, String packageName) {
    return job(node, packageName).map(job -> job.key().stage().word()).orElse("none");
  }

  public List<String> nodesAtWork() {
    return jobs.values().stream()
        .filter(JobFacts::unfinished)
        .map(job -> job.key().node())
        .distinct()
        .sorted()
        .toList();
  }

  public Optional<StageJob> built(String node, String packageName, Stage stage) {
    return built.values().stream()
        .filter(job -> job.key().node().equals(node))
        .filter(job -> job.key().ref().name().equals(packageName))
        .filter(job -> job.key().stage() == stage)
        .findFirst();
  }

  /// What the package's ConfigMap delivered when the latest Job of that stage was made.
  public SortedMap<String, String> configOfJob(String node, String packageName, Stage stage) {
    return configOfJobs.entrySet().stream()
        .filter(entry -> entry.getKey().node().equals(node))
        .filter(entry -> entry.getKey().ref().name().equals(packageName))
        .filter(entry -> entry.getKey().stage() == stage)
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  public List<Action> taken() {
    return List.copyOf(taken);
  }

  public List<String> configMaps() {
    return configMaps.values().stream().map(map -> map.ref().key()).toList();
  }

  public String verdict(String node, String packageName) {
    return verdictOf(node, packageName).map(Verdict::reason).map(Enum::name).orElse("none");
  }

  /// What the last pass said of that package there.
  public Optional<Verdict> verdictOf(String node, String packageName) {
    return last.verdicts().stream()
        .filter(v -> v.node().equals(node) && v.packageName().equals(packageName))
        .findFirst();
  }

  public Instant now() {
    return now;
  }

  // ---- taking actions

  private void take(Action action) {
    taken.add(action);
    switch (action) {
      case Action.PatchNode patch -> patch(patch);
      case Action.ConfirmGone _, Action.ConfirmPods _ -> {}
      case Action.TaintNode(NodeView seen, NodeWrightView _, Taint taint) ->
          change(seen.name(), view -> tainted(view, taint));
      case Action.SetNodeConditions(NodeView seen, String nodeWright, var wanted) ->
          nodes.computeIfPresent(
              seen.name(), (_, view) -> withConditions(view, nodeWright, wanted));
      case Action.WriteNodeMetadata(String node, String _, NodeWrightView owner, String packages) ->
          metadata.put(
              owner.name() + "-" + node,
              new MetadataView(owner.name(), node, owner.name() + "-" + node, "uid", packages));
      case Action.DeleteNodeMetadata(MetadataView seen) -> metadata.remove(seen.name());
      case Action.CreateStageJob(StageJob job) -> create(job);
      case Action.DeleteJob(JobFacts seen, String _) -> {
        if (slowDeletes) {
          jobs.computeIfPresent(seen.name(), (_, job) -> deleting(job));
        } else {
          jobs.remove(seen.name());
        }
      }
      case Action.SuspendJob(JobFacts seen, boolean suspend) -> suspend(seen.name(), suspend);
      case Action.MarkJobProcessed(JobFacts seen, Duration _) ->
          jobs.computeIfPresent(seen.name(), (_, job) -> processed(job, true));
      case Action.NoteOnJob(JobFacts seen, SortedSet<String> told) ->
          jobs.computeIfPresent(seen.name(), (_, job) -> told(job, told));
      case Action.PruneAttempt(String pod, String _) -> prune(pod);
      case Action.CreateConfigMap(NodeWrightView owner, var spec) ->
          configMaps.put(
              owner.name() + "-" + spec.ref().key(),
              new ConfigMapView(
                  owner.name(),
                  spec.ref(),
                  owner.name() + "-" + spec.ref().key(),
                  "uid",
                  "1",
                  owner.uid(),
                  false,
                  false,
                  dataOf(owner.name() + "-" + spec.ref().key()).orElse(spec.configMap())));
      case Action.OpenConfigGate(ConfigMapView seen) -> replace(seen, seen.data(), true);
      case Action.ReplaceConfigMap(ConfigMapView seen, NodeWrightView _, var spec) -> {
        if (!seen.gateOpen()) {
          throw new AssertionError("data replaced behind a closed gate: " + action);
        }
        replace(seen, spec.configMap(), false);
      }
      case Action.DeleteConfigMap(ConfigMapView seen) -> configMaps.remove(seen.name());
      case Action.AddFinalizer(NodeWrightView seen) ->
          change(seen, true, seen.operatorVersion(), seen.status());
      case Action.RemoveFinalizer(NodeWrightView seen) -> nodeWrights.remove(seen.name());
      case Action.StampVersion(NodeWrightView seen, String version) ->
          change(seen, seen.finalizer(), version, seen.status());
      case Action.WriteStatus(NodeWrightView seen, PublishedStatus status, boolean _) ->
          change(seen, seen.finalizer(), seen.operatorVersion(), status);
      case Action.RecordEvent _ -> {}
      case Action.CreateInterruptJob(InterruptJob job) -> create(job);
      case Action.EndInterruptJob(JobFacts seen, int _, String cause) ->
          jobs.computeIfPresent(
              seen.name(),
              (_, job) ->
                  ended(
                      with(
                          job,
                          new JobPhase.Failed("BackoffLimitExceeded", "", now),
                          List.of(),
                          job.failedAttempts()),
                      cause));
      case Action.EvictPod(var pod, var _, var nodeWright, var grace) ->
          pods.call("evict", pod, nodeWright.name(), grace, now);
      case Action.DeletePod(var pod, var _, var nodeWright, var grace) ->
          pods.call("delete", pod, nodeWright.name(), grace, now);
    }
  }

  private void change(
      NodeWrightView seen, boolean finalizer, String version, PublishedStatus status) {
    NodeWrightView current = nodeWright(seen.name());
    if (!current.resourceVersion().equals(seen.resourceVersion())) {
      throw new AssertionError("two conditional writes of one object in one pass: " + taken);
    }
    nodeWrights.put(
        seen.name(),
        new NodeWrightView(
            current.name(),
            current.uid(),
            next(),
            current.generation(),
            current.created(),
            current.paused(),
            current.disabled(),
            current.deleting(),
            finalizer,
            version,
            current.spec(),
            current.specProblems(),
            status));
  }

  /// A create that meets one without an owner takes it over as it is.
  private Optional<SortedMap<String, String>> dataOf(String name) {
    return Optional.ofNullable(configMaps.get(name)).map(ConfigMapView::data);
  }

  private void replace(ConfigMapView seen, SortedMap<String, String> data, boolean gateOpen) {
    ConfigMapView current = configMaps.get(seen.name());
    if (current == null || !current.resourceVersion().equals(seen.resourceVersion())) {
      throw new AssertionError("replaced on stale facts: " + seen);
    }
    configMaps.put(
        seen.name(),
        new ConfigMapView(
            seen.nodeWright(),
            seen.ref(),
            seen.name(),
            seen.uid(),
            next(),
            seen.ownerUid(),
            seen.deleting(),
            gateOpen,
            data));
  }

  private static JobFacts deleting(JobFacts j) {
    return new JobFactsBuilder(j).deleting(true).build();
  }

  private static JobFacts told(JobFacts j, SortedSet<String> told) {
    return new JobFactsBuilder(j).told(told).build();
  }

  private void create(StageJob job) {
    if (jobs.containsKey(name(job.key()))) {
      throw new AssertionError("Job exists: " + job.key());
    }
    built.put(job.key(), job);
    configOfJobs.put(job.key(), delivered(job.key().nodeWright(), job.key().ref().key()));
    jobs.put(
        name(job.key()),
        new JobFactsBuilder(
                job.key(),
                name(job.key()),
                "job-" + ++serial,
                JobTemplate.of(
                    job.spec(), job.key().stage(), "example/agent:7.0.0", job.configKeys()),
                now)
            .ownerUid(job.nodeWrightUid())
            .build());
  }

  private void create(InterruptJob job) {
    JobKey key = job.key();
    String name =
        String.join(
            "-", key.nodeWright(), key.stage().word(), job.interrupt().type().word(), key.node());
    if (jobs.containsKey(name)) {
      throw new AssertionError("Job exists: " + name);
    }
    if (jobs.values().stream()
        .anyMatch(each -> each.key().node().equals(key.node()) && each.atWork())) {
      throw new AssertionError("an interrupt beside other work (LX5): " + name);
    }
    if (!view(key.node()).unschedulable()) {
      throw new AssertionError("an interrupt on a schedulable node (LX3): " + name);
    }
    interrupts.put(key, job);
    jobs.put(
        name,
        new JobFactsBuilder(
                key,
                name,
                "job-" + ++serial,
                JobTemplate.of(job.host(), key.stage(), "example/agent:7.0.0", new TreeSet<>()),
                now)
            .ownerUid(job.nodeWrightUid())
            .covers(job.covers())
            .restartAllowance(job.allowance())
            .run(new InterruptRun(job.interrupt(), "", job.resourceId()))
            .build());
  }

  private static JobFacts ended(JobFacts j, String cause) {
    return new JobFactsBuilder(j)
        .restartLimitExceeded(true)
        .run(new InterruptRun(j.run().interrupt(), cause, j.run().resourceId()))
        .build();
  }

  /// The container of the interrupt stands like that.
  public TestFleet interruptPod(
      String node, String packageName, int restarts, Attempt.ContainerState state, String told) {
    return end(
        node,
        packageName,
        job ->
            with(
                job,
                job.phase(),
                List.of(
                    new Attempt(
                        job.name() + "-0",
                        "pod-" + ++serial,
                        now,
                        Attempt.Phase.PENDING,
                        false,
                        false,
                        "",
                        "",
                        List.of(
                            new Attempt.Container(
                                "interrupt", "example/agent:7.0.0", restarts, state, told)))),
                job.failedAttempts()));
  }

  /// The Job controller has decided that the Job fails, and its Pod does not go.
  public TestFleet failing(String node, String packageName) {
    return end(
        node,
        packageName,
        job -> with(job, new JobPhase.Failing(now), job.attempts(), job.failedAttempts()));
  }

  private void patch(Action.PatchNode patch) {
    NodeView view = view(patch.seen().name());
    if (!view.record(patch.nodeWright()).equals(patch.seen().record(patch.nodeWright()))) {
      throw new AssertionError("patched on stale facts: " + patch);
    }
    NodeRecord record = view.record(patch.nodeWright());
    for (NodeEdit edit : patch.edits()) {
      record = edited(record, edit);
    }
    boolean release = patch.edits().stream().anyMatch(NodeEdit.ReleaseCordon.class::isInstance);
    if (release
        && !view.cordon(patch.nodeWright()).equals(patch.seen().cordon(patch.nodeWright()))) {
      throw new AssertionError("released on stale facts: " + patch);
    }
    nodes.put(view.name(), withRecord(view, patch.nodeWright(), record));
    patch.edits().forEach(edit -> schedule(view.name(), edit));
  }

  private void schedule(String node, NodeEdit edit) {
    switch (edit) {
      case NodeEdit.Cordon _ -> cordon(node, true);
      case NodeEdit.ReleaseCordon(boolean uncordon) -> {
        if (uncordon) {
          cordon(node, false);
        }
      }
      case NodeEdit.UnmarkPersistentCordon _ -> persistentCordon(node, false);
      case NodeEdit.PlacePersistentCordon _ -> cordon(node, true).persistentCordon(node, true);
      case NodeEdit.RemoveTaints(List<Taint> gone) ->
          taint(
              node,
              view(node).taints().stream()
                  .filter(taint -> !gone.contains(taint))
                  .toArray(Taint[]::new));
      case NodeEdit.PutRebooted _,
          NodeEdit.PutRecords _,
          NodeEdit.PutStatus _,
          NodeEdit.PutVersion _,
          NodeEdit.PutDrainStart _,
          NodeEdit.PutDrainBlocked _,
          NodeEdit.Remove _ -> {}
    }
  }

  /// Somebody cordons or uncordons the node.
  public TestFleet cordon(String node, boolean unschedulable) {
    return change(node, view -> scheduled(view, unschedulable, view.persistentCordon()));
  }

  public TestFleet persistentCordon(String node, boolean there) {
    return change(node, view -> scheduled(view, view.unschedulable(), there));
  }

  private NodeView tainted(NodeView view, Taint taint) {
    List<Taint> taints = new ArrayList<>(view.taints());
    taints.add(taint);
    return new NodeView(
        view.name(),
        view.uid(),
        next(),
        view.labels(),
        taints,
        view.unschedulable(),
        view.persistentCordon(),
        false,
        view.ignored(),
        view.bootId(),
        view.records(),
        view.conditions());
  }

  private NodeView scheduled(NodeView view, boolean unschedulable, boolean persistent) {
    return new NodeView(
        view.name(),
        view.uid(),
        next(),
        view.labels(),
        view.taints(),
        unschedulable,
        persistent,
        view.untouched() && !persistent,
        view.ignored(),
        view.bootId(),
        view.records(),
        view.conditions());
  }

  /// The annotation `cordon_<nw>` of any NodeWright, there or not.
  public TestFleet cordonOf(String node, String nodeWright, boolean there) {
    return change(
        node,
        view ->
            withRecord(
                view,
                nodeWright,
                there
                    ? edited(view.record(nodeWright), new NodeEdit.Cordon())
                    : edited(view.record(nodeWright), new NodeEdit.ReleaseCordon(false))));
  }

  /// The sentence of a verdict.
  public String message(String node, String packageName) {
    return last.verdicts().stream()
        .filter(v -> v.node().equals(node) && v.packageName().equals(packageName))
        .map(Verdict::message)
        .findFirst()
        .orElse("none");
  }

  /// As [#entry], with the package's own interrupt owed.
  public TestFleet pendingEntry(
      String node, String nodeWright, String key, Stage stage, StageState state) {
    PackageRef ref = PackageRef.parse(key);
    SortedMap<PackageRef, PackageRecord> entries = new TreeMap<>(entries(node, nodeWright));
    entries.put(
        ref,
        new PackageRecord(
            ref, "example/" + ref.name(), "", stage, state, 0, true, 0, new TreeMap<>()));
    return record(node, nodeWright, new NodeState.Known(entries));
  }

  /// A Job of a NodeWright that is not in the fleet runs on the node.
  public TestFleet foreignJob(String node, String name) {
    configMaps.put(
        name + "-x|1.0.0",
        new ConfigMapView(
            name,
            new PackageRef("x", "1.0.0"),
            name + "-x|1.0.0",
            "uid",
            "1",
            "uid-" + name,
            false,
            false,
            new TreeMap<>()));
    create(
        new StageJob(
            new JobKey(name, new PackageRef("x", "1.0.0"), Stage.APPLY, node),
            "uid-" + name,
            1,
            Fixtures.aPackage("x", "1.0.0").build(),
            0,
            Duration.ZERO,
            3,
            List.of(),
            new TreeSet<>()));
    return this;
  }

  public TestFleet deleteForeignJob(String name) {
    jobs.values().removeIf(job -> job.key().nodeWright().equals(name));
    return this;
  }

  /// Passes until the first node is cordoned; that pass is the last.
  public TestFleet settleUntilCordoned() {
    return settleUntil(() -> !cordoned().isEmpty());
  }

  /// Passes until that holds; the pass that brings it about is the last.
  public TestFleet settleUntil(BooleanSupplier holds) {
    for (int i = 0; i < 60 && !holds.getAsBoolean(); i++) {
      List.copyOf(nodeWrights.keySet()).forEach(this::pass);
    }
    if (!holds.getAsBoolean()) {
      throw new AssertionError("never came; last decision: " + last);
    }
    return this;
  }

  public List<String> cordoned() {
    return nodes.values().stream().filter(NodeView::unschedulable).map(NodeView::name).toList();
  }

  public PackageRecord record(String node, String nodeWright, String key) {
    return Optional.ofNullable(entries(node, nodeWright).get(PackageRef.parse(key))).orElseThrow();
  }

  /// When the drain of `nw` began there.
  public Instant drainStart(String node) {
    return DrainStart.read(view(node).record("nw").drainStartText()).orElseThrow();
  }

  /// What the command line's reset of a selected node removes (02 §4.16).
  public TestFleet reset(String node, String nodeWright) {
    return change(
        node,
        view ->
            withRecord(
                view,
                nodeWright,
                withDrain(
                    NodeRecord.NONE,
                    view.record(nodeWright).cordonText(),
                    NodeRecord.ABSENT,
                    List.of())));
  }

  /// An earlier list of the node still runs, from now on.
  public TestFleet busy(String node, String nodeWright) {
    busy.put(node, nodeWright);
    return this;
  }

  /// No list runs any more.
  public TestFleet idle() {
    busy.clear();
    return this;
  }

  public TestPods pods() {
    return pods;
  }

  public Optional<InterruptJob> interruptJob(String node, String packageName) {
    return job(node, packageName).map(JobFacts::key).map(interrupts::get);
  }

  /// `cordoned`, `cordoned by us`, `schedulable`, …
  public String cordon(String node) {
    NodeView view = view(node);
    SortedSet<String> holders = new TreeSet<>();
    view.records()
        .forEach(
            (name, record) -> {
              if (record.cordons()) {
                holders.add(name);
              }
            });
    return (view.unschedulable() ? "cordoned" : "schedulable")
        + (holders.isEmpty() ? "" : " by " + String.join(", ", holders));
  }

  public List<String> events(String action) {
    return taken.stream()
        .filter(Action.RecordEvent.class::isInstance)
        .map(Action.RecordEvent.class::cast)
        .map(Action.RecordEvent::event)
        .filter(event -> event.action().equals(action))
        .map(
            event ->
                (event.regarding() instanceof Action.Subject.OfNode ? "Node: " : "NodeWright: ")
                    + event.note())
        .toList();
  }

  private static NodeRecord edited(NodeRecord r, NodeEdit edit) {
    return switch (edit) {
      case NodeEdit.PutRecords(var put, var remove) -> {
        SortedMap<PackageRef, PackageRecord> entries =
            new TreeMap<>(
                r.state() instanceof NodeState.Known(var known) ? known : new TreeMap<>());
        entries.putAll(put);
        entries.keySet().removeAll(remove);
        yield withState(r, new NodeState.Known(entries));
      }
      case NodeEdit.PutStatus(Status status) ->
          new NodeRecord(
              r.state(),
              r.stateText(),
              status.word(),
              status.word(),
              r.versionText(),
              r.cordonText(),
              r.drainStartText(),
              r.drainBlockedText(),
              r.rebootedText(),
              r.drainBlocked());
      case NodeEdit.PutVersion(String version) ->
          new NodeRecord(
              r.state(),
              r.stateText(),
              r.statusText(),
              r.statusLabel(),
              version,
              r.cordonText(),
              r.drainStartText(),
              r.drainBlockedText(),
              r.rebootedText(),
              r.drainBlocked());
      case NodeEdit.Remove(SortedSet<NodeEdit.Key> keys) -> removed(r, keys);
      case NodeEdit.Cordon _ -> withDrain(r, "true", r.drainStartText(), r.drainBlocked());
      case NodeEdit.ReleaseCordon _ ->
          withDrain(r, NodeRecord.ABSENT, r.drainStartText(), r.drainBlocked());
      case NodeEdit.PutDrainStart(Instant start) ->
          withDrain(r, r.cordonText(), DrainStart.write(start), r.drainBlocked());
      case NodeEdit.PutDrainBlocked(var blockers) ->
          withDrain(r, r.cordonText(), r.drainStartText(), blockers);
      case NodeEdit.PutRebooted(String resourceId) ->
          new NodeRecord(
              r.state(),
              r.stateText(),
              r.statusText(),
              r.statusLabel(),
              r.versionText(),
              r.cordonText(),
              r.drainStartText(),
              r.drainBlockedText(),
              resourceId,
              r.drainBlocked());
      case NodeEdit.UnmarkPersistentCordon _,
          NodeEdit.PlacePersistentCordon _,
          NodeEdit.RemoveTaints _ ->
          r;
    };
  }

  private static NodeRecord withDrain(
      NodeRecord r, String cordon, String start, List<DrainBlocker> blockers) {
    return new NodeRecord(
        r.state(),
        r.stateText(),
        r.statusText(),
        r.statusLabel(),
        r.versionText(),
        cordon,
        start,
        blockers.isEmpty() ? NodeRecord.ABSENT : blockers.toString(),
        r.rebootedText(),
        blockers);
  }

  private static NodeRecord removed(NodeRecord r, SortedSet<NodeEdit.Key> keys) {
    return new NodeRecord(
        keys.contains(NodeEdit.Key.STATE) ? NodeState.EMPTY : r.state(),
        keys.contains(NodeEdit.Key.STATE) ? NodeRecord.ABSENT : r.stateText(),
        keys.contains(NodeEdit.Key.STATUS) ? NodeRecord.ABSENT : r.statusText(),
        keys.contains(NodeEdit.Key.STATUS_LABEL) ? NodeRecord.ABSENT : r.statusLabel(),
        keys.contains(NodeEdit.Key.VERSION) ? NodeRecord.ABSENT : r.versionText(),
        keys.contains(NodeEdit.Key.CORDON) ? NodeRecord.ABSENT : r.cordonText(),
        keys.contains(NodeEdit.Key.DRAIN_START) ? NodeRecord.ABSENT : r.drainStartText(),
        keys.contains(NodeEdit.Key.DRAIN_BLOCKED) ? NodeRecord.ABSENT : r.drainBlockedText(),
        keys.contains(NodeEdit.Key.REBOOTED) ? NodeRecord.ABSENT : r.rebootedText(),
        keys.contains(NodeEdit.Key.DRAIN_BLOCKED) ? List.of() : r.drainBlocked());
  }

  private static NodeRecord withState(NodeRecord r, NodeState state) {
    return new NodeRecord(
        state,
        state.toString(),
        r.statusText(),
        r.statusLabel(),
        r.versionText(),
        r.cordonText(),
        r.drainStartText(),
        r.drainBlockedText(),
        r.rebootedText(),
        r.drainBlocked());
  }

  private NodeView withRecord(NodeView view, String nodeWright, NodeRecord record) {
    SortedMap<String, NodeRecord> records = new TreeMap<>(view.records());
    records.put(nodeWright, record);
    return rebuilt(view, view.labels(), view.ignored(), records);
  }

  private NodeView rebuilt(
      NodeView view,
      SortedMap<String, String> labels,
      boolean ignored,
      SortedMap<String, NodeRecord> records) {
    return new NodeView(
        view.name(),
        view.uid(),
        next(),
        labels,
        view.taints(),
        view.unschedulable(),
        view.persistentCordon(),
        view.untouched() && records.isEmpty(),
        ignored,
        view.bootId(),
        records,
        view.conditions());
  }

  private NodeView withConditions(
      NodeView view, String nodeWright, NodeView.NodeConditions wanted) {
    SortedMap<String, NodeView.NodeConditions> conditions = new TreeMap<>(view.conditions());
    if (wanted.present()) {
      conditions.put(nodeWright, wanted);
    } else {
      conditions.remove(nodeWright);
    }
    return new NodeView(
        view.name(),
        view.uid(),
        next(),
        view.labels(),
        view.taints(),
        view.unschedulable(),
        view.persistentCordon(),
        view.untouched(),
        view.ignored(),
        view.bootId(),
        view.records(),
        conditions);
  }

  private TestFleet end(String node, String packageName, UnaryOperator<JobFacts> change) {
    JobFacts job = job(node, packageName).orElseThrow();
    JobFacts changed = change.apply(job);
    jobs.remove(job.name());
    jobs.put(changed.name(), changed);
    return this;
  }

  private void prune(String pod) {
    jobs.replaceAll(
        (_, job) ->
            job.withAttempts(job.attempts().stream().filter(a -> !a.pod().equals(pod)).toList()));
  }

  private String next() {
    return Integer.toString(++serial + 1);
  }

  private static String name(JobKey key) {
    return String.join(
        "-",
        key.nodeWright(),
        key.ref().name(),
        key.ref().version(),
        key.stage().word(),
        key.node());
  }

  private static JobFacts with(
      JobFacts j, JobPhase phase, List<Attempt> attempts, int failedAttempts) {
    return new JobFactsBuilder(j)
        .phase(phase)
        .failedAttempts(failedAttempts)
        .attempts(attempts)
        .build();
  }

  private static JobFacts processed(JobFacts j, boolean processed) {
    return new JobFactsBuilder(j).processed(processed).hasTtl(processed).build();
  }

  private JobFacts suspended(JobFacts j, boolean suspended) {
    return new JobFactsBuilder(j)
        .activeSince(suspended ? Instant.EPOCH : now)
        .suspended(suspended)
        .build();
  }
}
