package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// One container of a pod: started, watched, restarted with growing pauses, ended with its pod.
final class ContainerLife {
  /// What a container has come to.
  enum Outcome {
    /// It did what it should and is not started again.
    SUCCEEDED,
    /// It failed and is not started again.
    FAILED,
    /// Its pod is to end.
    POD_ENDS,
    /// Its node went down under it.
    NODE_LOST
  }

  /// When a container is started again.
  enum Restart {
    /// Whenever it ends.
    ALWAYS,
    /// When it fails.
    ON_FAILURE,
    /// Never.
    NEVER;

    /// What `policy`, a pod's `restartPolicy`, means for an init container: success ends it in any
    /// case.
    static Restart ofInit(String policy) {
      return policy.equals("Never") ? NEVER : ON_FAILURE;
    }

    /// What `policy` means for an ordinary container.
    static Restart ofMain(String policy) {
      return switch (policy) {
        case "Never" -> NEVER;
        case "OnFailure" -> ON_FAILURE;
        default -> ALWAYS;
      };
    }

    private boolean after(ContainerExit exit) {
      return switch (this) {
        case ALWAYS -> true;
        case ON_FAILURE -> !exit.succeeded();
        case NEVER -> false;
      };
    }
  }

  /// A kubelet forgets old failures of a container that ran for twice the longest pause.
  private static final Duration LONG_RUN = Duration.ofMinutes(10);

  private static final Duration SOON = Duration.ofSeconds(1);

  private final PodWork work;
  private final PodHome home;
  private final Container container;
  private final Restart restart;

  ContainerLife(PodWork work, PodHome home, Container container, Restart restart) {
    this.work = work;
    this.home = home;
    this.container = container;
    this.restart = restart;
  }

  /// Runs it to its end. Blocks.
  Outcome run() {
    int failures = 0;
    while (true) {
      Optional<RunningContainer> started = start();
      if (started.isEmpty()) {
        return Outcome.POD_ENDS;
      }
      RunningContainer running = started.get();
      work.change(container, record -> record.runs(running));
      if (!running.ready().isDone()) {
        var _ =
            running.ready().thenRun(() -> work.change(container, record -> record.serves(running)));
      }
      Optional<ContainerExit> ended = work.life().await(running.exit());
      ContainerExit exit = ended.orElseGet(() -> stop(running));
      work.change(container, record -> record.ends(exit));
      if (ended.isEmpty()) {
        return Outcome.POD_ENDS;
      }
      if (exit.lost()) {
        return Outcome.NODE_LOST;
      }
      if (!restart.after(exit)) {
        return exit.succeeded() ? Outcome.SUCCEEDED : Outcome.FAILED;
      }
      Duration ran = Duration.between(running.startedAt(), exit.finishedAt());
      failures = ran.compareTo(LONG_RUN) >= 0 ? 1 : failures + 1;
      if (!pauseAfter(failures)) {
        return Outcome.POD_ENDS;
      }
    }
  }

  private Optional<RunningContainer> start() {
    int misses = 0;
    while (work.life().ending().isEmpty()) {
      int attempt = attempts();
      switch (home.start(container, attempt)) {
        case StartOutcome.Started(var running) -> {
          return Optional.of(running);
        }
        case StartOutcome.ImageMissing(var message) -> {
          misses++;
          if (!pauseBeforePull(message, misses)) {
            return Optional.empty();
          }
        }
        case StartOutcome.NotCreated(var reason, var message) -> {
          work.change(container, record -> record.waits(reason, message));
          if (!work.life().pause(SOON)) {
            return Optional.empty();
          }
        }
      }
    }
    return Optional.empty();
  }

  private int attempts() {
    ContainerRecord record = work.progress().of(container.getName());
    return record.everRan() ? record.restarts() + 1 : 0;
  }

  private boolean pauseBeforePull(String message, int misses) {
    work.change(container, record -> record.waits("ErrImagePull", message));
    Duration pause = work.backOff().pause(misses + 1);
    // A kubelet shows the failed pull for a moment before it says that it backs off.
    if (!work.life().pause(pause.dividedBy(10))) {
      return false;
    }
    work.change(
        container,
        record ->
            record.waits(
                "ImagePullBackOff",
                "Back-off pulling image \"%s\": ErrImagePull: %s"
                    .formatted(container.getImage(), message)));
    return work.life().pause(pause);
  }

  private boolean pauseAfter(int failures) {
    Duration pause = work.backOff().pause(failures);
    if (!pause.isZero()) {
      work.change(
          container,
          record ->
              record.waits(
                  "CrashLoopBackOff",
                  "back-off %s restarting failed container=%s pod=%s"
                      .formatted(
                          goText(work.backOff().named(failures)),
                          container.getName(),
                          work.podText())));
    }
    return work.life().pause(pause);
  }

  /// Asks it to end, and after the pod's grace makes it end.
  private ContainerExit stop(RunningContainer running) {
    CompletableFuture<ContainerExit> exit = running.exit();
    Duration grace = work.life().ending().map(PodEnding::grace).orElse(Duration.ZERO);
    if (!grace.isZero()) {
      running.terminate();
      work.life().awaitWithin(exit, grace);
    }
    if (!exit.isDone()) {
      running.kill();
    }
    return exit.join();
  }

  private static String goText(Duration pause) {
    long seconds = pause.toSeconds();
    return seconds < 60 ? seconds + "s" : seconds / 60 + "m" + seconds % 60 + "s";
  }
}
