package io.nodewright.simulation.fault;

import java.time.Duration;

/// What goes wrong, and when: asked by the virtual cluster at each place where something may. An
/// answer may depend on what is asked about and on the virtual time, never on earlier questions.
/// All answers that are not given are those of a healthy, quick cluster.
///
/// What happens at a time rather than at a question (a crash, a reboot, a relabelled node) is no
/// question here: a scenario does it.
public interface FaultPlan {

  /// Nothing goes wrong.
  FaultPlan NONE = new FaultPlan() {};

  /// What becomes of a client's request to the API server.
  default RequestFate request(RequestFacts request) {
    return RequestFate.QUICK;
  }

  /// How one change reaches one subscriber.
  default WatchFate watch(WatchFacts change) {
    return WatchFate.AT_ONCE;
  }

  /// What the kubelet does with a Pod that is new to it.
  default PodFate pod(PodFacts pod) {
    return PodFate.ACCEPTED;
  }

  /// Whether a pull of an image succeeds.
  ///
  /// @param pull how often this Pod's container has tried to pull before
  default boolean imageThere(PodFacts pod, String image, int pull) {
    return true;
  }

  /// What a run of a step comes to.
  default StepFate step(StepFacts step) {
    return StepFate.SUCCEEDS;
  }

  /// Whether the kubelet never finishes a deletion of that Pod, as with a process that cannot be
  /// killed. Asked when the deletion begins; only a forced deletion ends it.
  default boolean stuckTerminating(PodFacts pod) {
    return false;
  }

  /// Whether the kubelet, back after its machine lost power, does not find the containers that ran:
  /// `ContainerStatusUnknown` in place of the exit code 255 that the runtime remembers.
  default boolean containersForgotten(PodFacts pod) {
    return false;
  }

  /// How long a Pod's step takes to end after it was asked to; past its grace period it is killed.
  default Duration endsAfterAsked(PodFacts pod) {
    return Duration.ofMillis(200);
  }

  /// Why the API server refuses to let the Job controller create a Pod of that Job (quota, Pod
  /// security, a webhook); empty text when it allows it.
  default String podCreationRefused(String job) {
    return "";
  }
}
