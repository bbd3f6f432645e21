package io.nodewright.api.resource;

import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.status.Condition;
import io.nodewright.engine.status.PublishedStatus;
import java.util.Collection;

/// A size that a status certainly does not pass as JSON, found without writing it: most statuses
/// are so far below their limit that nobody has to measure them.
final class StatusBound {

  /// Bytes of a character that JSON escapes, the most that one can take.
  private static final long CHARACTER = 6;

  /// More than the member names, numbers, times, words and quotes of any one entry.
  private static final long ENTRY = 600;

  private long characters;
  private long entries = 1;

  private StatusBound() {}

  /// An upper bound of its bytes as JSON.
  static long of(PublishedStatus status) {
    StatusBound bound = new StatusBound();
    bound.add(status);
    return bound.characters * CHARACTER + bound.entries * ENTRY;
  }

  private void add(PublishedStatus status) {
    text(status.completeNodes());
    text(status.packageList());
    texts(status.nodeStatus().keySet());
    texts(status.nodePriority().keySet());
    texts(status.nodeOrder().keySet());
    texts(status.nodeBootIds().keySet());
    texts(status.nodeBootIds().values());
    texts(status.configUpdates().keySet());
    status.configUpdates().values().forEach(this::texts);
    texts(status.nodeState().keySet());
    status.nodeState().values().forEach(this::add);
    status.conditions().forEach(this::add);
    texts(status.compartments().keySet());
    status.compartments().values().forEach(each -> texts(each.batch().currentBatchNodes()));
  }

  private void add(NodeState.Known state) {
    state.entries().values().forEach(this::add);
  }

  private void add(PackageRecord entry) {
    for (int i = 0; i < 2; i++) { // in the key and in the value
      text(entry.ref().name());
      text(entry.ref().version());
    }
    text(entry.image());
    text(entry.containerSha());
  }

  private void add(Condition condition) {
    text(condition.type());
    text(condition.reason());
    text(condition.message());
  }

  private void texts(Collection<String> all) {
    all.forEach(this::text);
  }

  private void text(String text) {
    characters += text.length();
    entries++;
  }
}
