package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeActions;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.drain.PersistentCordon;
import io.nodewright.engine.gate.TaintStep;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.status.Since;
import io.nodewright.engine.status.Verdict;
import io.nodewright.engine.status.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Puts the runtime-required taint on nodes and takes it off (05 §13, §14; 04 §15).
final class TaintWork {

  private TaintWork() {}

  /// New nodes of the subject that get the taint before anything else.
  static List<NodeActions> newNodes(Subject subject, List<Verdict> verdicts) {
    List<NodeActions> all = new ArrayList<>();
    if (!subject.view().spec().autoTaintNewNodes()) {
      return all;
    }
    for (NodeView view : subject.seen().nodes().values()) {
      if (view.untouched()
          && subject.runtimeGate().step(view) instanceof TaintStep.Apply(List<String> forWhom)
          && forWhom.contains(subject.name())) {
        NodeCase node = new NodeCase(subject, view);
        NodeWork work = new NodeWork(node);
        work.say(
            "", Reason.WAITS_FOR_TAINT, "is new and gets its taint first", new Since.Unknown(), "");
        verdicts.addAll(work.verdicts());
        if (forWhom.getFirst().equals(subject.name()) && !node.busy()) {
          apply(node, work);
          all.add(new NodeActions(view.name(), true, work.actions()));
        }
      }
    }
    return all;
  }

  /// Taints a node that was rebooted, where the subject is the first that has to.
  static void rebooted(NodeCase node, NodeWork work) {
    if (node.taintStep() instanceof TaintStep.Apply(List<String> forWhom)
        && forWhom.getFirst().equals(node.subject().name())) {
      apply(node, work);
    }
  }

  private static void apply(NodeCase node, NodeWork work) {
    Subject subject = node.subject();
    work.then(
        new Action.TaintNode(node.node(), subject.view(), subject.runtimeGate().configured()));
    work.then(node.event(false, "AutoTaint", "Tainted", "runtime-required taint applied")); // RE6
  }

  /// Why nothing starts on a rebooted node; empty when its taint is as it should be.
  static Optional<Verdict> hold(NodeCase node) {
    return node.taintStep() instanceof TaintStep.Apply(List<String> forWhom)
        ? Optional.of(
            new Verdict(
                node.name(),
                "",
                Reason.WAITS_FOR_TAINT,
                "the node was rebooted and gets its taint for %s first"
                    .formatted(String.join(", ", forWhom)),
                new Since.Unknown(),
                ""))
        : Optional.empty();
  }

  /// Takes the taint off where everybody is through, and cordons in the same write where that is
  /// asked for; else removes the mark of a cordon that somebody has lifted. An own cordon that is
  /// released in this pass goes first: the release may make the node schedulable.
  static void run(NodeCase node, NodeWork work) {
    TaintStep step = node.taintStep();
    if (step instanceof TaintStep.Remove remove && !work.releasesCordon()) {
      work.edit(new NodeEdit.RemoveTaints(remove.taints()));
      work.then(
          node.event(false, "AutoTaint", "Untainted", "runtime-required taint removed")); // RE6
      persistentCordon(node, work, remove.cordon());
      return;
    }
    if (step instanceof TaintStep.Keep(List<String> by) && node.complete()) {
      work.say(
          "",
          Reason.WAITS_FOR_OTHERS,
          "keeps the runtime-required taint for " + String.join(", ", by),
          new Since.Unknown(),
          "see NodeWright " + by.getFirst());
    }
    persistentCordon(node, work, false);
  }

  private static void persistentCordon(NodeCase node, NodeWork work, boolean asked) {
    if (!asked && !node.node().persistentCordon()) {
      return; // nearly always: nothing to place, and no mark to take away
    }
    switch (PersistentCordon.of(node.node().cordon(node.subject().name()), asked)) {
      case PersistentCordon.Place _ -> work.edit(new NodeEdit.PlacePersistentCordon());
      case PersistentCordon.Unmark _ -> work.edit(new NodeEdit.UnmarkPersistentCordon());
      case PersistentCordon.Nothing _ -> {}
    }
  }
}
