package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.simulation.fault.StepFacts;
import io.nodewright.simulation.fault.StepFate;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;

/// The containers of one Pod, one after another: volumes first, then each is pulled, made, run, and
/// started again after a failure where the Pod has it so.
final class PodRun {

  private static final Duration FIRST_MOUNT_RETRY = Duration.ofMillis(500);
  private static final Duration LONGEST_MOUNT_RETRY = Duration.ofMinutes(2);
  private static final Duration CONFIG_RETRY = Duration.ofSeconds(10);
  private static final Duration MAIN_TAKES = Duration.ofMillis(100);
  private static final int KILLED = 137;

  /// How long the agent waits for the shutdown that it asked for.
  private static final Duration NO_SHUTDOWN = Duration.ofSeconds(10);

  private static final String ENDS = "container ends";

  private final Kubelet kubelet;
  private final Pod pod;
  private final PodContainers containers;
  private final PodFiles files;
  private final PodSteps steps;
  private final PodReport report;
  private final Runnable over;
  private Agenda.Entry timer = Agenda.Entry.NONE;
  private Duration mountRetry = FIRST_MOUNT_RETRY;
  private int pullMisses;
  private int failures;

  /// @param over what to do when nothing more is to run
  PodRun(
      Kubelet kubelet,
      Pod pod,
      PodContainers containers,
      PodSteps steps,
      PodReport report,
      Runnable over) {
    this.kubelet = kubelet;
    this.pod = pod;
    this.containers = containers;
    this.files = new PodFiles(pod, kubelet.server());
    this.steps = steps;
    this.report = report;
    this.over = over;
  }

  /// Begins, or begins again where it was.
  void begin() {
    if (files.setUp()) {
      next();
      return;
    }
    timer = kubelet.after(mountRetry, "mount", this::begin);
    Duration longer = mountRetry.multipliedBy(2);
    mountRetry = longer.compareTo(LONGEST_MOUNT_RETRY) > 0 ? LONGEST_MOUNT_RETRY : longer;
  }

  /// Starts nothing more, and forgets what runs.
  void stop() {
    timer.cancel();
  }

  private void next() {
    int index = containers.next();
    if (index == containers.size()) {
      over.run();
    } else {
      start(index);
    }
  }

  private void start(int index) {
    Container container = containers.container(index);
    if (!kubelet.pull(steps.facts(), container, pullMisses)) {
      pullMisses++;
      kubelet.counts().fired("image missing");
      wait(index, "ErrImagePull", "image not found: " + container.getImage());
      Duration pause = Pauses.named(pullMisses + 1);
      timer = kubelet.after(pause.dividedBy(10), "pull", () -> backOffPull(index, pause));
      return;
    }
    String problem = files.problem(container);
    if (!problem.isEmpty()) {
      kubelet.counts().fired("container not created");
      wait(index, "CreateContainerConfigError", problem);
      timer = kubelet.after(CONFIG_RETRY, "create container", () -> start(index));
      return;
    }
    pullMisses = 0;
    containers.change(index, record -> record.runs(kubelet.now()));
    report.now();
    if (containers.isInit(index)) {
      run(index, steps.begin(index, files.config()));
    } else if (!"Always".equals(pod.getSpec().getRestartPolicy())) {
      timer = kubelet.after(MAIN_TAKES, ENDS, () -> ended(index, 0, "Completed"));
    }
  }

  private void backOffPull(int index, Duration pause) {
    String image = containers.container(index).getImage();
    wait(index, "ImagePullBackOff", "Back-off pulling image \"%s\"".formatted(image));
    timer = kubelet.after(pause, "pull", () -> start(index));
  }

  private void wait(int index, String reason, String message) {
    containers.change(index, record -> record.waits(reason, message));
    report.now();
  }

  private void run(int index, StepFacts step) {
    if (step.step() == StepFacts.Step.INTERRUPT) {
      interrupt(index, step, steps.interrupt(index));
    } else {
      work(index, step);
    }
  }

