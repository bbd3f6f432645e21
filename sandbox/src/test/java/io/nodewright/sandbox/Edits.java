package io.nodewright.sandbox;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.function.UnaryOperator;

/// Edits of objects that controllers write too. The client's own edit names the version that it
/// read, and is refused when somebody was faster; then it is made again, as people do.
public final class Edits {

  private static final int CONFLICT = 409;
  private static final int TRIES = 20;

  private Edits() {}

  /// Changes what is stored.
  ///
  /// @param change may be asked more than once, each time with what is stored then
  public static <T extends HasMetadata> T edit(Resource<T> resource, UnaryOperator<T> change) {
    for (int i = 1; ; i++) {
      try {
        return resource.edit(change);
      } catch (KubernetesClientException e) {
        if (e.getCode() != CONFLICT || i == TRIES) {
          throw e;
        }
      }
    }
  }

  /// Cordons a node, as people do.
  public static void cordon(KubernetesClient client, String node) {
    edit(
        client.nodes().withName(node),
        stored -> stored.toBuilder().editSpec().withUnschedulable(true).endSpec().build());
  }
}
