package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// V-spec: what people write is theirs. An operator never changes a NodeWright's spec, its labels
/// or its generation, no annotation but that of its version, and nothing at all of a policy (01
/// §2).
final class SpecsStay implements Invariant {

  @Override
  public String id() {
    return "V-spec";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (!Moment.byOperator(change)) {
      return;
    }
    if (change.kind() == Kind.DEPLOYMENT_POLICY) {
      findings.violated(id(), moment.at(), change.who() + " writes policy " + change.name());
    }
    if (change.before() instanceof NodeWright before
        && change.after() instanceof NodeWright after) {
      findings.judged(id());
      boolean same =
          Objects.equals(before.getSpec(), after.getSpec())
              && Objects.equals(
                  before.getMetadata().getGeneration(), after.getMetadata().getGeneration())
              && Absent.map(before.getMetadata().getLabels())
                  .equals(Absent.map(after.getMetadata().getLabels()))
              && ofOthers(before).equals(ofOthers(after));
      if (!same) {
        findings.violated(
            id(),
            moment.at(),
            "%s changes what people wrote in %s".formatted(change.who(), change.name()));
      }
    }
  }

  private static Map<String, String> ofOthers(HasMetadata object) {
    Map<String, String> annotations =
        new HashMap<>(Absent.map(object.getMetadata().getAnnotations()));
    annotations.remove(Keys.OPERATOR_VERSION);
    return annotations;
  }
}
