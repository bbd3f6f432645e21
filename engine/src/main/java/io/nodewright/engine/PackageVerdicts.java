package io.nodewright.engine;

import io.nodewright.engine.drain.DrainStart;
import io.nodewright.engine.drain.DrainStep;
import io.nodewright.engine.drain.DrainTexts;
import io.nodewright.engine.drain.PodRef;
import io.nodewright.engine.drain.QuietStep;
import io.nodewright.engine.interrupt.InterruptEvidence;
import io.nodewright.engine.interrupt.InterruptResult;
import io.nodewright.engine.lifecycle.Evidence;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.Since;
import io.nodewright.engine.status.Verdict.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The words for where each package of one node is. Each text stands here, or beside the rule that
/// holds the package.
final class PackageVerdicts {

  private final NodeCase node;
  private final NodeWork work;
  private final ConfigGates gates;

  PackageVerdicts(NodeCase node, NodeWork work, ConfigGates gates) {
    this.node = node;
    this.work = work;
    this.gates = gates;
  }

  void running(PackageSpec spec, PackageRecord record, JobFacts job) {
    if (goesOnLater(spec, job)) {
      return;
    }
    Evidence evidence = Evidence.of(job, node.subject().now());
    Instant since = job.created();
    if (record.state() == StageState.ERRORING) {
      say(
          spec,
          Reason.RETRYING,
          evidence.stuck() && record.restarts() == 0
              ? "stage %s cannot start: %s".formatted(record.stage().word(), evidence.cause())
              : "stage %s %s and is tried again%s"
                  .formatted(
                      record.stage().word(),
                      record.restarts() == 0
                          ? "could not start"
                          : "failed %d time(s)".formatted(record.restarts()),
                      evidence.cause().isEmpty() ? "" : "; last: " + evidence.cause()),
          new Since.At(since),
          "");
    } else {
      say(
          spec,
          job.suspended() ? Reason.PAUSED : Reason.RUNNING,
          "stage " + record.stage().word() + (job.suspended() ? " is suspended" : " runs"),
          new Since.At(since),
          "");
    }
  }

  void timedOut(PackageSpec spec, PackageRecord record, Optional<JobFacts> failed) {
    String cause = failed.map(this::causeOf).orElse("");
    say(
        spec,
        Reason.TIMED_OUT,
        "stage %s failed for good after %d attempt(s)%s"
            .formatted(
                record.stage().word(),
                Math.max(1, record.restarts()),
                cause.isEmpty() ? "" : "; last: " + cause),
        failed.map(job -> (Since) new Since.At(job.created())).orElse(unknown()),
        failed
            .map(job -> releaseOf(job) + (neverBack(job) ? "" : " or change the package"))
            .orElse("change the package"));
  }

  private boolean neverBack(JobFacts job) {
    return InterruptResult.neverBack(job, node.subject().now());
  }

  private String causeOf(JobFacts job) {
    if (!job.key().stage().isInterrupt()) {
      return Evidence.of(job, node.subject().now()).cause();
    }
    if (neverBack(job)) {
      return InterruptReview.NEVER_BACK_CAUSE;
    }
    String reason = job.phase() instanceof JobPhase.Failed failed ? failed.reason() : "";
    return job.run().cause().isEmpty() ? reason : job.run().cause();
  }

  void done(PackageSpec spec) {
    Optional<SupersededUninstall> superseded =
        node.subject().uninstalls(spec)
            ? SupersededUninstall.of(spec, work.entries())
            : Optional.empty();
    if (superseded.isPresent()) {
      boolean running =
          node.ownJobs().stream()
              .anyMatch(
                  job ->
                      job.unfinished()
                          && job.key().ref().equals(superseded.get().recorded().ref()));
      say(
          spec,
          Reason.UNINSTALL_SUPERSEDED,
          superseded.get().message(running),
          unknown(),
          superseded.get().release(running));
      return;
    }
    gates
        .held(spec)
        .ifPresentOrElse(
            why -> say(spec, Reason.CONFIG_CHANGE_HELD, "done; " + why, unknown(), ""),
            () -> say(spec, Reason.COMPLETE, "done", unknown(), ""));
  }

  /// What of a quiet node is missing (04 §3).
  void notQuiet(PackageSpec spec) {
    switch (node.quiet().step()) {
      case QuietStep.Cordons _ ->
          say(spec, Reason.WAITS_FOR_CORDON, "waits until the node is cordoned", unknown(), "");
      case QuietStep.Unseen _ ->
          say(
              spec,
              Reason.WAITS_FOR_PODS_TO_BE_SEEN,
              "waits until the pods of the node are known",
              unknown(),
              "");
      case QuietStep.Held(var by) ->
          say(
              spec,
              Reason.WAITS_FOR_PROTECTED_PODS,
              "waits until protected pods have left: " + DrainTexts.pods(by),
              unknown(),
              "they leave by themselves; or change podNonInterruptLabels");
      case QuietStep.Drains(DrainStep drain) -> drains(spec, drain);
      case QuietStep.Quiet _ -> throw new IllegalStateException("the node is quiet");
    }
  }

