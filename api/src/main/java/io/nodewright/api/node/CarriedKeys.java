package io.nodewright.api.node;

import io.nodewright.api.Keys;
import io.nodewright.api.pod.DrainBlockers;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.drain.DrainBlocker;
import io.nodewright.engine.snapshot.NodeRecord;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The keys that a node carries of one NodeWright, as texts; one of these becomes one [NodeRecord].
final class CarriedKeys {

  private final Map<NodeEdit.Key, String> texts = new EnumMap<>(NodeEdit.Key.class);

  /// The full key of an annotation or label.
  static String name(NodeEdit.Key key, String nodeWright) {
    return switch (key) {
      case STATE -> Keys.nodeState(nodeWright);
      case STATUS, STATUS_LABEL -> Keys.status(nodeWright);
      case VERSION -> Keys.version(nodeWright);
      case CORDON -> Keys.cordon(nodeWright);
      case DRAIN_START -> Keys.drainStart(nodeWright);
      case DRAIN_BLOCKED -> Keys.drainBlocked(nodeWright);
      case REBOOTED -> Keys.rebooted(nodeWright);
    };
  }

  /// The texts of a record.
  static CarriedKeys of(NodeRecord record) {
    CarriedKeys carried = new CarriedKeys();
    carried.put(NodeEdit.Key.STATE, record.stateText());
    carried.put(NodeEdit.Key.STATUS, record.statusText());
    carried.put(NodeEdit.Key.STATUS_LABEL, record.statusLabel());
    carried.put(NodeEdit.Key.VERSION, record.versionText());
    carried.put(NodeEdit.Key.CORDON, record.cordonText());
    carried.put(NodeEdit.Key.DRAIN_START, record.drainStartText());
    carried.put(NodeEdit.Key.DRAIN_BLOCKED, record.drainBlockedText());
    carried.put(NodeEdit.Key.REBOOTED, record.rebootedText());
    return carried;
  }

  void put(NodeEdit.Key key, String text) {
    texts.put(key, text);
  }

  /// The text under a key; [NodeRecord#ABSENT] when there is none.
  String text(NodeEdit.Key key) {
    return Objects.requireNonNullElse(texts.get(key), NodeRecord.ABSENT);
  }

  /// Whether the node has any annotation of these.
  boolean annotated() {
    return texts.entrySet().stream()
        .anyMatch(
            each ->
                each.getKey() != NodeEdit.Key.STATUS_LABEL
                    && !each.getValue().equals(NodeRecord.ABSENT));
  }

  private List<DrainBlocker> blockers() {
    String stored = text(NodeEdit.Key.DRAIN_BLOCKED);
    return stored.equals(NodeRecord.ABSENT) ? List.of() : DrainBlockers.read(stored);
  }

  NodeRecord record(Shared shared) {
    String stateText = text(NodeEdit.Key.STATE);
    Shared.Read read =
        stateText.equals(NodeRecord.ABSENT)
            ? new Shared.Read(stateText, NodeRecord.NONE.state())
            : shared.state(stateText);
    return new NodeRecord(
        read.state(),
        read.text(),
        text(NodeEdit.Key.STATUS),
        text(NodeEdit.Key.STATUS_LABEL),
        text(NodeEdit.Key.VERSION),
        text(NodeEdit.Key.CORDON),
        text(NodeEdit.Key.DRAIN_START),
        text(NodeEdit.Key.DRAIN_BLOCKED),
        text(NodeEdit.Key.REBOOTED),
        blockers());
  }
}
