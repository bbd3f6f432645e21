package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.api.node.NodeStates;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.configgate.GateNode;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.operator.Writer;
import io.nodewright.simulation.people.Gates;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.StoredViews;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What is stored, as the contract reads it: decoded, and with the time since when it is so.
public final class Truth {

  /// How late watches ever are, and a little.
  private static final Duration LATEST = Duration.ofSeconds(40);

  private final ApiServer server;
  private final Map<Fact, Instant> since = new HashMap<>();
  private final Map<Fact, Instant> ceased = new HashMap<>();
  private final Map<Adopted, PackageRecord> adopted = new HashMap<>();
  private final Set<Adopted> vouched = new HashSet<>();
  private final Map<String, Instant> touched = new HashMap<>();
  private final SortedMap<String, Node> nodes = new TreeMap<>();
  private final SortedMap<String, NodeWrightView> nodeWrights = new TreeMap<>();
  private final Map<String, JobFacts> jobs = new HashMap<>();
  private final Map<String, NodeState> records = new HashMap<>();
  private Instant nodeWrightWent = Instant.MIN;

  /// Nothing yet; it grows by [#apply].
  public Truth(ApiServer server) {
    this.server = server;
  }

  /// Takes a change in.
  public void apply(Change<?> change) {
    if (!Writer.isOperator(change.who())) {
      boolean counts =
          change.kind() != Kind.NODE || !sameForUs((Node) change.before(), (Node) change.after());
      if (counts) {
        touched.put(change.kind().name() + " " + change.name(), change.at());
      }
    }
    if (change.kind() == Kind.NODE) {
      node(change);
    } else if (change.kind() == Kind.NODEWRIGHT) {
      nodeWright(change);
    } else if (change.kind() == Kind.JOB) {
      job(change);
    } else if (change.kind() == Kind.CONFIG_MAP) {
      configMap(change);
    }
  }

  /// Since when a fact is true; empty when it is not.
  public Optional<Instant> since(Fact fact) {
    return Optional.ofNullable(since.get(fact));
  }

  /// When a fact ceased to be true; never, when it is true or has not been.
  Instant ceased(Fact fact) {
    return ceased.getOrDefault(fact, Instant.MIN);
  }

  /// When a NodeWright was gone last.
  Instant nodeWrightWent() {
    return nodeWrightWent;
  }

  /// Whether a node's record of a package is older than the package's ConfigMap, or than the change
  /// of its data that passed the node by, for it was not selected: it ran with config that nothing
  /// tells of any more.
  boolean adopted(String nodeWright, PackageRef ref, String node) {
    return adopted.containsKey(new Adopted(nodeWright, ref, node));
  }

  /// Whether it is so because people wrote the record, in place of one that could not be read: with
  /// which config that ran is their word alone.
  boolean vouched(String nodeWright, PackageRef ref, String node) {
    return vouched.contains(new Adopted(nodeWright, ref, node));
  }

  /// When somebody who is no operator changed that object last.
  Instant lastTouched(String kind, String name) {
    return touched.getOrDefault(kind + " " + name, Instant.MIN);
  }

  /// All nodes by name.
  public SortedMap<String, Node> nodes() {
    return Collections.unmodifiableSortedMap(nodes);
  }

  /// All NodeWrights by name, decoded.
  public SortedMap<String, NodeWrightView> nodeWrights() {
    return Collections.unmodifiableSortedMap(nodeWrights);
  }

  /// Jobs of ours, by no order.
  Collection<JobFacts> jobs() {
    return jobs.values();
  }

  /// The Job of that name; empty when there is none of ours.
  Optional<JobFacts> job(String name) {
    return Optional.ofNullable(jobs.get(name));
  }

  /// The API server, for what is not kept here.
  ApiServer server() {
    return server;
  }

  /// How stored objects read.
  StoredViews views() {
    return server.views();
  }

  /// What a node records for a NodeWright.
  NodeState record(Node node, String nodeWright) {
    String text = Absent.map(node.getMetadata().getAnnotations()).get(Keys.nodeState(nodeWright));
    return text == null ? NodeState.EMPTY : records.computeIfAbsent(text, NodeStates::read);
  }

