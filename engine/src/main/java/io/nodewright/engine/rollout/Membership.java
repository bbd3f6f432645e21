package io.nodewright.engine.rollout;

import io.nodewright.engine.names.ByName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a NodeWright remembers of its rollout (05 §2.3); survives restarts in the status.
///
/// @param pickedAt members and when they were picked (`nodePriority`)
/// @param orderOffset entries that have left since ordering last restarted (`nodeOrderOffset`)
/// @param order pinned order number of each member (`nodeOrder`)
/// @param batches by compartment
public record Membership(
    SortedMap<String, Instant> pickedAt,
    int orderOffset,
    SortedMap<String, Integer> order,
    SortedMap<String, BatchState> batches) {

  /// Copies the collections.
  public Membership {
    pickedAt = ByName.copyOf(pickedAt);
    order = ByName.copyOf(order);
    batches = Collections.unmodifiableSortedMap(new TreeMap<>(batches));
  }

  /// The node's value of `SKYHOOK_NODE_ORDER`: the pinned one, else the offset plus its index by
  /// (time, name); 0 for a node that is no member (05 §8.7 to §8.9).
  public int orderOf(String node) {
    Integer pinned = order.get(node);
    if (pinned != null) {
      return pinned;
    }
    Instant picked = pickedAt.get(node);
    if (picked == null) {
      return 0;
    }
    int before = 0;
    for (Map.Entry<String, Instant> other : pickedAt.entrySet()) {
      int byTime = other.getValue().compareTo(picked);
      if (byTime < 0 || (byTime == 0 && other.getKey().compareTo(node) < 0)) {
        before++;
      }
    }
    return orderOffset + before;
  }

  /// This membership with all batch states as before the first batch (05 §9); members stay members.
  public Membership withBatchesReset() {
    SortedMap<String, BatchState> reset = new TreeMap<>();
    batches.forEach(
        (name, state) -> reset.put(name, BatchState.FIRST.withMembers(state.currentBatchNodes())));
    return new Membership(pickedAt, orderOffset, order, reset);
  }

  /// This membership with ordering restarted at 0: present members are pinned anew by (time, name)
  /// (05 §8.11).
  public Membership withOrderRestarted() {
    List<Map.Entry<String, Instant>> members = new ArrayList<>(pickedAt.entrySet());
    members.sort(Map.Entry.comparingByValue()); // equal times stay in the order of names
    SortedMap<String, Integer> pinned = new TreeMap<>();
    for (Map.Entry<String, Instant> member : members) {
      pinned.put(member.getKey(), pinned.size());
    }
    return new Membership(pickedAt, 0, pinned, batches);
  }
}
