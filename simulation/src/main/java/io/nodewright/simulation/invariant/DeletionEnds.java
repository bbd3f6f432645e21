package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// V-delete and LX15: the finalizer goes only when no enabled package is recorded on a selected
/// node and our keys are off the nodes, but for records that stay as markers (02 LF6, LF7). That it
/// goes in the end is part of V-live.
final class DeletionEnds implements Invariant {

  @Override
  public String id() {
    return "V-delete";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() != Kind.NODEWRIGHT || !Moment.byOperator(change) || !finalizerGoes(change)) {
      return;
    }
    findings.judged(id());
    findings.judged("LX15");
    NodeWrightView nodeWright = moment.truth().nodeWrights().get(change.name());
    if (nodeWright == null || !nodeWright.deleting()) {
      findings.violated(id(), moment.at(), change.name() + " is not being deleted");
      return;
    }
    for (Node node : moment.truth().nodes().values()) {
      if (moment.knewLatest("Node", node.getMetadata().getName())) {
        judge(moment, nodeWright, node, findings);
      }
    }
  }

  /// The last finalizer takes the object along: what is told of then is the object as it leaves,
  /// without it.
  private static boolean finalizerGoes(Change<?> change) {
    return change.after() == null || (finalized(change.before()) && !finalized(change.after()));
  }

  private static boolean finalized(@Nullable HasMetadata object) {
    return object != null
        && Absent.list(object.getMetadata().getFinalizers()).contains(Keys.FINALIZER);
  }

  private void judge(Moment moment, NodeWrightView nodeWright, Node node, Findings findings) {
    String name = nodeWright.name();
    String nodeName = node.getMetadata().getName();
    var entries = moment.truth().entries(node, name);
    if (moment.truth().selects(nodeWright, node)) {
      for (PackageSpec spec : nodeWright.spec().packages().values()) {
        if (spec.uninstallEnabled() && entries.containsKey(spec.ref())) {
          findings.violated(
              "LX15",
              moment.at(),
              "the finalizer of %s goes while %s is recorded on %s"
                  .formatted(name, spec.ref(), nodeName));
        }
      }
    }
    for (String key :
        List.of(
            Keys.status(name),
            Keys.drainStart(name),
            Keys.drainBlocked(name),
            Keys.rebooted(name),
            Keys.cordon(name))) {
      if (Absent.map(node.getMetadata().getAnnotations()).containsKey(key)
          || Absent.map(node.getMetadata().getLabels()).containsKey(key)) {
        findings.violated(
            id(),
            moment.at(),
            "the finalizer of %s goes while %s has %s".formatted(name, nodeName, key));
      }
    }
  }
}
