package io.nodewright.simulation.invariant;

import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Change;
import java.util.List;

/// LX10: an entry of a package or version that is not in the spec is changed or removed by nothing
/// but the completion of an upgrade or of that version's uninstall. Recording what a Job of that
/// version came to is no change of ours (02 §4.11).
final class LeftoversStay implements Invariant {

  private final boolean reapplyOnReboot;

  LeftoversStay(boolean reapplyOnReboot) {
    this.reapplyOnReboot = reapplyOnReboot;
  }

  @Override
  public String id() {
    return "LX10";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    List<EntryChange> all = EntryChange.of(moment.truth(), change);
    for (EntryChange entry : all) {
      NodeWrightView nodeWright = moment.truth().nodeWrights().get(entry.nodeWright());
      if (nodeWright == null
          || entry.created()
          || !leftover(nodeWright, entry)
          || !moment.knewLatest("NodeWright", entry.nodeWright())) {
        continue;
      }
      findings.judged(id());
      if (!removedByUpgrade(entry, all)
          && !removedByUninstall(moment.truth(), entry)
          && !recordsItsJob(entry)
          && !(reapplyOnReboot && removedByReboot(nodeWright, entry))) {
        findings.violated(id(), moment.at(), entry + ": it is a leftover");
      }
    }
  }

  /// A reboot takes the whole record away, leftovers included (02 §4.17).
  private static boolean removedByReboot(NodeWrightView nodeWright, EntryChange entry) {
    String handled = nodeWright.status().nodeBootIds().getOrDefault(entry.nodeName(), "");
    return entry.removed() && !handled.equals(Truth.bootId(entry.node()));
  }

  private static boolean leftover(NodeWrightView nodeWright, EntryChange entry) {
    var spec = nodeWright.spec().packages().get(entry.ref().name());
    return spec == null || !spec.ref().equals(entry.ref());
  }

  private static boolean removedByUpgrade(EntryChange entry, List<EntryChange> all) {
    return entry.removed()
        && all.stream()
            .anyMatch(
                other ->
                    other.ref().name().equals(entry.ref().name())
                        && !other.removed()
                        && other.after().getFirst().at(Stage.UPGRADE, StageState.COMPLETE));
  }

  private static boolean removedByUninstall(Truth truth, EntryChange entry) {
    return entry.removed()
        && truth.jobs().stream()
            .anyMatch(
                job ->
                    job.key().stage() == Stage.UNINSTALL
                        && job.key().ref().equals(entry.ref())
                        && job.key().nodeWright().equals(entry.nodeWright())
                        && job.key().node().equals(entry.nodeName())
                        && job.phase() instanceof JobPhase.Complete);
  }

  private static boolean recordsItsJob(EntryChange entry) {
    return !entry.removed()
        && entry.after().getFirst().stage() == entry.before().getFirst().stage()
        && entry.before().getFirst().state() != StageState.COMPLETE
        && entry.after().getFirst().state() != StageState.IN_PROGRESS;
  }
}
