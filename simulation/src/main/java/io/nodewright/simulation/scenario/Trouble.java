package io.nodewright.simulation.scenario;

import java.time.Duration;

/// What may go wrong for a while. An empty name is for all.
public sealed interface Trouble {

  /// The operator's requests take long.
  record SlowApi(Duration most) implements Trouble {}

  /// A share of the operator's requests is answered with an error.
  record ApiErrors(double share, int code) implements Trouble {}

  /// No request of the operator arrives.
  record Outage() implements Trouble {}

  /// A share of its writes is stored without an answer.
  record LostAnswers(double share) implements Trouble {}

  /// A share of its requests never arrives.
  record LostRequests(double share) implements Trouble {}

  /// Its writes on one kind of object, or on one object, meet a conflict.
  record Conflicts(String kind, String name, double share) implements Trouble {}

  /// Changes of a kind reach it late.
  record LateWatches(String kind, Duration most) implements Trouble {}

  /// Of several changes of an object only the last reaches it.
  record MergedWatches(String kind, Duration lag) implements Trouble {}

  /// Changes of a kind reach it twice.
  record RedeliveredWatches(String kind, Duration again) implements Trouble {}

  /// Its watch of a kind breaks now and then, and the first list after that is empty, wrongly.
  record BrokenWatches(String kind, double share, Duration until, boolean emptyFirst)
      implements Trouble {}

  /// A kubelet refuses Pods.
  record PodsRefused(String node, double share, String reason) implements Trouble {}

  /// A kubelet takes no notice of Pods.
  record PodsIgnored(String node, double share) implements Trouble {}

  /// Pods of a node never finish their deletion.
  record PodsStuck(String node) implements Trouble {}

  /// The API server lets no Pods of ours be created.
  record PodsForbidden() implements Trouble {}

  /// Images of which the name holds that text cannot be pulled.
  record ImageMissing(String part) implements Trouble {}

  /// A package's stage goes wrong, so many times on each node.
  ///
  /// @param stage empty for all
  /// @param node empty for all
  /// @param times how often; large for always
  record StepGoesWrong(
      String nodeWright, String name, String stage, String node, int times, Wrong how)
      implements Trouble {}

  /// On a share of the nodes, by luck, a version of a NodeWright's packages never works.
  ///
  /// @param version empty for all
  record NodesFail(String nodeWright, String version, double share) implements Trouble {}

  /// Steps take long.
  record SlowSteps(String node, Duration most) implements Trouble {}

  /// How a step goes wrong.
  enum Wrong {
    /// Its work exits with 1.
    WORK_FAILS,
    /// Its interrupt exits with 1: a unit is unknown, or a reboot takes no effect.
    INTERRUPT_FAILS,
    /// Its interrupt hangs, or the node does not come back from its reboot.
    INTERRUPT_HANGS,
    /// Its check exits with 1.
    CHECK_FAILS,
    /// Its copy exits with 1.
    COPY_FAILS,
    /// It hangs.
    HANGS,
    /// It is killed for its memory.
    OUT_OF_MEMORY,
    /// It is killed after its work and before it can say so.
    KILLED_AFTER_WORK
  }
}
