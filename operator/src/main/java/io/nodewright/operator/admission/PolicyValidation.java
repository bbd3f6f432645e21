package io.nodewright.operator.admission;

import io.nodewright.api.admission.PolicyRules;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import java.util.List;
import java.util.function.Function;

/// `/validate-nodewright-nvidia-com-v1alpha1-deploymentpolicy`.
///
/// @param users names of the NodeWrights that name a policy, as they are stored now
record PolicyValidation(Function<String, List<String>> users) implements Answerer {

  @Override
  public AdmissionAnswer answer(AdmissionRequest request) {
    if (request.deletes()) {
      return AdmissionAnswer.of(PolicyRules.onDelete(request.name(), users.apply(request.name())));
    }
    try {
      DeploymentPolicy written = Decoding.read(request.object(), DeploymentPolicy.class);
      return AdmissionAnswer.of(
          request.creates()
              ? PolicyRules.onCreate(written)
              : PolicyRules.onUpdate(stored(request), written));
    } catch (Decoding.Undecodable e) {
      return AdmissionAnswer.refused(String.valueOf(e.getMessage()));
    }
  }

  private static DeploymentPolicy stored(AdmissionRequest request) {
    try {
      return Decoding.read(request.oldObject(), DeploymentPolicy.class);
    } catch (Decoding.Undecodable e) {
      return new DeploymentPolicy(); // stored while nobody asked us; it must still be changed
    }
  }
}
