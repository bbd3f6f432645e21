package io.nodewright.api.pod;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Tolerations;
import io.nodewright.engine.drain.PodRef;
import io.nodewright.engine.drain.PodView;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads pods as the barrier and the drain look at them.
public final class PodViews {

  private static final String MIRROR = "kubernetes.io/config.mirror";

  private final String namespace;

  /// @param namespace the operator's: package pods are told by it (ID4)
  public PodViews(String namespace) {
    this.namespace = namespace;
  }

  /// What decisions need of a pod; empty while it is on no node.
  public Optional<PodView> of(Pod pod) {
    PodSpec spec = pod.getSpec();
    if (spec == null || Absent.text(spec.getNodeName()).isEmpty()) {
      return Optional.empty();
    }
    ObjectMeta meta = pod.getMetadata();
    Map<String, String> labels = Absent.map(meta.getLabels());
    return Optional.of(
        new PodView(
            new PodRef(
                Absent.text(meta.getNamespace()), meta.getName(), Absent.text(meta.getUid())),
            spec.getNodeName(),
            new TreeMap<>(labels),
            finished(pod.getStatus()),
            mirror(meta),
            PodView.tolerateCordon(
                Absent.list(spec.getTolerations()).stream().map(Tolerations::read).toList()),
            namespace.equals(meta.getNamespace())
                && labels.containsKey(Keys.NAME)
                && labels.containsKey(Keys.PACKAGE),
            controller(meta),
            meta.getDeletionTimestamp() != null,
            Absent.list(spec.getVolumes()).stream().anyMatch(each -> each.getEmptyDir() != null)));
  }

  private static boolean finished(PodStatus status) {
    String phase = status == null ? "" : Absent.text(status.getPhase());
    return phase.equals("Succeeded") || phase.equals("Failed");
  }

  private static boolean mirror(ObjectMeta meta) {
    return Absent.map(meta.getAnnotations()).containsKey(MIRROR)
        || Absent.list(meta.getOwnerReferences()).stream()
            .anyMatch(each -> "Node".equals(each.getKind()));
  }

  private static PodView.Controller controller(ObjectMeta meta) {
    return Absent.list(meta.getOwnerReferences()).stream()
        .filter(each -> Absent.flag(each.getController(), false))
        .findFirst()
        .map(OwnerReference::getKind)
        .map(
            kind ->
                kind.equals("DaemonSet") ? PodView.Controller.DAEMON_SET : PodView.Controller.OTHER)
        .orElse(PodView.Controller.NONE);
  }
}