  /// The readable entries of a node for a NodeWright; none when they cannot be read.
  SortedMap<PackageRef, PackageRecord> entries(Node node, String nodeWright) {
    return record(node, nodeWright) instanceof NodeState.Known(var entries)
        ? entries
        : Collections.emptySortedMap();
  }

  /// Nodes in a NodeWright's scope: that it selects, and that do not wait for their gate.
  List<Node> selected(NodeWrightView nodeWright) {
    return nodes.values().stream()
        .filter(node -> selects(nodeWright, node) && !heldOut(node))
        .toList();
  }

  /// Whether a node is new and has to be gated before anything is done there (05 §13.2).
  boolean heldOut(Node node) {
    return untouched(node)
        && Absent.list(node.getSpec() == null ? null : node.getSpec().getTaints()).stream()
            .noneMatch(Gates::gates)
        && nodeWrights.values().stream().anyMatch(each -> gatesNew(each) && selects(each, node));
  }

  /// Whether a node carries no annotation of ours.
  static boolean untouched(Node node) {
    return Absent.map(node.getMetadata().getAnnotations()).keySet().stream()
        .noneMatch(key -> key.startsWith(Keys.PREFIX));
  }

  /// Whether new nodes are gated for a NodeWright: also while it is paused.
  static boolean gatesNew(@Nullable NodeWrightView nodeWright) {
    return nodeWright != null
        && nodeWright.spec().runtimeRequired()
        && nodeWright.spec().autoTaintNewNodes()
        && !nodeWright.disabled()
        && !nodeWright.deleting();
  }

  /// Whether a NodeWright selects a node. Scenarios select by equal labels alone.
  boolean selects(NodeWrightView nodeWright, Node node) {
    Optional<NodeWright> stored = server.get(Kind.NODEWRIGHT, nodeWright.name());
    return stored.isPresent()
        && (stored.get().getSpec().nodeSelectors() == null
            || Absent.map(node.getMetadata().getLabels())
                .entrySet()
                .containsAll(
                    Absent.map(stored.get().getSpec().nodeSelectors().getMatchLabels())
                        .entrySet()));
  }

  /// LD6, for packages without `configInterrupts`.
  static boolean done(PackageSpec spec, SortedMap<PackageRef, PackageRecord> entries) {
    PackageRecord entry = entries.get(spec.ref());
    return entry != null
        && entry.state() == StageState.COMPLETE
        && (entry.stage() == Stage.POST_INTERRUPT
            || (entry.stage() == Stage.CONFIG
                && !(spec.interrupt() instanceof Interrupt.Of && entry.interruptPending())));
  }

  /// LD2.
  static boolean uninstallRequested(NodeWrightView nodeWright, PackageSpec spec) {
    return spec.uninstallEnabled() && (spec.uninstallApply() || nodeWright.deleting());
  }

  /// LD7; a package whose uninstall is asked for and that is recorded counts as not done, for work
  /// is left (02 §4.8, and the decision on what a deletion holds back).
  boolean complete(NodeWrightView nodeWright, Node node) {
    if (!(record(node, nodeWright.name()) instanceof NodeState.Known(var entries))) {
      return false;
    }
    for (PackageSpec spec : nodeWright.spec().packages().values()) {
      boolean recorded = entries.containsKey(spec.ref());
      if (uninstallRequested(nodeWright, spec) ? recorded : !done(spec, entries)) {
        return false;
      }
    }
    return true;
  }

  /// Whether later NodeWrights wait for this one on a node (05 §12.2): one that is being deleted
  /// holds only nodes where it has something to uninstall, or may have.
  private boolean holdsBack(NodeWrightView nodeWright, Node node) {
    if (!nodeWright.deleting()) {
      return !complete(nodeWright, node);
    }
    NodeState record = record(node, nodeWright.name());
    return nodeWright.spec().packages().values().stream()
        .filter(PackageSpec::uninstallEnabled)
        .anyMatch(
            spec ->
                switch (record) {
                  case NodeState.Known(var entries) -> entries.containsKey(spec.ref());
                  case NodeState.Unreadable _ -> true;
                });
  }

