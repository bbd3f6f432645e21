package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;

/// V-size: no write of an operator comes near what the API server takes: half of 256 KiB of
/// annotations, and few kilobytes of status for each node.
final class Size implements Invariant {

  private static final int ANNOTATIONS = 128 << 10;
  private static final int LONGEST_LIST = 1 << 14;

  @Override
  public String id() {
    return "V-size";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (!Moment.byOperator(change)) {
      return;
    }
    if (change.kind() == Kind.NODE && change.after() instanceof Node node) {
      findings.judged(id());
      int size =
          Absent.map(node.getMetadata().getAnnotations()).entrySet().stream()
              .mapToInt(each -> each.getKey().length() + each.getValue().length())
              .sum();
      if (size > ANNOTATIONS) {
        findings.violated(
            id(), moment.at(), "%s has %d bytes of annotations".formatted(change.name(), size));
      }
    } else if (change.kind() == Kind.NODEWRIGHT
        && change.after() instanceof NodeWright nodeWright
        && nodeWright.getStatus() != null) {
      findings.judged(id());
      int longest =
          Absent.list(nodeWright.getStatus().conditions()).stream()
              .mapToInt(each -> Absent.text(each.getMessage()).length())
              .max()
              .orElse(0);
      if (longest > LONGEST_LIST) {
        findings.violated(
            id(),
            moment.at(),
            "a condition of %s has %d characters".formatted(change.name(), longest));
      }
    }
  }
}