  private void drains(PackageSpec spec, DrainStep drain) {
    Since since = drain.began().map(began -> (Since) new Since.At(began)).orElse(unknown());
    switch (drain) {
      case DrainStep.Call call ->
          draining(spec, since, Stream.of(call.evict(), call.delete(), call.awaited()));
      case DrainStep.Awaits awaits -> draining(spec, since, Stream.of(awaits.awaited()));
      case DrainStep.Held(var _, var by) ->
          say(
              spec,
              Reason.DRAIN_BLOCKED,
              "the drain is blocked: " + DrainTexts.blockers(by),
              since,
              "remove these pods, or change drainConfig");
      case DrainStep.Pauses(var _, var by, var until) ->
          say(
              spec,
              Reason.DRAIN_BLOCKED,
              "the drain is refused: %s; tried again at %s"
                  .formatted(DrainTexts.blockers(by), DrainStart.of(until)),
              since,
              "give the budget room, or the workload another replica");
      case DrainStep.TimedOut over ->
          say(
              spec,
              Reason.DRAIN_TIMED_OUT,
              timedOut(over),
              since,
              "remove what is left; the drain goes on by itself");
      case DrainStep.Drained _ -> throw new IllegalStateException("the node is drained");
    }
  }

  /// One sentence for a drain whose time is over.
  static String timedOut(DrainStep.TimedOut over) {
    return "the drain timed out with %d pods left: %s%s"
        .formatted(
            over.remaining().size(),
            DrainTexts.pods(over.remaining()),
            over.by().isEmpty() ? "" : "; " + DrainTexts.blockers(over.by()));
  }

  private void draining(PackageSpec spec, Since since, Stream<List<PodRef>> pods) {
    say(
        spec,
        Reason.DRAINING,
        "the node is being drained of " + DrainTexts.pods(pods.flatMap(List::stream).toList()),
        since,
        "");
  }

  /// A package at its interrupt, by the Job that stands for it.
  void atInterrupt(PackageSpec spec, PackageRecord record) {
    Optional<JobFacts> covering =
        node.ownJobs().stream()
            .filter(job -> job.key().stage() == record.stage())
            .filter(job -> job.covers().contains(record.ref()))
            .findFirst();
    if (covering.filter(JobFacts::deleting).isPresent()) {
      waitsToGo(spec, covering.get());
    } else if (covering.isEmpty()) {
      say(spec, Reason.WAITS_FOR_INTERRUPT, "waits for its interrupt", unknown(), "");
    } else if (covering.get().key().ref().equals(record.ref())) {
      interrupt(spec, record, covering.get());
    } else {
      sharesInterrupt(spec, covering.get());
    }
  }

  /// A package that another one's interrupt covers. When that one failed for good, it waits for the
  /// retry (LM12); so does its uninstall in a deletion.
  private void sharesInterrupt(PackageSpec spec, JobFacts job) {
    String host = job.key().ref().shown();
    boolean failed = (job.phase() instanceof JobPhase.Failed && job.processed()) || neverBack(job);
    String cause = failed ? causeOf(job) : "";
    say(
        spec,
        Reason.WAITS_FOR_INTERRUPT,
        "shares the interrupt of %s, Job %s%s%s"
            .formatted(
                host,
                job.name(),
                failed ? ", which failed for good" : "",
                cause.isEmpty() ? "" : "; last: " + cause),
        new Since.At(job.created()),
        failed ? releaseOf(job) : "");
  }

  private String releaseOf(JobFacts job) {
    return neverBack(job)
        ? "bring the node back, or delete it from the cluster when it is gone for good"
        : "fix the cause, then delete Job " + job.name();
  }

  private void interrupt(PackageSpec spec, PackageRecord record, JobFacts job) {
    if (record.state() == StageState.ERRORING && neverBack(job)) {
      timedOut(spec, record, Optional.of(job));
      return;
    }
    if (goesOnLater(spec, job)) {
      return;
    }
    InterruptEvidence evidence = InterruptEvidence.of(job);
    String word = InterruptReview.word(job);
    if (record.state() == StageState.ERRORING) {
      say(
          spec,
          Reason.RETRYING,
          "interrupt %s failed, was started again %d time(s)%s"
              .formatted(
                  word,
                  record.restarts(),
                  evidence.cause().isEmpty() ? "" : "; last: " + evidence.cause()),
          new Since.At(job.created()),
          "");
    } else {
      say(
          spec,
          job.suspended() ? Reason.PAUSED : Reason.RUNNING,
          "interrupt " + word + (job.suspended() ? " is suspended" : " runs"),
          new Since.At(job.created()),
          "");
    }
  }

  /// A Job that a pause suspended waits for more than the end of the pause.
  private boolean goesOnLater(PackageSpec spec, JobFacts job) {
    NodeWrightView view = node.subject().view();
    if (!job.suspended() || view.paused() || view.disabled()) {
      return false;
    }
    Resumption resumption = new Resumption(node);
    if (resumption.waitsForQuiet(job)) {
      notQuiet(spec);
      return true;
    }
    Optional<JobFacts> other = resumption.inTheWay(job);
    if (other.isEmpty()) {
      return false;
    }
    JobInTheWay inTheWay = new JobInTheWay(other.get());
    return say(
        spec,
        Reason.WAITS_FOR_INTERRUPT,
        "is suspended and goes on once " + inTheWay.shown() + " has ended",
        inTheWay.since(),
        inTheWay.release());
  }

  /// Waits for a Job, or for a Pod that lost its Job, to go.
  boolean waitsToGo(PackageSpec spec, JobFacts job) {
    JobInTheWay inTheWay = new JobInTheWay(job);
    return say(
        spec,
        Reason.WAITS_FOR_JOB_TO_GO,
        "waits until " + inTheWay.shown() + " is gone",
        inTheWay.since(),
        inTheWay.release());
  }

  static String shown(List<PackageRef> refs) {
    return String.join(", ", refs.stream().map(PackageRef::shown).toList());
  }

  static Since unknown() {
    return new Since.Unknown();
  }

  /// Says why; true, so that a caller can return it as "held".
  boolean say(PackageSpec spec, Reason reason, String message, Since since, String release) {
    work.say(spec.name(), reason, message, since, release);
    return true;
  }
}
