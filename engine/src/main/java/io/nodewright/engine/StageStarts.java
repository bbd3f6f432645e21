package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.StageJob;
import io.nodewright.engine.interrupt.OwedInterrupt;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.NextStage;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.status.Verdict;
import io.nodewright.engine.status.Verdict.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Starts the stages that may start on one node (02 §4, §5; 03 §11.1), and says of every other
/// package what it waits for.
final class StageStarts {

  private final NodeCase node;
  private final NodeWork work;
  private final PackageVerdicts verdicts;
  private final InterruptStarts interrupts;
  private final StageHolds holds;
  private final int nodeOrder;
  private final List<StageJob> started = new ArrayList<>();

  private StageStarts(
      NodeCase node, NodeWork work, ConfigGates gates, Optional<Verdict> hold, int nodeOrder) {
    this.node = node;
    this.work = work;
    this.verdicts = new PackageVerdicts(node, work, gates);
    this.interrupts = new InterruptStarts(node, work, gates, verdicts, hold, nodeOrder);
    this.holds = new StageHolds(node, work, gates, verdicts, hold, interrupts);
    this.nodeOrder = nodeOrder;
  }

  /// Starts what may start.
  ///
  /// @param gates of the packages' config
  /// @param hold why no stage may start on this node at all; empty when stages may
  /// @param nodeOrder the node's value of `SKYHOOK_NODE_ORDER`
  /// @return the Jobs that are created
  static List<StageJob> run(
      NodeCase node, NodeWork work, ConfigGates gates, Optional<Verdict> hold, int nodeOrder) {
    StageStarts starts = new StageStarts(node, work, gates, hold, nodeOrder);
    starts.interrupts.run();
    for (PackageSpec spec : starts.inTurn()) {
      if (!starts.interrupts.saidOf(spec.ref())) {
        starts.consider(spec);
      }
    }
    if (!starts.started.isEmpty()) {
      Subject subject = node.subject();
      work.metadata();
      for (StageJob job : starts.started) {
        work.then(new Action.CreateStageJob(job));
        work.then(
            node.event(
                false,
                "Apply",
                job.key().stage().word(),
                "Applying package [%s] from [nodewright:%s] stage [%s]"
                    .formatted(job.key().ref().shown(), subject.name(), job.key().stage().word())));
      }
    }
    return starts.started;
  }

  /// Name order; with `serial` uninstalls first, then packages that have begun, then the rest (02
  /// §5.2).
  private List<PackageSpec> inTurn() {
    List<PackageSpec> packages = new ArrayList<>(node.subject().packages().values());
    if (node.subject().view().spec().serial()) {
      packages.sort(Comparator.comparingInt(this::serialRank));
    }
    return packages;
  }

  private int serialRank(PackageSpec spec) {
    PackageRecord entry = work.entries().get(spec.ref());
    if (node.subject().uninstalls(spec) && entry != null) {
      return 0;
    }
    return entry != null ? 1 : 2;
  }

  private void consider(PackageSpec spec) {
    Optional<PackageRecord> entry = Optional.ofNullable(work.entries().get(spec.ref()));
    Optional<JobFacts> failed = entry.flatMap(node::failedJob);
    NextStage next =
        NextStage.of(
            spec,
            work.entries(),
            failed.isPresent(),
            node.subject().uninstalls(spec),
            node.subject().changedKeys(spec));
    switch (next) {
      case NextStage.Nothing _ -> verdicts.done(spec);
      case NextStage.Continue(PackageRecord record) -> {
        if (record.stage().isInterrupt()) {
          atInterrupt(spec, record);
        } else {
          continueWith(spec, record);
        }
      }
      case NextStage.Begin(PackageRecord record) -> begin(spec, record, failed);
      case NextStage.TimedOut(PackageRecord record) -> verdicts.timedOut(spec, record, failed);
      case NextStage.OwesInterrupt(PackageRecord record) -> {
        if (!holds.heldAsAWhole(spec) && !holds.heldByPackages(spec, record)) {
          verdicts.atInterrupt(spec, record);
        }
      }
      case NextStage.Remove(PackageRecord record) -> remove(spec, record);
      case NextStage.Cancel(PackageRecord record) -> cancel(spec, record);
    }
  }

  private void continueWith(PackageSpec spec, PackageRecord record) {
    Optional<JobFacts> running = unfinishedJob(spec, record);
    if (running.isPresent()) {
      verdicts.running(spec, record, running.get());
      return;
    }
    // Without a Job the stage starts again with a full budget, whatever its state word (02 §1.2,
    // §4.14).
    begin(
        spec,
        record.state() == StageState.IN_PROGRESS ? record : record.with(StageState.IN_PROGRESS, 0),
        Optional.empty());
  }

