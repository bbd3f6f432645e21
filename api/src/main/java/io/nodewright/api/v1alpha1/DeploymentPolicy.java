package io.nodewright.api.v1alpha1;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.nodewright.api.Keys;
import org.jspecify.annotations.Nullable;

/// How a rollout goes through groups of nodes (01 §5); it has no status.
@Group(Keys.GROUP)
@Version(Keys.API_VERSION)
@Plural("deploymentpolicies")
@Stored
public class DeploymentPolicy extends CustomResource<DeploymentPolicySpec, Void> {

  /// Absent until it is read or set: the whole spec is optional.
  @Override
  protected @Nullable DeploymentPolicySpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable Void initStatus() {
    return null;
  }
}
