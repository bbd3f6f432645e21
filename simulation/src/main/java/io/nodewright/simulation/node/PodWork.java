package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.simulation.fault.PodFate;
import io.nodewright.simulation.fault.StepFacts;
import io.nodewright.simulation.fault.StepFate;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One Pod on one machine, from its binding to its end. Its containers run one after another.
final class PodWork {

  private static final Duration FIRST_MOUNT_RETRY = Duration.ofMillis(500);
  private static final Duration LONGEST_MOUNT_RETRY = Duration.ofMinutes(2);
  private static final Duration CONFIG_RETRY = Duration.ofSeconds(10);
  private static final Duration MAIN_TAKES = Duration.ofMillis(100);
  private static final int TERMINATED = 143;
  private static final int KILLED = 137;
  private static final long DEFAULT_GRACE = 30;

  private final Kubelet kubelet;
  private final PodReport report;
  private final Pod pod;
  private final PodContainers containers;
  private final PodFiles files;
  private final PodSteps steps;
  private Agenda.Entry timer = Agenda.Entry.NONE;
  private Agenda.Entry deadline = Agenda.Entry.NONE;
  private State state = State.NEW;
  private boolean goes;
  private int pullMisses;
  private int failures;
  private Duration mountRetry = FIRST_MOUNT_RETRY;

  /// @param pod as first seen
  PodWork(Kubelet kubelet, Pod pod) {
    this.kubelet = kubelet;
    this.pod = pod;
    this.containers = new PodContainers(pod);
    this.files = new PodFiles(pod, kubelet.server());
    this.steps = new PodSteps(kubelet, pod);
    this.report = new PodReport(kubelet, pod, containers);
  }

  private enum State {
    /// Seen, and not taken on yet.
    NEW,
    /// Seen, and never taken on.
    SILENT,
    /// Taken on.
    WORKING,
    /// Its containers are asked to end.
    ENDING,
    /// All is over on this machine.
    OVER
  }

  // --- beginnings

  /// Meets a Pod that no kubelet has taken on.
  void meet() {
    switch (kubelet.faults().pod(steps.facts())) {
      case PodFate.NeverAcknowledged _ -> {
        kubelet.counts().fired("pod never acknowledged");
        state = State.SILENT;
      }
      case PodFate.Refused(Duration after, String reason) ->
          timer = kubelet.after(after, "refuse a pod", () -> refuse(reason));
      case PodFate.Accepted(Duration after) ->
          timer = kubelet.after(after, "accept a pod", this::accept);
    }
  }

  /// Takes a Pod over that an earlier kubelet had taken on, whose containers died.
  ///
  /// @param newMachine whether they ran on another machine of that name
  void takeOver(boolean newMachine) {
    state = State.WORKING;
    report.startedAt(Times.parse(pod.getStatus().getStartTime()).orElse(kubelet.now()));
    containers.adopt(pod);
    boolean ran = containers.anyEverRan();
    if (ran) {
      kubelet.counts().fired("containers lost");
      containers.lose(
          newMachine || kubelet.faults().containersForgotten(steps.facts()), kubelet.now());
    }
    setDeadline();
    if (ran && never()) {
      finish("", "");
    } else {
      containers.startOver();
      open();
    }
  }

  /// Nothing is left to do but to remove it when it is deleted.
  void isOver() {
    state = State.OVER;
  }

  private void refuse(String reason) {
    kubelet.counts().fired("pod refused");
    state = State.OVER;
    report.refused(reason, "Pod was rejected: " + reason);
    removeIfDeleted();
  }

  private void accept() {
    if (kubelet.untoleratedTaint(pod)) {
      refuse("TaintToleration");
      return;
    }
    state = State.WORKING;
    report.startedAt(kubelet.now());
    setDeadline();
    report.now();
    open();
  }

  private void setDeadline() {
    Long seconds = pod.getSpec().getActiveDeadlineSeconds();
    if (seconds != null) {
      Instant due = report.startTime().plusSeconds(seconds);
      deadline =
          kubelet.after(
              Duration.between(kubelet.now(), due), "pod deadline", this::deadlineExceeded);
    }
  }

  // --- containers

  private void open() {
    if (files.setUp()) {
      next();
      return;
    }
    timer = kubelet.after(mountRetry, "mount", this::open);
    Duration longer = mountRetry.multipliedBy(2);
    mountRetry = longer.compareTo(LONGEST_MOUNT_RETRY) > 0 ? LONGEST_MOUNT_RETRY : longer;
  }

  private void next() {
    int index = containers.next();
    if (index == containers.size()) {
      finish("", "");
    } else {
      start(index);
    }
  }

  private void start(int index) {
    Container container = container(index);
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
    run(index);
  }

  private void backOffPull(int index, Duration pause) {
    String image = container(index).getImage();
    wait(index, "ImagePullBackOff", "Back-off pulling image \"%s\"".formatted(image));
    timer = kubelet.after(pause, "pull", () -> start(index));
  }

