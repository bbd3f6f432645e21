package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.simulation.fault.PodFate;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One Pod on one machine, from its binding to its end.
final class PodWork {

  private static final int TERMINATED = 143;
  private static final int KILLED = 137;
  private static final long DEFAULT_GRACE = 30;

  private final Kubelet kubelet;
  private final Pod pod;
  private final PodContainers containers;
  private final PodSteps steps;
  private final PodReport report;
  private final PodRun run;
  private Agenda.Entry timer = Agenda.Entry.NONE;
  private Agenda.Entry deadline = Agenda.Entry.NONE;
  private State state = State.NEW;
  private boolean goes;

  /// @param pod as first seen
  PodWork(Kubelet kubelet, Pod pod) {
    this.kubelet = kubelet;
    this.pod = pod;
    this.containers = new PodContainers(pod);
    this.steps = new PodSteps(kubelet, pod);
    this.report = new PodReport(kubelet, pod, containers);
    this.run = new PodRun(kubelet, pod, containers, steps, report, () -> finish("", ""));
  }

  private enum State {
    /// Seen, and not taken on yet.
    NEW,
    /// Nothing is said of it any more.
    SILENT,
    /// Taken on.
    WORKING,
    /// Its containers are asked to end.
    ENDING,
    /// All is over on this machine.
    OVER
  }

  // --- beginnings

  /// Whether the kubelet takes no notice of the Pod.
  boolean silent() {
    return state == State.SILENT;
  }

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
    if (ran && "Never".equals(pod.getSpec().getRestartPolicy())) {
      finish("", "");
    } else {
      containers.startOver();
      run.begin();
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
    run.begin();
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

  // --- endings

  private void deadlineExceeded() {
    kubelet.counts().fired("pod deadline exceeded");
    Long grace = pod.getSpec().getTerminationGracePeriodSeconds();
    end(
        "DeadlineExceeded",
        "Pod was active on the node longer than the specified deadline",
        Duration.ofSeconds(grace == null ? DEFAULT_GRACE : grace));
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
          drop();
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
    run.stop();
    kubelet.forget(run);
  }

  private void end(String reason, String message, Duration grace) {
    drop();
    state = State.ENDING;
    if (!containers.anyRuns()) {
      finish(reason, message);
      return;
    }
    Duration wanted = kubelet.faults().endsAfterAsked(steps.facts());
    boolean killed = wanted.compareTo(grace) > 0;
    timer =
        kubelet.after(
            killed ? grace : wanted,
            "container ends",
            () -> {
              containers.endRunning(killed ? KILLED : TERMINATED, kubelet.now());
              kubelet.whenUp(run, () -> finish(reason, message));
            });
  }

  private void finish(String reason, String message) {
    drop();
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

  /// Whether the API knows that it is over.
  static boolean terminal(Pod pod) {
    String phase = Optional.ofNullable(pod.getStatus()).map(PodStatus::getPhase).orElse("");
    return Absent.text(phase).equals("Succeeded") || Absent.text(phase).equals("Failed");
  }
}
