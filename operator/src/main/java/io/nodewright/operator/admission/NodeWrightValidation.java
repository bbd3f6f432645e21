package io.nodewright.operator.admission;

import io.nodewright.api.admission.NodeWrightRules;
import io.nodewright.api.admission.PolicyPresence;
import io.nodewright.api.admission.RecordedPackages;
import io.nodewright.api.admission.Surroundings;
import io.nodewright.api.v1alpha1.NodeWright;
import java.util.List;
import java.util.function.Function;

/// `/validate-nodewright-nvidia-com-v1alpha1-nodewright`.
///
/// @param recorded which nodes record which packages of the stored object
/// @param policies whether a policy is there
record NodeWrightValidation(
    Function<NodeWright, RecordedPackages> recorded, Function<String, PolicyPresence> policies)
    implements Answerer {

  @Override
  public AdmissionAnswer answer(AdmissionRequest request) {
    if (request.deletes()) {
      return AdmissionAnswer.adding(List.of()); // not asked for; the finalizer decides
    }
    NodeWright written;
    try {
      written = Decoding.read(request.object(), NodeWright.class);
    } catch (Decoding.Undecodable e) {
      return AdmissionAnswer.refused(
          "validating NodeWright \"%s\": %s".formatted(request.name(), e.getMessage()));
    }
    if (request.creates()) {
      return AdmissionAnswer.of(
          NodeWrightRules.onCreate(written, new Surroundings(RecordedPackages.NONE, policies)));
    }
    NodeWright stored = stored(request);
    return AdmissionAnswer.of(
        NodeWrightRules.onUpdate(
            stored, written, new Surroundings(recorded.apply(stored), policies)));
  }

  /// One that cannot be read was stored while nobody asked us; it must still be changed.
  private static NodeWright stored(AdmissionRequest request) {
    try {
      return Decoding.read(request.oldObject(), NodeWright.class);
    } catch (Decoding.Undecodable e) {
      NodeWright unread = new NodeWright();
      unread.getMetadata().setName(request.name());
      return unread;
    }
  }
}
