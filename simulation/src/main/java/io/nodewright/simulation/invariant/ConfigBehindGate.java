package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.job.ConfigMapViews;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// LX11: delivered config changes only behind the gate (02 §6): every selected node is sent back to
/// `config` or not that far yet, none is in the uninstall cycle, none runs a later stage with the
/// old data, and the changed keys are on the status.
final class ConfigBehindGate implements Invariant {

  @Override
  public String id() {
    return "LX11";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() != Kind.CONFIG_MAP
        || !Moment.byOperator(change)
        || !(change.before() instanceof ConfigMap before)
        || !(change.after() instanceof ConfigMap after)
        || Absent.map(before.getData()).equals(Absent.map(after.getData()))) {
      return;
    }
    Optional<ConfigMapView> map = ConfigMapViews.ofPackage(after);
    if (map.isEmpty()) {
      return;
    }
    NodeWrightView nodeWright = moment.truth().nodeWrights().get(map.get().nodeWright());
    if (nodeWright == null || !moment.knewLatest("NodeWright", map.get().nodeWright())) {
      return;
    }
    findings.judged(id());
    if (moment.known(Fact.paused(nodeWright.name()))
        || moment.known(Fact.disabled(nodeWright.name()))) {
      findings.violated(id(), moment.at(), change.name() + " is replaced while held");
    }
    for (Node node : moment.truth().selected(nodeWright)) {
      if (moment.knewLatest("Node", node.getMetadata().getName())) {
        judge(moment, map.get(), nodeWright, node, findings);
      }
    }
    judgeKeys(moment, map.get(), nodeWright, before, after, findings);
  }

  private void judge(
      Moment moment, ConfigMapView map, NodeWrightView nodeWright, Node node, Findings findings) {
    PackageRecord entry = moment.truth().entries(node, nodeWright.name()).get(map.ref());
    if (entry == null || entry.stage() == Stage.APPLY || entry.stage() == Stage.UPGRADE) {
      return;
    }
    if (!entry.at(Stage.CONFIG, StageState.IN_PROGRESS)) {
      findings.violated(
          id(),
          moment.at(),
          "%s is replaced while %s is at (%s, %s) on %s"
              .formatted(
                  map.name(),
                  map.ref(),
                  entry.stage().word(),
                  entry.state().word(),
                  node.getMetadata().getName()));
    }
  }

  private void judgeKeys(
      Moment moment,
      ConfigMapView map,
      NodeWrightView nodeWright,
      ConfigMap before,
      ConfigMap after,
      Findings findings) {
    SortedMap<String, String> old = new TreeMap<>(Absent.map(before.getData()));
    Map<String, String> now = Absent.map(after.getData());
    TreeSet<String> changed = new TreeSet<>(old.keySet());
    changed.addAll(now.keySet());
    changed.removeIf(key -> old.containsKey(key) && old.get(key).equals(now.get(key)));
    var rolledOut = nodeWright.status().configUpdates().get(map.ref().name());
    boolean nobody = moment.truth().selected(nodeWright).isEmpty();
    if (!nobody && (rolledOut == null || !rolledOut.containsAll(changed))) {
      findings.violated(
          id(),
          moment.at(),
          "%s is replaced in %s, while the status rolls out %s"
              .formatted(map.name(), changed, rolledOut));
    }
  }
}
