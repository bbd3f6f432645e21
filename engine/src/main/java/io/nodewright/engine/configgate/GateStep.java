package io.nodewright.engine.configgate;

import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/// What is to be done next about the config of one package (02 §6).
public sealed interface GateStep {

  /// Nothing: the delivered data is the wanted data.
  record Idle() implements GateStep {}

  /// The change has reached every node: its keys are forgotten (LO6).
  record Forget() implements GateStep {}

  /// The change waits.
  ///
  /// @param keys that differ
  /// @param why for people
  /// @param release what would release it, for people; empty when it goes by itself
  record Held(SortedSet<String> keys, String why, String release) implements GateStep {
    /// Copies the keys.
    public Held {
      keys = new TreeSet<>(keys);
    }
  }

  /// The gate opens: that is marked on the ConfigMap, where whoever comes next finds it.
  record Open() implements GateStep {}

  /// The changed keys are to be stored (LO2).
  ///
  /// @param keys stored ones and changed ones
  record Remember(SortedSet<String> keys) implements GateStep {
    /// Copies the keys.
    public Remember {
      keys = new TreeSet<>(keys);
    }
  }

  /// Nodes are to be set back to `config` (LO3).
  ///
  /// @param nodes that are not yet
  record Reset(List<String> nodes) implements GateStep {
    /// Copies the nodes.
    public Reset {
      nodes = List.copyOf(nodes);
    }
  }

  /// All nodes are set back: the data is to be replaced (LO4).
  ///
  /// @param keys that change
  record Deliver(SortedSet<String> keys) implements GateStep {
    /// Copies the keys.
    public Deliver {
      keys = new TreeSet<>(keys);
    }
  }

  /// What the gate looks at.
  ///
  /// @param holdsAll why nothing may change for the NodeWright as a whole; empty when it may (LC1)
  /// @param release what would end that, for people
  /// @param open whether the gate is marked as open
  /// @param difference keys that differ
  /// @param stored keys whose change is being rolled out, as stored
  /// @param nodes the selected ones
  record Facts(
      String holdsAll,
      String release,
      boolean open,
      SortedSet<String> difference,
      Collection<String> stored,
      List<GateNode> nodes) {}

  /// The next step.
  static GateStep of(Facts facts) {
    List<GateNode> nodes = facts.nodes();
    if (!facts.open()) {
      if (!facts.stored().isEmpty() && nodes.stream().allMatch(GateNode::done)) {
        return new Forget(); // 02-LO6; a further change opens the gate once this is stored
      }
      if (facts.difference().isEmpty()) {
        return new Idle();
      }
    }
    if (!facts.holdsAll().isEmpty()) {
      return new Held(facts.difference(), facts.holdsAll(), facts.release()); // 02-LC1
    }
    if (nodes.stream().anyMatch(GateNode::uninstalling)) { // 02-LC2
      return held(facts, GateNode::uninstalling, "the package is being uninstalled on", "");
    }
    if (nodes.stream().anyMatch(GateNode::unreadable)) { // 02-LC6
      return held(
          facts,
          GateNode::unreadable,
          "the record cannot be read on",
          "repair or remove the record there");
    }
    return facts.open() ? opened(facts) : closed(facts);
  }

  private static GateStep closed(Facts facts) {
    boolean erroring = facts.nodes().stream().anyMatch(GateNode::erroring); // 02-LC3
    boolean settled =
        facts.nodes().stream().allMatch(node -> node.done() && !node.atWork()); // 02-LC4, LC7
    return erroring || settled
        ? new Open()
        : held(
            facts,
            node -> !node.done() || node.atWork(),
            "the package is not done on",
            ""); // 02-LC5
  }

  /// Once the gate is marked as open, what opened it counts no more: the reset of an erroring node
  /// takes that evidence away.
  private static GateStep opened(Facts facts) {
    if (facts.difference().isEmpty()) {
      return new Deliver(facts.difference()); // the change was taken back: this ends its rollout
    }
    if (!facts.stored().containsAll(facts.difference())) {
      SortedSet<String> keys = new TreeSet<>(facts.stored());
      keys.addAll(facts.difference());
      return new Remember(keys);
    }
    List<String> pending = names(facts, node -> !node.reset());
    return pending.isEmpty() ? new Deliver(facts.difference()) : new Reset(pending);
  }

  private static Held held(Facts facts, Predicate<GateNode> by, String what, String release) {
    List<String> nodes = names(facts, by);
    String more = nodes.size() > 10 ? " and " + (nodes.size() - 10) + " more" : "";
    return new Held(
        facts.difference(),
        what + " " + String.join(", ", nodes.subList(0, Math.min(10, nodes.size()))) + more,
        release);
  }

  private static List<String> names(Facts facts, Predicate<GateNode> by) {
    return facts.nodes().stream().filter(by).map(GateNode::name).toList();
  }
}
