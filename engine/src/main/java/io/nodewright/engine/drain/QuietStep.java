package io.nodewright.engine.drain;

import java.util.List;

/// How far a node is on its way to being quiet: cordoned, without protected pods, drained (04 §3,
/// LD11). Each step rests on the one before being seen in the cluster.
public sealed interface QuietStep {

  /// The cordon, or our share in it, is not stored yet.
  record Cordons(CordonStep step) implements QuietStep {}

  /// Its pods are not known yet, so nothing may be concluded from their absence.
  record Unseen() implements QuietStep {}

  /// Protected pods hold it.
  record Held(List<PodRef> by) implements QuietStep {
    /// Copies the pods.
    public Held {
      by = List.copyOf(by);
    }
  }

  /// It is being drained.
  ///
  /// @param step never [DrainStep.Drained]
  record Drains(DrainStep step) implements QuietStep {}

  /// It is quiet.
  ///
  /// @param foreign whether the cordon is somebody else's
  record Quiet(boolean foreign) implements QuietStep {}
}
