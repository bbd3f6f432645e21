package io.nodewright.engine.rollout;

import io.nodewright.engine.names.ByName;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// One pass of the batch engine (05 §6.2).
///
/// @param membership what is to be remembered
/// @param running members that may run stages; only those whose membership is stored already may
///   start any
/// @param admitted members picked in this pass
/// @param compartmentOf compartment of each node in scope
/// @param news what is to be told
public record RolloutStep(
    Membership membership,
    SortedSet<String> running,
    SortedSet<String> admitted,
    ByName<String> compartmentOf,
    List<BatchNews> news) {

  /// A pass that leaves all as it was: nobody runs, nobody is picked, no batch is judged.
  public static RolloutStep standing(Membership memory) {
    return new RolloutStep(
        memory,
        Collections.emptySortedSet(),
        Collections.emptySortedSet(),
        ByName.empty(),
        List.of());
  }

  /// Copies the collections.
  public RolloutStep {
    running = Collections.unmodifiableSortedSet(new TreeSet<>(running));
    admitted = Collections.unmodifiableSortedSet(new TreeSet<>(admitted));
    news = List.copyOf(news);
  }
}