  private void node(Change<?> change) {
    Node after = (Node) change.after();
    boolean another =
        change.before() == null
            || after == null
            || !change.before().getMetadata().getUid().equals(after.getMetadata().getUid());
    if (another) {
      since.keySet().removeIf(fact -> fact.node().equals(change.name()));
      adopted.keySet().removeIf(each -> each.node.equals(change.name()));
      vouched.removeIf(each -> each.node.equals(change.name()));
    }
    if (after == null) {
      nodes.remove(change.name());
      return;
    }
    boolean same = sameForUs((Node) change.before(), after);
    nodes.put(change.name(), after);
    if (same) {
      return;
    }
    String name = change.name();
    set(
        Fact.ignored(name),
        Keys.TRUE.equals(Absent.map(after.getMetadata().getLabels()).get(Keys.IGNORE)),
        change.at());
    set(Fact.tainted(name), hasTaint(after, "example.com/"), change.at());
    set(
        Fact.lost(name),
        hasTaint(after, "node.kubernetes.io/not-ready")
            || hasTaint(after, "node.kubernetes.io/unreachable"),
        change.at());
    set(Fact.heldOut(name), heldOut(after), change.at());
    nodeWrights.values().forEach(each -> onNode(each, after, change.at()));
    adopted.entrySet().removeIf(each -> each.getKey().node.equals(name) && moved(each, after));
    vouched.retainAll(adopted.keySet());
    if (!Writer.isOperator(change.who()) && change.before() instanceof Node before) {
      repaired(before, after);
    }
  }

  private void repaired(Node before, Node after) {
    for (String nodeWright : nodeWrights.keySet()) {
      if (!(record(before, nodeWright) instanceof NodeState.Unreadable)) {
        continue;
      }
      entries(after, nodeWright)
          .forEach(
              (ref, entry) -> {
                if (GateNode.usesConfig(entry.stage())) {
                  Adopted by = new Adopted(nodeWright, ref, after.getMetadata().getName());
                  adopted.put(by, entry);
                  vouched.add(by);
                }
              });
    }
  }

  private static boolean hasTaint(Node node, String prefix) {
    return Absent.list(node.getSpec() == null ? null : node.getSpec().getTaints()).stream()
        .anyMatch(taint -> taint.getKey().startsWith(prefix));
  }

  /// Whether it is not selected, or watches may not have shown yet that it is.
  private boolean maySeemOutside(NodeWrightView nodeWright, Node node, Instant now) {
    return !selects(nodeWright, node)
        || lastTouched("Node", node.getMetadata().getName()).plus(LATEST).isAfter(now);
  }

  private void nodeWright(Change<?> change) {
    String name = change.name();
    NodeWright after = (NodeWright) change.after();
    if (after == null) {
      NodeWrightView gone = nodeWrights.remove(name);
      nodeWrightWent = change.at();
      since.keySet().removeIf(fact -> fact.nodeWright().equals(name));
      if (gatesNew(gone)) {
        gateChanged(change.at());
      }
      return;
    }
    NodeWrightView view = views().nodeWright(after);
    boolean gated = gatesNew(nodeWrights.put(name, view));
    set(Fact.paused(name), view.paused(), change.at());
    set(Fact.disabled(name), view.disabled(), change.at());
    boolean sameSpec =
        change.before() instanceof NodeWright before
            && Objects.equals(before.getSpec(), after.getSpec())
            && Objects.equals(
                before.getMetadata().getDeletionTimestamp(),
                after.getMetadata().getDeletionTimestamp());
    if (gatesNew(view) ? !(gated && sameSpec) : gated) {
      gateChanged(change.at());
    } else if (!sameSpec) {
      nodes.values().forEach(node -> onNode(view, node, change.at()));
    }
  }

  /// What is in whose scope may be otherwise now.
  private void gateChanged(Instant at) {
    nodes.forEach((name, node) -> set(Fact.heldOut(name), heldOut(node), at));
    nodeWrights.values().forEach(each -> nodes.values().forEach(node -> onNode(each, node, at)));
  }