  /// A package at its interrupt that no group takes up: a Job stands for it, or nothing is owed any
  /// more since its interrupt left the spec (04 §16.1).
  private void atInterrupt(PackageSpec spec, PackageRecord record) {
    boolean covered =
        node.ownJobs().stream()
            .anyMatch(
                job -> job.key().stage() == record.stage() && job.covers().contains(record.ref()));
    boolean owes =
        OwedInterrupt.of(spec, record, node.subject().changedKeys(spec)) instanceof Interrupt.Of;
    if (covered || owes) {
      verdicts.atInterrupt(spec, record);
    } else if (record.stage() == Stage.UNINSTALL_INTERRUPT) {
      if (remove(spec, record)) {
        work.then(
            node.event(
                true,
                "Apply",
                "UninstallInterruptDropped",
                "Package [%s]: its interrupt left the spec before it ran"
                    .formatted(spec.ref().shown())));
      }
    } else {
      begin(spec, record.movedTo(Stage.POST_INTERRUPT, spec), Optional.empty());
    }
  }

  /// Its uninstall is over: the record goes (02 §4.8 #9).
  private boolean remove(PackageSpec spec, PackageRecord record) {
    if (holds.heldAsAWhole(spec) || work.wasJudged(record.ref())) {
      return false;
    }
    work.remove(record.ref());
    verdicts.say(
        spec, Reason.WAITS_FOR_WRITE, "its uninstall is complete", PackageVerdicts.unknown(), "");
    return true;
  }

  private void begin(PackageSpec spec, PackageRecord record, Optional<JobFacts> failed) {
    if (holds.held(spec, record)) {
      enterUninstall(spec, record, failed);
      return;
    }
    Optional<JobFacts> earlier = failed.or(() -> holds.earlierRun(spec, record)); // 4.8 #3; J51
    if (!record.equals(node.entries().get(spec.ref()))) {
      work.put(record); // stored before the Job is created (LW3)
    }
    if (earlier.isPresent()) {
      work.then(new Action.DeleteJob(earlier.get(), "its stage is to run again"));
      verdicts.say(
          spec,
          Reason.WAITS_FOR_JOB_TO_GO,
          "an earlier Job is being deleted",
          PackageVerdicts.unknown(),
          "");
      return;
    }
    Subject subject = node.subject();
    holds.started();
    started.add(
        new StageJob(
            new JobKey(subject.name(), spec.ref(), record.stage(), node.name()),
            subject.view().uid(),
            subject.view().generation(),
            spec,
            nodeOrder,
            spec.stageTimeout().or(subject.settings().stageTimeout()),
            subject.settings().backoffLimit(),
            subject.view().spec().additionalTolerations(),
            subject.deliveredKeys(spec)));
    verdicts.say(
        spec,
        Reason.STARTING,
        "stage " + record.stage().word() + " starts",
        PackageVerdicts.unknown(),
        "");
  }

  /// The record enters the uninstall lane before any drain (02 §4.8 #1): only the Job waits for a
  /// quiet node.
  private void enterUninstall(PackageSpec spec, PackageRecord record, Optional<JobFacts> failed) {
    boolean enters =
        record.stage() == Stage.UNINSTALL && !record.equals(node.entries().get(spec.ref()));
    if (enters && holds.onlyByUnrest(spec, record)) {
      failed.ifPresent(
          job -> work.then(new Action.DeleteJob(job, "its package is being uninstalled")));
      work.put(record);
    }
  }

  /// A cancelled uninstall: its Job goes before the record moves (02 §4.9).
  private void cancel(PackageSpec spec, PackageRecord record) {
    if (holds.heldAsAWhole(spec)) {
      return;
    }
    Optional<JobFacts> job =
        node.ownJobs().stream()
            .filter(j -> j.key().ref().equals(spec.ref()) && j.key().stage().inUninstallLane())
            .filter(j -> j.unfinished() || node.failedJob(recordOf(spec)).isPresent())
            .findFirst();
    if (job.isPresent()) {
      if (!job.get().deleting()) {
        work.then(new Action.DeleteJob(job.get(), "its uninstall was cancelled"));
      }
      verdicts.say(
          spec,
          Reason.WAITS_FOR_JOB_TO_GO,
          "the cancelled uninstall is being ended",
          PackageVerdicts.unknown(),
          "");
      return;
    }
    begin(spec, record, Optional.empty());
  }

  private PackageRecord recordOf(PackageSpec spec) {
    PackageRecord record = work.entries().get(spec.ref());
    if (record == null) {
      throw new IllegalStateException("no record of " + spec.ref() + " on " + node.name());
    }
    return record;
  }

  private Optional<JobFacts> unfinishedJob(PackageSpec spec, PackageRecord record) {
    for (JobFacts job : node.ownJobs()) {
      if (job.unfinished()
          && !job.deleting()
          && job.key().stage() == record.stage()
          && job.key().ref().equals(spec.ref())) {
        return Optional.of(job);
      }
    }
    return Optional.empty();
  }
}
