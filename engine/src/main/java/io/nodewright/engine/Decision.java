package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeActions;
import io.nodewright.engine.names.ByName;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Verdict;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What to do about one NodeWright now.
///
/// @param nodeWright the subject's name
/// @param nodes one list per node that has something to do, nodes at work first; lists run in
///   parallel
/// @param own what is done for the NodeWright itself, in order, in parallel with the nodes' lists
/// @param verdicts why each node, and each package on it, is where it is; by node, then package
/// @param status the status as derived, also when it is not written
/// @param logs lines for the log at info, said once: transitions with their keys
/// @param lookAgainAt when to decide again if nothing happens before
/// @param podsWanted nodes whose pods have to be watched from now on
/// @param told what was told of and still stands, by subject: comes back with the next snapshot, so
///   that it is told once; lost at a restart, when it is told once more
public record Decision(
    String nodeWright,
    List<NodeActions> nodes,
    List<Action> own,
    List<Verdict> verdicts,
    PublishedStatus status,
    List<String> logs,
    Instant lookAgainAt,
    SortedSet<String> podsWanted,
    SortedMap<String, String> told) {

  /// Copies the lists.
  public Decision {
    nodes = List.copyOf(nodes);
    own = List.copyOf(own);
    verdicts = List.copyOf(verdicts);
    logs = List.copyOf(logs);
    podsWanted =
        podsWanted.isEmpty()
            ? Collections.emptySortedSet()
            : Collections.unmodifiableSortedSet(new TreeSet<>(podsWanted));
    told = ByName.copyOf(told);
  }

  /// A decision that needs no pods and told nothing that stands.
  public Decision(
      String nodeWright,
      List<NodeActions> nodes,
      List<Action> own,
      List<Verdict> verdicts,
      PublishedStatus status,
      List<String> logs,
      Instant lookAgainAt) {
    this(
        nodeWright,
        nodes,
        own,
        verdicts,
        status,
        logs,
        lookAgainAt,
        new TreeSet<>(),
        new TreeMap<>());
  }

  /// This decision with another time of the next look.
  Decision lookingAgainAt(Instant time) {
    return new Decision(nodeWright, nodes, own, verdicts, status, logs, time, podsWanted, told);
  }

  /// Whether there is nothing to do.
  public boolean quiet() {
    return nodes.isEmpty() && own.isEmpty();
  }
}
