package io.nodewright.api.v1alpha1;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.nodewright.api.Keys;
import org.jspecify.annotations.Nullable;

/// The resource that says what is done on which hosts (01 §1 to §4).
@Group(Keys.GROUP)
@Version(Keys.API_VERSION)
@Stored
public class NodeWright extends CustomResource<NodeWrightSpec, NodeWrightStatus> {

  /// Absent until it is read or set: the whole spec is optional.
  @Override
  protected @Nullable NodeWrightSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable NodeWrightStatus initStatus() {
    return null;
  }
}
