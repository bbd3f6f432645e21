package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.operator.Writer;
import io.nodewright.simulation.people.Gates;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Specs;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// LX13: a write for one NodeWright touches no key of another, nor a key of anybody else, on a
/// node.
final class OthersKeys implements Invariant {

  @Override
  public String id() {
    return "LX13";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    Optional<String> nodeWright = Writer.nodeWright(change.who());
    if (change.kind() != Kind.NODE
        || nodeWright.isEmpty()
        || !(change.before() instanceof Node before)
        || !(change.after() instanceof Node after)) {
      return;
    }
    findings.judged(id());
    judge(
        moment,
        nodeWright.get(),
        Absent.map(before.getMetadata().getAnnotations()),
        Absent.map(after.getMetadata().getAnnotations()),
        change.name(),
        findings);
    judge(
        moment,
        nodeWright.get(),
        Absent.map(before.getMetadata().getLabels()),
        Absent.map(after.getMetadata().getLabels()),
        change.name(),
        findings);
    if (!Objects.equals(ofOthers(before), ofOthers(after))) {
      findings.violated(
          id(), moment.at(), "%s changes the spec of %s".formatted(change.who(), change.name()));
    }
  }

  /// The cordon is ours to set, who may lift it is LX14; so are the gates, which V-taint judges.
  private static @Nullable NodeSpec ofOthers(Node node) {
    if (node.getSpec() == null) {
      return null;
    }
    NodeSpec spec = Specs.copy(node.getSpec());
    spec.setUnschedulable(null);
    spec.setTaints(
        Absent.list(spec.getTaints()).stream().filter(taint -> !Gates.gates(taint)).toList());
    return spec;
  }

  /// Keys that belong to the node and to no NodeWright (05 §13).
  private static boolean ofGates(String key) {
    return key.equals(Keys.RUNTIME_REQUIRED_CORDON)
        || key.equals(Keys.autoTaint(Gates.CONFIGURED.getKey()));
  }

  private void judge(
      Moment moment,
      String nodeWright,
      Map<String, String> before,
      Map<String, String> after,
      String node,
      Findings findings) {
    if (before.equals(after)) {
      return;
    }
    TreeSet<String> keys = new TreeSet<>(before.keySet());
    keys.addAll(after.keySet());
    for (String key : keys) {
      if (!Objects.equals(before.get(key), after.get(key))
          && !key.endsWith("_" + nodeWright)
          && !ofGates(key)) {
        findings.violated(
            id(), moment.at(), "a write for %s changes %s on %s".formatted(nodeWright, key, node));
      }
    }
  }
}
