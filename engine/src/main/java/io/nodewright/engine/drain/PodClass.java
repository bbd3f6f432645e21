package io.nodewright.engine.drain;

import java.util.ArrayList;
import java.util.List;

/// What a drain does about a pod (04 §6.1).
public sealed interface PodClass {

  /// Neither evicted nor waited for.
  record Ignored() implements PodClass {}

  /// On its way out already: waited for until its object is gone, and never called upon again.
  record Awaited() implements PodClass {}

  /// Must not be touched, by the spec's own wish: the node cannot be drained.
  ///
  /// @param why one or two reasons
  record Blocks(List<DrainBlocker> why) implements PodClass {
    /// Copies the reasons.
    public Blocks {
      why = List.copyOf(why);
    }
  }

  /// Deleted, whatever its budget says.
  record Deleted() implements PodClass {}

  /// Evicted, if its budget allows.
  record Evicted() implements PodClass {}

  /// The class of a pod: the first row that holds wins.
  static PodClass of(PodView pod, DrainSettings settings) {
    if (pod.finished()) {
      return new Ignored(); // 04-ID1
    }
    if (pod.mirror()) {
      return new Ignored(); // 04-ID2
    }
    if (pod.staysOnCordoned()) {
      return new Ignored(); // 04-ID3
    }
    if (pod.ofPackage()) {
      return new Ignored(); // 04-ID4
    }
    if (pod.controller() == PodView.Controller.DAEMON_SET && settings.ignoreDaemonSets()) {
      return new Ignored(); // 04-ID5
    }
    if (pod.terminating()) {
      return new Awaited(); // 04-ID6
    }
    List<DrainBlocker> why = blockers(pod, settings);
    if (!why.isEmpty()) {
      return new Blocks(why); // 04-ID7, ID8
    }
    return settings.disableEviction() ? new Deleted() : new Evicted(); // 04-ID9, ID10
  }

  private static List<DrainBlocker> blockers(PodView pod, DrainSettings settings) {
    List<DrainBlocker> why = new ArrayList<>();
    if (pod.controller() == PodView.Controller.NONE && !settings.force()) {
      why.add(DrainBlocker.unmanaged(pod.ref()));
    }
    if (pod.emptyDir() && !settings.deleteEmptyDirData()) {
      why.add(DrainBlocker.emptyDir(pod.ref()));
    }
    return why;
  }
}
