package io.nodewright.simulation.fault;

import java.time.Instant;

/// A run of one init container of a Pod of ours.
///
/// @param pod the Pod it is in
/// @param nodeWright whose; empty, as all names here, for a Pod that is none of ours
/// @param packageName the package
/// @param version its version
/// @param stage the stage
/// @param step which container
/// @param earlier how often this step of this package stage began on this machine before
/// @param at when it begins
public record StepFacts(
    PodFacts pod,
    String nodeWright,
    String packageName,
    String version,
    String stage,
    Step step,
    int earlier,
    Instant at) {

  /// The node it runs on.
  public String node() {
    return pod.node();
  }

  /// The init containers of our Pods (03 §8, §9).
  public enum Step {
    /// Copies the package to the host.
    COPY,
    /// Does the stage's work.
    WORK,
    /// Checks it.
    CHECK,
    /// Carries an interrupt out.
    INTERRUPT
  }
}