  /// The agent runs an interrupt once for its resource id (04 §10, §11).
  private void interrupt(int index, StepFacts step, PodSteps.Asked asked) {
    if (kubelet.host().interrupted(asked.id(), kubelet.bootId())) {
      timer = kubelet.after(MAIN_TAKES, ENDS, () -> interrupted(index, step, asked));
      return;
    }
    if (!asked.reboot()) {
      switch (kubelet.faults().step(step)) {
        case StepFate.Exits(Duration takes, int code) when code == 0 ->
            timer = kubelet.after(takes, ENDS, () -> interrupted(index, step, asked));
        case StepFate.Hangs _ -> kubelet.counts().fired("interrupt hangs");
        case StepFate.Exits _, StepFate.OutOfMemory _, StepFate.KilledAfterWork _ -> {
          kubelet.counts().fired("interrupt failed");
          timer = kubelet.after(MAIN_TAKES, ENDS, () -> ended(index, 1, "Error"));
        }
      }
      return;
    }
    switch (kubelet.faults().step(step)) {
      case StepFate.Exits(Duration takes, int code) when code == 0 -> {
        kubelet.host().asksReboot(asked.id(), kubelet.bootId());
        boolean seesShutdown = takes.toMillis() % 2 == 0;
        timer =
            kubelet.after(
                takes,
                "reboot",
                () -> {
                  kubelet.counts().fired("reboot by an interrupt");
                  if (seesShutdown) {
                    interrupted(index, step, asked);
                  }
                  kubelet.reboot();
                });
      }
      case StepFate.Hangs _ -> {
        kubelet.host().asksReboot(asked.id(), kubelet.bootId());
        timer =
            kubelet.after(
                MAIN_TAKES,
                "reboot",
                () -> {
                  kubelet.counts().fired("reboot that does not come back");
                  kubelet.powerOff();
                });
      }
      case StepFate.Exits _, StepFate.OutOfMemory _, StepFate.KilledAfterWork _ -> {
        kubelet.counts().fired("reboot without effect");
        timer = kubelet.after(NO_SHUTDOWN, ENDS, () -> ended(index, 1, "Error"));
      }
    }
  }

  private void interrupted(int index, StepFacts step, PodSteps.Asked asked) {
    if (!asked.reboot()) {
      kubelet.host().interruptEnds(asked.id());
    }
    steps.succeeded(step, files.config());
    ended(index, 0, "Completed");
  }

  private void work(int index, StepFacts step) {
    switch (kubelet.faults().step(step)) {
      case StepFate.Exits(Duration takes, int code) when code == 0 ->
          timer =
              kubelet.after(
                  takes,
                  ENDS,
                  () -> {
                    steps.succeeded(step, files.config());
                    ended(index, 0, "Completed");
                  });
      case StepFate.Exits(Duration takes, int code) -> {
        kubelet.counts().fired(code == KILLED ? "step killed" : "step failed");
        timer = kubelet.after(takes, ENDS, () -> ended(index, code, "Error"));
      }
      case StepFate.OutOfMemory(Duration takes) -> {
        kubelet.counts().fired("step out of memory");
        timer = kubelet.after(takes, ENDS, () -> ended(index, KILLED, "OOMKilled"));
      }
      case StepFate.Hangs _ -> kubelet.counts().fired("step hangs");
      case StepFate.KilledAfterWork(Duration takes) -> {
        kubelet.counts().fired("step killed after its work");
        timer =
            kubelet.after(
                takes,
                ENDS,
                () -> {
                  steps.succeeded(step, files.config());
                  ended(index, KILLED, "Error");
                });
      }
    }
  }

  private void ended(int index, int code, String reason) {
    containers.change(index, record -> record.ends(code, reason, kubelet.now()));
    kubelet.whenUp(this, () -> afterEnd(index, code));
  }

  private void afterEnd(int index, int code) {
    if (code == 0) {
      failures = 0;
      next();
    } else if ("Never".equals(pod.getSpec().getRestartPolicy())) {
      over.run();
    } else {
      startAgain(index);
    }
  }

  private void startAgain(int index) {
    failures++;
    Duration pause = Pauses.named(failures);
    if (pause.isZero()) {
      report.now();
      start(index);
    } else {
      wait(index, "CrashLoopBackOff", "back-off restarting failed container");
      timer = kubelet.after(pause, "restart", () -> start(index));
    }
  }
}
