package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Change;

/// V-dag: no install stage of a package begins before its dependencies are done on that node (02
/// LG2).
final class Dag implements Invariant {

  @Override
  public String id() {
    return "V-dag";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    for (EntryChange entry : EntryChange.of(moment.truth(), change)) {
      NodeWrightView nodeWright = moment.truth().nodeWrights().get(entry.nodeWright());
      if (nodeWright == null || !entry.starts() || !begins(entry)) {
        continue;
      }
      PackageSpec spec = nodeWright.spec().packages().get(entry.ref().name());
      if (spec == null || !spec.ref().equals(entry.ref()) || spec.dependsOn().isEmpty()) {
        continue;
      }
      findings.judged(id());
      for (String dependency : spec.dependsOn().keySet()) {
        PackageSpec needed = nodeWright.spec().packages().get(dependency);
        boolean doneByThis =
            needed != null
                && change.after() instanceof Node after
                && Truth.done(needed, moment.truth().entries(after, entry.nodeWright()));
        if (!doneByThis
            && moment.known(Fact.notDone(entry.nodeWright(), dependency, entry.nodeName()))
            && moment.knewLatest("NodeWright", entry.nodeWright())
            && moment.knewLatest("Node", entry.nodeName())) {
          findings.violated(
              id(), moment.at(), entry + " begins, though " + dependency + " is not done there");
        }
      }
    }
  }

  /// Not when a config change or a cancelled uninstall sends the entry back: that is no start.
  private static boolean begins(EntryChange entry) {
    Stage stage = entry.after().getFirst().stage();
    boolean sentBack = !entry.created() && !stage.after(entry.before().getFirst().stage());
    return !stage.inUninstallLane() && !sentBack;
  }
}
