package io.nodewright.engine.drain;

import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.rollout.Toleration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A pod on a node, as far as the barrier and the drain look at it.
///
/// @param ref which pod
/// @param node `spec.nodeName`
/// @param labels all of its labels
/// @param finished phase `Succeeded` or `Failed`
/// @param mirror a static pod's image in the API: annotation `kubernetes.io/config.mirror`, or an
///   owner of kind `Node`
/// @param staysOnCordoned whether it tolerates the taint of a cordon, see [#tolerateCordon]
/// @param ofPackage in the operator's namespace with both labels of package pods
/// @param controller what manages it
/// @param terminating whether it has a deletion timestamp
/// @param emptyDir whether it has an `emptyDir` volume
public record PodView(
    PodRef ref,
    String node,
    SortedMap<String, String> labels,
    boolean finished,
    boolean mirror,
    boolean staysOnCordoned,
    boolean ofPackage,
    Controller controller,
    boolean terminating,
    boolean emptyDir) {

  private static final Taint CORDON =
      new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule");

  /// Copies the labels.
  public PodView {
    labels =
        labels.isEmpty()
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /// What manages a pod.
  public enum Controller {
    /// Nobody: once gone, it stays gone.
    NONE,
    DAEMON_SET,
    OTHER
  }

  /// Whether these tolerations match the taint that a cordon puts on a node, by Kubernetes' own
  /// matching (ID3).
  public static boolean tolerateCordon(List<Toleration> tolerations) {
    return tolerations.stream().anyMatch(toleration -> toleration.tolerates(CORDON));
  }

  /// The same pod, on its way out: its eviction was accepted and no watch has shown that yet.
  public PodView asTerminating() {
    return new PodView(
        ref,
        node,
        labels,
        finished,
        mirror,
        staysOnCordoned,
        ofPackage,
        controller,
        true,
        emptyDir);
  }
}