  private void job(Change<?> change) {
    jobs.remove(change.name());
    if (change.after() instanceof Job job) {
      views().job(job).ifPresent(facts -> jobs.put(change.name(), facts));
    }
  }

  private void onNode(NodeWrightView nodeWright, Node node, Instant at) {
    String name = nodeWright.name();
    String nodeName = node.getMetadata().getName();
    NodeState record = record(node, name);
    boolean inScope = selects(nodeWright, node) && !heldOut(node);
    set(Fact.unreadable(name, nodeName), record instanceof NodeState.Unreadable, at);
    set(Fact.incomplete(name, nodeName), inScope && !complete(nodeWright, node), at);
    set(Fact.holdsBack(name, nodeName), inScope && holdsBack(nodeWright, node), at);
    SortedMap<PackageRef, PackageRecord> entries = entries(node, name);
    for (PackageSpec spec : nodeWright.spec().packages().values()) {
      set(Fact.notDone(name, spec.name(), nodeName), !done(spec, entries), at);
    }
  }

  private void set(Fact fact, boolean holds, Instant at) {
    if (holds) {
      since.putIfAbsent(fact, at);
    } else if (since.remove(fact) != null) {
      ceased.put(fact, at);
    }
  }

  private void configMap(Change<?> change) {
    boolean appears = change.before() == null;
    if (!appears
        && (!(change.before() instanceof ConfigMap before)
            || !(change.after() instanceof ConfigMap after)
            || Objects.equals(before.getData(), after.getData()))) {
      return;
    }
    for (NodeWrightView nodeWright : nodeWrights.values()) {
      for (PackageSpec spec : nodeWright.spec().packages().values()) {
        if (!Names.packageConfigMap(nodeWright.name(), spec.ref()).equals(change.name())) {
          continue;
        }
        nodes.forEach(
            (name, node) -> {
              PackageRecord entry = entries(node, nodeWright.name()).get(spec.ref());
              boolean configured = entry != null && GateNode.usesConfig(entry.stage());
              if (configured && (appears || maySeemOutside(nodeWright, node, change.at()))) {
                adopted.put(new Adopted(nodeWright.name(), spec.ref(), name), entry);
              }
            });
      }
    }
  }

  /// Whether the record says something else now, other than that it goes on with the config that it
  /// has; one that cannot be read may come back as it was.
  private boolean moved(Map.Entry<Adopted, PackageRecord> each, Node after) {
    return record(after, each.getKey().nodeWright)
            instanceof NodeState.Known(SortedMap<PackageRef, PackageRecord> entries)
        && !each.getValue().equals(entries.get(each.getKey().ref))
        && !goesOn(each.getValue(), entries.get(each.getKey().ref));
  }

  /// From `config` to its end, and to the stages that follow it.
  private static boolean goesOn(PackageRecord before, @Nullable PackageRecord after) {
    return after != null
        && (after.stage().after(Stage.CONFIG)
            || (before.openAt(Stage.CONFIG)
                && after.stage() == Stage.CONFIG
                && after.state() == StageState.COMPLETE));
  }

  private record Adopted(String nodeWright, PackageRef ref, String node) {}

  private static boolean sameForUs(@Nullable Node before, @Nullable Node after) {
    return before != null
        && after != null
        && Objects.equals(before.getMetadata().getUid(), after.getMetadata().getUid())
        && Objects.equals(before.getMetadata().getLabels(), after.getMetadata().getLabels())
        && Objects.equals(
            before.getMetadata().getAnnotations(), after.getMetadata().getAnnotations())
        && Objects.equals(before.getSpec(), after.getSpec());
  }

  /// The boot ID of a node; empty when it is none or tells none.
  static String bootId(@Nullable HasMetadata object) {
    return object instanceof Node node
            && node.getStatus() != null
            && node.getStatus().getNodeInfo() != null
        ? Absent.text(node.getStatus().getNodeInfo().getBootID())
        : "";
  }

  /// Name of an object's NodeWright by its label; empty for none.
  public static String nodeWrightOf(HasMetadata object) {
    return Absent.text(Absent.map(object.getMetadata().getLabels()).get(Keys.NAME));
  }
}
