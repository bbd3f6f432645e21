package io.nodewright.engine.interrupt;

import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.JobFacts;
import java.util.Comparator;
import java.util.Optional;

/// What the Pod of an interrupt Job tells (03 §12.4, §13): its one container is restarted in place.
///
/// @param failing whether it fails now: ended with a code other than 0, or waits for its restart
///   after that
/// @param restarts the kubelet's count for the container
/// @param cause why, for people; empty when nothing is known
public record InterruptEvidence(boolean failing, int restarts, String cause) {

  /// Name of the container that runs the interrupt (03 §9).
  public static final String CONTAINER = "interrupt";

  private static final InterruptEvidence NOTHING = new InterruptEvidence(false, 0, "");

  /// What the Job's latest Pod tells.
  public static InterruptEvidence of(JobFacts job) {
    return job.attempts().stream()
        .filter(attempt -> !attempt.deleting() && !attempt.disrupted())
        .max(Comparator.comparing(Attempt::created).thenComparing(Attempt::pod))
        .flatMap(InterruptEvidence::container)
        .map(InterruptEvidence::of)
        .orElse(NOTHING);
  }

  private static Optional<Attempt.Container> container(Attempt attempt) {
    return attempt.containers().stream()
        .filter(container -> container.name().equals(CONTAINER))
        .findFirst();
  }

  private static InterruptEvidence of(Attempt.Container container) {
    return switch (container.state()) {
      case Attempt.ContainerState.Running _ ->
          new InterruptEvidence(false, container.restarts(), "");
      case Attempt.ContainerState.Waiting(String reason, String message) ->
          new InterruptEvidence(
              reason.equals("CrashLoopBackOff"),
              container.restarts(),
              container.lastMessage().isBlank()
                  ? reason + ": " + message
                  : container.lastMessage().strip());
      case Attempt.ContainerState.Terminated ended ->
          new InterruptEvidence(
              ended.exitCode() != 0 && !ended.reason().equals("ContainerStatusUnknown"),
              container.restarts(),
              ended.exitCode() == 0
                  ? ""
                  : ended.message().isBlank()
                      ? "exit code " + ended.exitCode()
                      : ended.message().strip());
    };
  }
}
