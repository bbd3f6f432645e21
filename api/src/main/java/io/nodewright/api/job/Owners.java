package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import java.util.Optional;

/// Controller owners of objects (03 §5).
final class Owners {

  private Owners() {}

  static Optional<OwnerReference> controller(ObjectMeta meta) {
    return Absent.list(meta.getOwnerReferences()).stream()
        .filter(each -> Absent.flag(each.getController(), false))
        .findFirst();
  }

  static Optional<OwnerReference> nodeWright(ObjectMeta meta) {
    return controller(meta)
        .filter(
            each ->
                "NodeWright".equals(each.getKind())
                    && Absent.text(each.getApiVersion()).startsWith(Keys.GROUP + "/"));
  }

  static Optional<OwnerReference> job(ObjectMeta meta) {
    return controller(meta)
        .filter(
            each ->
                "Job".equals(each.getKind())
                    && Absent.text(each.getApiVersion()).startsWith("batch/"));
  }
}
