package io.nodewright.engine.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What the Pods of a Job tell of its stage (03 §12).
///
/// @param genuineFailure whether an attempt that was seen failed by the package's own doing
/// @param stuck whether a Pod cannot start for a settled reason (03 §12.4)
/// @param pullFailure whether that is an image that cannot be pulled
/// @param inTrouble what cannot start: the image that cannot be pulled, else the container; empty
///   when a Pod is not stuck
/// @param restarts failed attempts, 0 or more (03 §12.3)
/// @param cause why the latest trouble happened, for people; empty when there is none
public record Evidence(
    boolean genuineFailure,
    boolean stuck,
    boolean pullFailure,
    String inTrouble,
    int restarts,
    String cause) {

  /// How long a container may fail to be created before that is taken for settled (03 §12.4).
  public static final Duration SETTLED = Duration.ofSeconds(60);

  private static final List<String> PULL_REASONS =
      List.of("ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull");
  private static final List<String> CREATE_REASONS =
      List.of("CreateContainerConfigError", "CreateContainerError");

  /// What the attempts that were seen of `job` tell at `now`.
  public static Evidence of(JobFacts job, Instant now) {
    if (job.attempts().isEmpty()) {
      return new Evidence(false, false, false, "", Math.max(0, job.failedAttempts()), "");
    }
    List<Attempt> genuine = new ArrayList<>();
    int refused = 0;
    for (Attempt attempt : job.attempts()) {
      AttemptClass of = AttemptClass.of(attempt);
      if (of.genuine()) {
        genuine.add(attempt);
      }
      refused += of == AttemptClass.REFUSED ? 1 : 0;
    }
    int restarts = Math.max(0, job.failedAttempts() - refused);
    Optional<Trouble> trouble = trouble(job.attempts(), now);
    String cause =
        trouble
            .map(Trouble::cause)
            .or(() -> latest(genuine).map(Evidence::causeOf))
            .or(() -> latest(job.attempts()).map(Evidence::causeOf))
            .orElse("");
    return new Evidence(
        !genuine.isEmpty(),
        trouble.isPresent(),
        trouble.map(Trouble::pull).orElse(false),
        trouble.map(Trouble::what).orElse(""),
        Math.max(restarts, genuine.isEmpty() ? 0 : 1),
        cause);
  }

  /// When the evidence may change by time alone: a container that waits to be created and is not
  /// settled yet.
  public static Optional<Instant> settlesAt(JobFacts job, Instant now) {
    Optional<Instant> earliest = Optional.empty();
    for (Attempt attempt : job.attempts()) {
      if (!live(attempt) || !awaitsCreation(attempt)) {
        continue;
      }
      Instant at = waitsSince(attempt).plus(SETTLED);
      if (at.isAfter(now) && (earliest.isEmpty() || at.isBefore(earliest.get()))) {
        earliest = Optional.of(at);
      }
    }
    return earliest;
  }

  private static boolean awaitsCreation(Attempt attempt) {
    for (Attempt.Container container : attempt.containers()) {
      if (waits(container, CREATE_REASONS)) {
        return true;
      }
    }
    return false;
  }

  private record Trouble(boolean pull, String what, String cause) {}

  private static Optional<Trouble> trouble(List<Attempt> attempts, Instant now) {
    for (Attempt attempt : attempts) {
      if (!live(attempt)) {
        continue;
      }
      boolean settled = !waitsSince(attempt).plus(SETTLED).isAfter(now);
      for (Attempt.Container container : attempt.containers()) {
        if (waits(container, PULL_REASONS)) {
          return Optional.of(new Trouble(true, container.image(), waitingText(container)));
        }
        if (settled && waits(container, CREATE_REASONS)) {
          return Optional.of(new Trouble(false, container.name(), waitingText(container)));
        }
      }
    }
    return Optional.empty();
  }

  /// Since when the container whose turn it is may wait: the end of the one before it, else the
  /// Pod's creation.
  private static Instant waitsSince(Attempt attempt) {
    Instant since = attempt.created();
    for (Attempt.Container container : attempt.containers()) {
      if (container.state() instanceof Attempt.ContainerState.Terminated terminated
          && terminated.at().isAfter(since)) {
        since = terminated.at();
      }
    }
    return since;
  }

  private static boolean live(Attempt attempt) {
    return attempt.phase() == Attempt.Phase.PENDING || attempt.phase() == Attempt.Phase.RUNNING;
  }

  private static boolean waits(Attempt.Container container, List<String> reasons) {
    return container.state() instanceof Attempt.ContainerState.Waiting waiting
        && reasons.contains(waiting.reason());
  }

  private static String waitingText(Attempt.Container container) {
    return container.state()
            instanceof Attempt.ContainerState.Waiting(String reason, String message)
        ? "container %s, image %s: %s%s"
            .formatted(
                container.name(),
                container.image(),
                reason,
                message.isEmpty() ? "" : ": " + message)
        : "";
  }

  private static Optional<Attempt> latest(List<Attempt> attempts) {
    return attempts.stream()
        .max(Comparator.comparing(Attempt::created).thenComparing(Attempt::pod));
  }

  /// Why an attempt failed, for people: that it ran out of its time, else the termination message
  /// of the container that failed, else what the kubelet says of the Pod.
  private static String causeOf(Attempt attempt) {
    if (AttemptClass.of(attempt) == AttemptClass.TIMEOUT) {
      return ofPod(attempt);
    }
    for (Attempt.Container container : attempt.containers()) {
      if (container.state()
              instanceof
              Attempt.ContainerState.Terminated(
                  int exitCode,
                  String reason,
                  String message,
                  Instant _)
          && exitCode != 0) {
        String what =
            message.isBlank()
                ? "exit code " + exitCode + (reason.isEmpty() ? "" : " (" + reason + ")")
                : message.strip();
        return "container " + container.name() + ": " + what;
      }
    }
    return ofPod(attempt);
  }

  private static String ofPod(Attempt attempt) {
    return attempt.message().isEmpty()
        ? attempt.reason()
        : attempt.reason() + ": " + attempt.message();
  }
}
