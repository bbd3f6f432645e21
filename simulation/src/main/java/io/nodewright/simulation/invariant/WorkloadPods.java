package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.controller.Workload;
import java.util.Map;

/// What the contract says of a Pod of a workload (04 §5, §6.1), read from the Pod itself and told
/// apart from the engine's own reading of it.
final class WorkloadPods {

  private WorkloadPods() {}

  static boolean isOne(Pod pod) {
    return Workload.NAMESPACE.equals(pod.getMetadata().getNamespace());
  }

  /// Whether it runs, or is about to.
  static boolean alive(Pod pod) {
    String phase = pod.getStatus() == null ? "" : Absent.text(pod.getStatus().getPhase());
    return !phase.equals("Succeeded") && !phase.equals("Failed");
  }

  /// Whether an interrupt has to wait for it, terminating or not.
  static boolean holds(Pod pod, NodeWrightView nodeWright) {
    return isOne(pod) && alive(pod) && (spared(pod, nodeWright) || !stays(pod));
  }

  /// Whether the NodeWright spares it.
  static boolean spared(Pod pod, NodeWrightView nodeWright) {
    return isOne(pod)
        && !nodeWright.spec().protectedPods().empty()
        && nodeWright.spec().protectedPods().matches(labels(pod));
  }

  /// Whether no drain touches it: Pods of DaemonSets, and the kubelet's own.
  static boolean stays(Pod pod) {
    return Absent.map(pod.getMetadata().getAnnotations()).containsKey("kubernetes.io/config.mirror")
        || Absent.list(pod.getMetadata().getOwnerReferences()).stream()
            .anyMatch(each -> "DaemonSet".equals(each.getKind()));
  }

  static Map<String, String> labels(Pod pod) {
    return Absent.map(pod.getMetadata().getLabels());
  }
}
