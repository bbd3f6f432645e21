package io.nodewright.api.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Tolerations;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeView.NodeConditions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads Nodes. One of these serves a whole fleet, from any thread: it keeps one copy of what nodes
/// carry alike.
public final class NodeViews {

  private static final String NOT_READY = "/NotReady";
  private static final String ERRORING = "/Erroring";

  /// The keys of a NodeWright among annotations; each is told by the text before the name.
  private static final Map<String, NodeEdit.Key> ANNOTATIONS =
      Map.of(
          CarriedKeys.name(NodeEdit.Key.STATE, ""), NodeEdit.Key.STATE,
          CarriedKeys.name(NodeEdit.Key.STATUS, ""), NodeEdit.Key.STATUS,
          CarriedKeys.name(NodeEdit.Key.VERSION, ""), NodeEdit.Key.VERSION,
          CarriedKeys.name(NodeEdit.Key.CORDON, ""), NodeEdit.Key.CORDON,
          CarriedKeys.name(NodeEdit.Key.DRAIN_START, ""), NodeEdit.Key.DRAIN_START,
          CarriedKeys.name(NodeEdit.Key.DRAIN_BLOCKED, ""), NodeEdit.Key.DRAIN_BLOCKED,
          CarriedKeys.name(NodeEdit.Key.REBOOTED, ""), NodeEdit.Key.REBOOTED);

  private final Shared shared = new Shared();

  /// What decisions need of a node. Two nodes that differ in nothing of that give equal views.
  public NodeView of(Node node) {
    ObjectMeta meta = node.getMetadata();
    String name = meta.getName();
    NodeSpec spec = node.getSpec();
    NodeStatus status = node.getStatus();
    return new NodeView(
        name,
        Absent.text(meta.getUid()),
        Absent.text(meta.getResourceVersion()),
        labels(name, Absent.map(meta.getLabels())),
        spec == null ? List.of() : taints(spec),
        spec != null && Absent.flag(spec.getUnschedulable(), false),
        Absent.map(meta.getAnnotations()).containsKey(Keys.RUNTIME_REQUIRED_CORDON),
        Absent.map(meta.getAnnotations()).keySet().stream()
            .noneMatch(key -> key.startsWith(Keys.PREFIX)),
        Keys.TRUE.equals(Absent.map(meta.getLabels()).get(Keys.IGNORE)),
        bootId(status),
        records(meta),
        status == null ? new TreeMap<>() : conditions(status));
  }

  private SortedMap<String, String> labels(String node, Map<String, String> stored) {
    SortedMap<String, String> labels = new TreeMap<>();
    // The node's own name is nobody else's label value.
    stored.forEach(
        (key, value) ->
            labels.put(shared.text(key), value.equals(node) ? node : shared.text(value)));
    return labels;
  }

  private static List<Taint> taints(NodeSpec spec) {
    List<Taint> taints = new ArrayList<>();
    Absent.list(spec.getTaints()).forEach(each -> taints.add(Tolerations.read(each)));
    return taints;
  }

  private static String bootId(@Nullable NodeStatus status) {
    return status == null || status.getNodeInfo() == null
        ? ""
        : Absent.text(status.getNodeInfo().getBootID());
  }

  private SortedMap<String, NodeRecord> records(ObjectMeta meta) {
    SortedMap<String, CarriedKeys> carried = new TreeMap<>();
    Absent.map(meta.getAnnotations())
        .forEach(
            (key, text) -> {
              int underscore = key.startsWith(Keys.PREFIX) ? key.indexOf('_') + 1 : 0;
              NodeEdit.Key kind = ANNOTATIONS.get(key.substring(0, underscore));
              if (kind != null && underscore < key.length()) {
                boolean unlike = kind == NodeEdit.Key.STATE || kind == NodeEdit.Key.DRAIN_START;
                carriedOf(carried, key.substring(underscore))
                    .put(kind, unlike ? text : shared.text(text));
              }
            });
    String statusLabel = CarriedKeys.name(NodeEdit.Key.STATUS_LABEL, "");
    Absent.map(meta.getLabels())
        .forEach(
            (key, text) -> {
              if (key.startsWith(statusLabel) && key.length() > statusLabel.length()) {
                carriedOf(carried, key.substring(statusLabel.length()))
                    .put(NodeEdit.Key.STATUS_LABEL, shared.text(text));
              }
            });
    SortedMap<String, NodeRecord> records = new TreeMap<>();
    carried.forEach((nodeWright, keys) -> records.put(nodeWright, keys.record(shared)));
    return records;
  }

  private CarriedKeys carriedOf(SortedMap<String, CarriedKeys> carried, String nodeWright) {
    return carried.computeIfAbsent(shared.text(nodeWright), _ -> new CarriedKeys());
  }

  private SortedMap<String, NodeConditions> conditions(NodeStatus status) {
    SortedMap<String, NodeCondition> notReady = new TreeMap<>();
    SortedMap<String, NodeCondition> erroring = new TreeMap<>();
    for (NodeCondition each : Absent.list(status.getConditions())) {
      String type = Absent.text(each.getType());
      if (type.startsWith(Keys.PREFIX) && type.endsWith(NOT_READY)) {
        notReady.put(nodeWrightOf(type, NOT_READY), each);
      } else if (type.startsWith(Keys.PREFIX) && type.endsWith(ERRORING)) {
        erroring.put(nodeWrightOf(type, ERRORING), each);
      }
    }
    SortedMap<String, NodeConditions> pairs = new TreeMap<>();
    notReady.forEach((name, each) -> pairs.put(name, pair(each, erroring.get(name))));
    erroring.forEach((name, each) -> pairs.putIfAbsent(name, pair(null, each)));
    return pairs;
  }

  private String nodeWrightOf(String type, String end) {
    int from = Keys.PREFIX.length();
    return shared.text(type.substring(from, Math.max(from, type.length() - end.length())));
  }

  private NodeConditions pair(@Nullable NodeCondition notReady, @Nullable NodeCondition erroring) {
    return new NodeConditions(
        notReady != null && erroring != null,
        holds(notReady),
        since(notReady),
        holds(erroring),
        since(erroring));
  }

  private static boolean holds(@Nullable NodeCondition condition) {
    return condition != null && "True".equals(condition.getStatus());
  }

  private Instant since(@Nullable NodeCondition condition) {
    return condition == null
        ? Instant.EPOCH
        : shared.time(Absent.text(condition.getLastTransitionTime()));
  }
}
