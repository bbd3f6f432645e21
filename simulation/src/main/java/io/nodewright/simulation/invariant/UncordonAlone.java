package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.operator.Writer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.Map;

/// LX14: a node is made schedulable by the last that holds its cordon, who placed it, and by nobody
/// else.
final class UncordonAlone implements Invariant {

  @Override
  public String id() {
    return "LX14";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() != Kind.NODE
        || !Moment.byOperator(change)
        || !(change.before() instanceof Node before)
        || !(change.after() instanceof Node after)
        || !cordoned(before)
        || cordoned(after)) {
      return;
    }
    findings.judged(id());
    String own = Writer.nodeWright(change.who()).map(Keys::cordon).orElse("");
    if (!Absent.map(before.getMetadata().getAnnotations()).containsKey(own)) {
      findings.violated(
          id(),
          moment.at(),
          "%s uncordons %s, which it does not hold".formatted(change.who(), change.name()));
    }
    if (held(Absent.map(after.getMetadata().getAnnotations()))) {
      findings.violated(
          id(),
          moment.at(),
          "%s uncordons %s, which others hold".formatted(change.who(), change.name()));
    }
  }

  /// Whether a node with those annotations is kept cordoned by a NodeWright (04 §4.3).
  static boolean held(Map<String, String> annotations) {
    return annotations.keySet().stream()
        .anyMatch(
            key -> key.startsWith(Keys.cordon("")) || key.equals(Keys.RUNTIME_REQUIRED_CORDON));
  }

  static boolean cordoned(Node node) {
    return node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable());
  }
}
