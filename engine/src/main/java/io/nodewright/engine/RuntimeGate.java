package io.nodewright.engine;

import io.nodewright.engine.gate.GatingNodeWright;
import io.nodewright.engine.gate.RuntimeTaint;
import io.nodewright.engine.gate.TaintStep;
import io.nodewright.engine.lifecycle.PackageProgress;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The runtime-required taint in one pass (05 §13): the same answer in the pass of every
/// NodeWright, since it looks at all of them.
final class RuntimeGate {

  private static final TaintStep LEAVE = new TaintStep.Leave();

  private final RuntimeTaint taint;
  private final boolean reapplyOnReboot;
  private final List<NodeWrightView> required;

  RuntimeGate(FleetSnapshot seen) {
    this.taint =
        new RuntimeTaint(seen.settings().runtimeRequiredTaint(), seen.settings().legacyEnabled());
    this.reapplyOnReboot = seen.settings().reapplyOnReboot();
    this.required =
        seen.nodeWrights().values().stream()
            .filter(each -> each.spec().runtimeRequired())
            .sorted(Comparator.comparing(NodeWrightView::place))
            .toList();
  }

  /// The taint that is applied.
  Taint configured() {
    return taint.configured();
  }

  /// What is done about the node's taint now.
  TaintStep step(NodeView node) {
    if (required.isEmpty()) {
      return LEAVE;
    }
    List<Taint> recognised = taint.recognised(node.taints());
    if (recognised.isEmpty() && !node.untouched() && !reapplyOnReboot) {
      return LEAVE; // neither new nor gated: nobody has to be asked
    }
    List<GatingNodeWright> selecting = new ArrayList<>();
    for (NodeWrightView each : required) {
      if (each.spec().nodeSelector().matches(node.labels())) {
        selecting.add(facts(each, node));
      }
    }
    return TaintStep.of(recognised, node.untouched(), selecting);
  }

  /// Whether the node is new and has to get the taint first: until then it is in no NodeWright's
  /// scope, so that nothing is written there and it holds nobody back (05 §13.2).
  boolean heldOut(NodeView node) {
    return node.untouched() && step(node) instanceof TaintStep.Apply;
  }

  private GatingNodeWright facts(NodeWrightView each, NodeView node) {
    return new GatingNodeWright(
        each.name(),
        each.spec().autoTaintNewNodes(),
        each.spec().cordonAfter(),
        each.paused(),
        each.disabled(),
        each.deleting(),
        PackageProgress.nodeComplete(
            node.record(each.name()).state(),
            each.spec().packages(),
            each.deleting(),
            each.status().configUpdates()),
        reapplyOnReboot && RebootReset.rebooted(each, node));
  }
}
