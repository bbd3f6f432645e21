package io.nodewright.engine;

import io.nodewright.engine.NodePlan.RolloutPlace;
import io.nodewright.engine.drain.DrainStep;
import io.nodewright.engine.drain.QuietStep;
import io.nodewright.engine.status.Since;
import io.nodewright.engine.status.Verdict;
import io.nodewright.engine.status.Verdict.Reason;
import java.util.Optional;

/// What keeps every stage from starting on a node (LD10).
final class NodeHold {

  private NodeHold() {}

  /// Why no stage may start on this node, the first cause first.
  static Optional<Verdict> of(NodeCase node, RolloutPlace place) {
    Subject subject = node.subject();
    if (node.unreadable().isPresent()) {
      return hold(
          node,
          Reason.STATE_UNREADABLE,
          "its record cannot be read: " + node.unreadable().get(),
          "repair or remove the annotation nodeState_" + subject.name() + " on the node");
    }
    Optional<Verdict> tainted = TaintWork.hold(node);
    if (tainted.isPresent()) {
      return tainted;
    }
    if (node.reboot().due()) {
      return hold(node, Reason.REBOOTED, "the node was rebooted; its record is reset", "");
    }
    if (subject.view().paused()) {
      return hold(node, Reason.PAUSED, "the NodeWright is paused", "remove the annotation pause");
    }
    if (subject.view().disabled()) {
      return hold(
          node, Reason.DISABLED, "the NodeWright is disabled", "remove the annotation disable");
    }
    if (place.deletionHold().isPresent()) {
      return hold(node, Reason.BEING_DELETED, place.deletionHold().get(), "");
    }
    if (subject.holdsAll().isPresent()) {
      return hold(node, Reason.SPEC_UNUSABLE, subject.holdsAll().get(), "correct the spec");
    }
    if (node.ignored()) {
      return hold(node, Reason.IGNORED, "the node has the ignore label", "remove the label ignore");
    }
    if (!node.untolerated().isEmpty()) {
      return hold(
          node,
          Reason.TAINTED,
          "taint " + node.untolerated().getFirst().shown() + " is not tolerated",
          "remove the taint, or add it to additionalTolerations");
    }
    if (node.nameTaken().isPresent()) {
      return hold(
          node,
          Reason.NAME_TAKEN,
          node.nameTaken().get().object() + " belongs to " + node.nameTaken().get().message(),
          "remove or rename that object");
    }
    if (node.order().isPresent()) {
      return hold(
          node,
          Reason.WAITS_FOR_ORDER,
          node.order().get().why(),
          "see NodeWright " + node.order().get().by());
    }
    if (subject.heldByPolicy()) {
      return hold(
          node,
          Reason.POLICY_MISSING,
          "DeploymentPolicy \"" + subject.view().spec().deploymentPolicy() + "\" not found",
          "create it, or name another");
    }
    if (!place.running()) {
      return hold(
          node,
          Reason.WAITS_FOR_BATCH,
          place.admittedNow() ? "is picked for this batch" : "waits for its batch",
          "");
    }
    return Optional.empty();
  }

  private static Optional<Verdict> hold(
      NodeCase node, Reason reason, String message, String release) {
    return Optional.of(new Verdict(node.name(), "", reason, message, new Since.Unknown(), release));
  }

  /// No stage of any package starts on a node whose drain timed out (04 §8).
  static Optional<Verdict> drainTimedOut(NodeCase node) {
    return node.quiet().timedOut()
            && node.quiet().step() instanceof QuietStep.Drains(DrainStep.TimedOut over)
        ? Optional.of(
            new Verdict(
                node.name(),
                "",
                Reason.DRAIN_TIMED_OUT,
                PackageVerdicts.timedOut(over),
                new Since.At(over.since()),
                "remove what is left; the drain goes on by itself"))
        : Optional.empty();
  }
}
