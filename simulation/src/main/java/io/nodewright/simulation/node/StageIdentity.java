package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.Keys;
import io.nodewright.api.job.PackageIdentity;
import io.nodewright.api.value.Absent;
import java.util.Optional;

/// Which stage of which package a Pod runs, as the Pod itself says: its annotation, and what its
/// containers are told.
///
/// @param packaged package, stage and NodeWright's name
/// @param nodeWrightUid the NodeWright's UID; empty when the Pod does not tell
/// @param generation the NodeWright's generation; 0 when the Pod does not tell
/// @param resourceId that the agent is told; empty when it is told none
record StageIdentity(
    PackageIdentity packaged, String nodeWrightUid, long generation, String resourceId) {

  private static final String RESOURCE_ID = "SKYHOOK_RESOURCE_ID";

  static Optional<StageIdentity> of(Pod pod) {
    return PackageIdentity.parse(Absent.map(pod.getMetadata().getAnnotations()).get(Keys.PACKAGE))
        .map(packaged -> of(packaged, resourceId(pod)));
  }

  /// Reads `<nodewright>-<uid>-<generation>_<package>_<version>`.
  private static StageIdentity of(PackageIdentity packaged, String resourceId) {
    String prefix = packaged.nodeWright() + "-";
    int end = resourceId.indexOf('_');
    if (!resourceId.startsWith(prefix) || end < prefix.length()) {
      return new StageIdentity(packaged, "", 0, resourceId);
    }
    String owner = resourceId.substring(prefix.length(), end);
    int dash = owner.lastIndexOf('-');
    return dash < 0
        ? new StageIdentity(packaged, "", 0, resourceId)
        : new StageIdentity(
            packaged,
            owner.substring(0, dash),
            Long.parseLong(owner.substring(dash + 1)),
            resourceId);
  }

  private static String resourceId(Pod pod) {
    for (Container container : Absent.list(pod.getSpec().getInitContainers())) {
      for (EnvVar each : Absent.list(container.getEnv())) {
        if (RESOURCE_ID.equals(each.getName())) {
          return Absent.text(each.getValue());
        }
      }
    }
    return "";
  }
}
