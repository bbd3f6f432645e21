package io.nodewright.engine;

import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// What passes worked out for views that later passes see again. It belongs to who makes the passes
/// and is handed into each, one at a time; it makes them faster and changes no answer. A view is
/// known again by being the same object: views never change.
public final class PlanMemory {

  private final SortedMap<String, KnownNodes> nodes = new TreeMap<>();
  private final SortedMap<String, KnownScope> scopes = new TreeMap<>();
  private final SortedMap<String, KnownDecision> decisions = new TreeMap<>();

  /// Nothing is known yet.
  public PlanMemory() {}

  /// What was decided about a NodeWright, where it was to do nothing and would be again.
  Optional<Decision> again(FleetSnapshot seen, String nodeWright, Instant now) {
    KnownDecision last = decisions.get(nodeWright);
    return last != null && last.holds(seen, now) ? Optional.of(last.again(now)) : Optional.empty();
  }

  /// Takes in what was decided.
  ///
  /// @param changesAt when it may be another decision by time alone
  void decided(Subject subject, Decision decision, Instant changesAt) {
    decisions.remove(subject.name());
    if (decision.quiet()) {
      decisions.put(
          subject.name(), new KnownDecision(subject.seen(), subject.now(), changesAt, decision));
    }
  }

  /// What is known of the nodes for the subject of a pass that begins.
  KnownNodes nodes(Subject subject, Instant now) {
    KnownNodes known = nodes.computeIfAbsent(subject.name(), _ -> new KnownNodes());
    known.begin(KnownNodes.Basis.of(subject), now);
    return known;
  }

  /// What is known of the nodes for one that goes before others.
  KnownScope scope(NodeWrightView nodeWright) {
    KnownScope.Basis basis = KnownScope.Basis.of(nodeWright);
    KnownScope known = scopes.get(nodeWright.name());
    return known != null && known.basis().equals(basis) ? known : KnownScope.nothing(basis);
  }

  void keep(NodeWrightView nodeWright, KnownScope scope) {
    scopes.put(nodeWright.name(), scope);
  }

  /// Forgets NodeWrights that are gone.
  void only(Set<String> nodeWrights) {
    nodes.keySet().retainAll(nodeWrights);
    scopes.keySet().retainAll(nodeWrights);
    decisions.keySet().retainAll(nodeWrights);
  }
}
