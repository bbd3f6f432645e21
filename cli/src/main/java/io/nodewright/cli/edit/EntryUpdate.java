package io.nodewright.cli.edit;

import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.rollout.LabelSelector;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Sets one entry (`update-state`, contract 07 §10.4).
///
/// @param nodeWright its name
/// @param selector of its nodes
/// @param spec the package
/// @param stage to set
/// @param state to set
/// @param add whether entries are added where there is none, instead of replaced where there is one
public record EntryUpdate(
    String nodeWright,
    LabelSelector selector,
    PackageSpec spec,
    Stage stage,
    StageState state,
    boolean add)
    implements NodeChange {

  @Override
  public Step step(SeenNode node) {
    return switch (node.state(nodeWright)) {
      case NodeState.Unreadable _ -> EntryRemoval.unreadable(node, nodeWright);
      case NodeState.Known known -> add ? insert(node, known) : replace(node, known);
    };
  }

  private Step replace(SeenNode node, NodeState.Known known) {
    if (!node.remembers(nodeWright)) {
      return Step.skipped(node.name(), "no state of nodewright \"" + nodeWright + "\"");
    }
    PackageRecord old = known.entries().get(spec.ref());
    if (old == null) {
      return Step.skipped(node.name(), "no entry for " + shown());
    }
    PackageRecord next =
        new PackageRecord(
            old.ref(),
            spec.image(),
            spec.containerSha(),
            stage,
            state,
            old.restarts(),
            old.interruptPending(),
            old.sequence(),
            old.unknownMembers());
    return change(node, known, next, at(old.stage(), old.state()) + " -> " + at(stage, state));
  }

  private Step insert(SeenNode node, NodeState.Known known) {
    if (!selector.matches(node.labels())) {
      return Step.skipped(node.name(), "not selected by nodewright \"" + nodeWright + "\"");
    }
    if (known.entries().containsKey(spec.ref())) {
      return new Step.Skip(
          "already has an entry",
          "node \"%s\" already has an entry for %s; skipped".formatted(node.name(), shown()),
          true); // CW8
    }
    boolean owes = spec.interrupt() instanceof Interrupt.Of && stage.before(Stage.POST_INTERRUPT);
    PackageRecord next =
        new PackageRecord(
            spec.ref(),
            spec.image(),
            spec.containerSha(),
            stage,
            state,
            0,
            owes,
            0,
            Collections.emptySortedMap());
    return change(node, known, next, "added at " + at(stage, state));
  }

  private Step change(SeenNode node, NodeState.Known known, PackageRecord next, String how) {
    SortedMap<PackageRef, PackageRecord> entries = new TreeMap<>(known.entries());
    entries.put(spec.ref(), next);
    String line = "node \"%s\": %s %s".formatted(node.name(), shown(), how);
    return new Step.Change(RecordPatches.store(nodeWright, entries), line, line, List.of());
  }

  private String shown() {
    return spec.name() + "@" + spec.ref().version();
  }

  private static String at(Stage stage, StageState state) {
    return stage.word() + "/" + state.word();
  }
}