  private void wait(int index, String reason, String message) {
    containers.change(index, record -> record.waits(reason, message));
    report.now();
  }

  private void run(int index) {
    if (!containers.isInit(index)) {
      timer = kubelet.after(MAIN_TAKES, "container ends", () -> ended(index, 0, "Completed"));
      return;
    }
    StepFacts step = steps.begin(index, files.config());
    switch (kubelet.faults().step(step)) {
      case StepFate.Exits(Duration takes, int code) -> {
        if (code != 0) {
          kubelet.counts().fired(code == KILLED ? "step killed" : "step failed");
        }
        String reason = code == 0 ? "Completed" : "Error";
        timer = kubelet.after(takes, "container ends", () -> stepEnded(index, step, code, reason));
      }
      case StepFate.OutOfMemory(Duration takes) -> {
        kubelet.counts().fired("step out of memory");
        timer = kubelet.after(takes, "container ends", () -> ended(index, KILLED, "OOMKilled"));
      }
      case StepFate.Hangs _ -> kubelet.counts().fired("step hangs");
      case StepFate.KilledAfterWork(Duration takes) -> {
        kubelet.counts().fired("step killed after its work");
        timer =
            kubelet.after(
                takes,
                "container ends",
                () -> {
                  steps.succeeded(step, files.config());
                  ended(index, KILLED, "Error");
                });
      }
    }
  }

  private void stepEnded(int index, StepFacts step, int code, String reason) {
    if (code == 0) {
      steps.succeeded(step, files.config());
    }
    ended(index, code, reason);
  }

  private void ended(int index, int code, String reason) {
    containers.change(index, record -> record.ends(code, reason, kubelet.now()));
    kubelet.whenUp(this, () -> afterEnd(index, code));
  }

  private void afterEnd(int index, int code) {
    if (code == 0) {
      failures = 0;
      next();
    } else if (never()) {
      finish("", "");
    } else {
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

  // --- endings

  private void deadlineExceeded() {
    kubelet.counts().fired("pod deadline exceeded");
    end(
        "DeadlineExceeded",
        "Pod was active on the node longer than the specified deadline",
        grace());
  }

  /// Ends it for its node's sake, as a kubelet does that runs short or shuts down.
  void evict(String reason, String message) {
    if (state == State.NEW || state == State.WORKING) {
      report.disrupted("TerminationByKubelet", message);
      end(reason, message, Duration.ZERO);
    }
  }

  /// It was asked to be deleted.
  void deleted(Duration grace) {
    goes = true;
    switch (state) {
      case SILENT, ENDING -> {}
      case OVER -> removeIfDeleted();
      case NEW, WORKING -> {
        if (kubelet.faults().stuckTerminating(steps.facts())) {
          kubelet.counts().fired("pod stuck terminating");
          state = State.SILENT;
          timer.cancel();
          deadline.cancel();
        } else {
          end("", "", grace);
        }
      }
    }
  }

  /// It is gone from the API: whatever runs is killed.
  void vanished() {
    state = State.OVER;
    drop();
  }

  /// Forgets all timers: the kubelet and its containers are gone.
  void drop() {
    timer.cancel();
    deadline.cancel();
  }

  private void end(String reason, String message, Duration grace) {
    timer.cancel();
    deadline.cancel();
    state = State.ENDING;
    if (!containers.anyRuns()) {
      finish(reason, message);
      return;
    }
    Duration wanted = kubelet.faults().endsAfterAsked(steps.facts());
    boolean killed = wanted.compareTo(grace) > 0;
    int code = killed ? KILLED : TERMINATED;
    timer =
        kubelet.after(
            killed ? grace : wanted,
            "container ends",
            () -> {
              containers.endRunning(code, kubelet.now());
              kubelet.whenUp(this, () -> finish(reason, message));
            });
  }

  private void finish(String reason, String message) {
    timer.cancel();
    deadline.cancel();
    if (state == State.ENDING) {
      containers.giveUp(kubelet.now());
    }
    state = State.OVER;
    report.over(reason, message);
    removeIfDeleted();
  }

  private void removeIfDeleted() {
    if (goes) {
      kubelet.removeSoon(pod);
    }
  }

  private boolean never() {
    return "Never".equals(pod.getSpec().getRestartPolicy());
  }

  private Duration grace() {
    Long own = pod.getSpec().getTerminationGracePeriodSeconds();
    return Duration.ofSeconds(own == null ? DEFAULT_GRACE : own);
  }

  private Container container(int index) {
    int inits = containers.init().size();
    return containers.isInit(index)
        ? pod.getSpec().getInitContainers().get(index)
        : pod.getSpec().getContainers().get(index - inits);
  }

  static boolean terminal(Pod pod) {
    String phase = Optional.ofNullable(pod.getStatus()).map(PodStatus::getPhase).orElse("");
    return Absent.text(phase).equals("Succeeded") || Absent.text(phase).equals("Failed");
  }
}
