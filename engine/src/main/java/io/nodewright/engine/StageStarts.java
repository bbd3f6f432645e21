package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.StageJob;
import io.nodewright.engine.lifecycle.DependencyGraph;
import io.nodewright.engine.lifecycle.Evidence;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.NextStage;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.engine.status.Since;
import io.nodewright.engine.status.Verdict;
import io.nodewright.engine.status.Verdict.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Starts the stages that may start on one node (02 §4, §5; 03 §11.1), and says of every other
/// package what it waits for.
final class StageStarts {

  private final NodeCase node;
  private final NodeWork work;
  private final Optional<Verdict> hold;
  private final int nodeOrder;
  private final List<StageJob> started = new ArrayList<>();
  private boolean turnTaken;

  private StageStarts(NodeCase node, NodeWork work, Optional<Verdict> hold, int nodeOrder) {
    this.node = node;
    this.work = work;
    this.hold = hold;
    this.nodeOrder = nodeOrder;
  }

  /// Starts what may start.
  ///
  /// @param hold why no stage may start on this node at all; empty when stages may
  /// @param nodeOrder the node's value of `SKYHOOK_NODE_ORDER`
  /// @return the Jobs that are created
  static List<StageJob> run(NodeCase node, NodeWork work, Optional<Verdict> hold, int nodeOrder) {
    StageStarts starts = new StageStarts(node, work, hold, nodeOrder);
    for (PackageSpec spec : starts.inTurn()) {
      starts.consider(spec);
    }
    if (!starts.started.isEmpty()) {
      Subject subject = node.subject();
      work.then(new Action.WriteNodeMetadata(node.name(), node.node().uid(), subject.view()));
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
      case NextStage.Nothing _ -> sayDone(spec);
      case NextStage.Continue(PackageRecord record) -> continueWith(spec, record);
      case NextStage.Begin(PackageRecord record) -> begin(spec, record, failed);
      case NextStage.TimedOut(PackageRecord record) -> sayTimedOut(spec, record, failed);
      case NextStage.OwesInterrupt(PackageRecord _) -> sayInterrupt(spec);
      case NextStage.Cancel(PackageRecord record) -> cancel(spec, record);
    }
  }

  private void continueWith(PackageSpec spec, PackageRecord record) {
    Optional<JobFacts> running = unfinishedJob(spec, record);
    if (running.isPresent()) {
      sayRunning(spec, record, running.get());
      return;
    }
    // Without a Job the stage starts again with a full budget, whatever its state word (02 §1.2,
    // §4.14).
    begin(
        spec,
        record.state() == StageState.IN_PROGRESS ? record : record.with(StageState.IN_PROGRESS, 0),
        Optional.empty());
  }

  private void begin(PackageSpec spec, PackageRecord record, Optional<JobFacts> failed) {
    if (held(spec, record)) {
      return;
    }
    Optional<JobFacts> earlier = failed.or(() -> earlierRun(spec, record)); // 4.8 #3; J51
    if (!record.equals(node.entries().get(spec.ref()))) {
      work.put(record); // stored before the Job is created (LW3)
    }
    if (earlier.isPresent()) {
      work.then(new Action.DeleteJob(earlier.get(), "its stage is to run again"));
      say(spec, Reason.WAITS_FOR_JOB_TO_GO, "an earlier Job is being deleted", unknown(), "");
      return;
    }
    Subject subject = node.subject();
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
    say(spec, Reason.STARTING, "stage " + record.stage().word() + " starts", unknown(), "");
  }

  /// A cancelled uninstall: its Job goes before the record moves (02 §4.9).
  private void cancel(PackageSpec spec, PackageRecord record) {
    if (heldAsAWhole(spec)) {
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
      say(
          spec,
          Reason.WAITS_FOR_JOB_TO_GO,
          "the cancelled uninstall is being ended",
          unknown(),
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

  /// Whether something keeps the stage from starting now; if so, it is said. In the order of 03
  /// §11.1.
  private boolean held(PackageSpec spec, PackageRecord record) {
    if (heldAsAWhole(spec)) {
      return true;
    }
    if (work.wasJudged(spec.ref())) {
      turnTaken = true;
      return say(spec, Reason.WAITS_FOR_WRITE, "its last result is being recorded", unknown(), "");
    }
    return heldByPackages(spec, record)
        || takesTurn(heldByObjects(spec, record))
        || heldBySerial(spec);
  }

  private boolean heldAsAWhole(PackageSpec spec) {
    return hold.isPresent()
        && say(
            spec,
            hold.get().reason(),
            hold.get().message(),
            hold.get().since(),
            hold.get().release());
  }

  /// A package that has begun and waits for its own objects keeps its turn (02 §5.2).
  private boolean takesTurn(boolean waitsForObjects) {
    turnTaken |= waitsForObjects;
    return waitsForObjects;
  }

  private boolean heldByPackages(PackageSpec spec, PackageRecord record) {
    Subject subject = node.subject();
    if (record.stage().inUninstallLane()) {
      List<PackageRef> dependents =
          DependencyGraph.dependentsToGoFirst(
              spec, subject.packages(), work.entries(), subject.view().deleting());
      return !dependents.isEmpty()
          && say(
              spec,
              Reason.WAITS_FOR_DEPENDENCY,
              "waits until " + shown(dependents) + " is uninstalled",
              unknown(),
              "");
    }
    if (subject.view().deleting()) {
      return say(spec, Reason.BEING_DELETED, "the NodeWright is being deleted", unknown(), "");
    }
    if (spec.interrupt() instanceof Interrupt.Of || record.stage().isInterrupt()) {
      return sayInterrupt(spec);
    }
    if (subject.graph().cyclic().contains(spec.name())) {
      return say(
          spec,
          Reason.SPEC_UNUSABLE,
          "depends on itself",
          unknown(),
          "remove one dependsOn entry of the cycle");
    }
    List<PackageRef> waiting =
        DependencyGraph.notDone(
            spec,
            subject.packages(),
            work.entries(),
            subject.changedKeys(),
            subject.view().deleting());
    return !waiting.isEmpty()
        && say(
            spec,
            Reason.WAITS_FOR_DEPENDENCY,
            "waits for " + shown(waiting) + " on this node",
            unknown(),
            "");
  }

  private boolean heldByObjects(PackageSpec spec, PackageRecord record) {
    Optional<JobFacts> inTheWay =
        node.ownJobs().stream()
            .filter(job -> job.key().ref().name().equals(spec.name()))
            .filter(
                job ->
                    job.unfinished() || (isOf(job, record) && earlierRun(spec, record).isEmpty()))
            .findFirst();
    if (inTheWay.isPresent()) {
      return say(
          spec,
          Reason.WAITS_FOR_JOB_TO_GO,
          "waits until Job " + inTheWay.get().name() + " is gone",
          new Since.At(inTheWay.get().created()),
          "");
    }
    if (node.subject().configMap(spec.ref()).isEmpty()) {
      return say(spec, Reason.WAITS_FOR_CONFIG_MAP, "waits for its ConfigMap", unknown(), "");
    }
    JobKey key = new JobKey(node.subject().name(), spec.ref(), record.stage(), node.name());
    Refusal refusal = node.subject().seen().refusals().get(key);
    if (refusal != null && refusal.retryAt().isAfter(node.subject().now())) {
      return say(
          spec,
          refusal.kind() == Refusal.Kind.NAME_TAKEN ? Reason.NAME_TAKEN : Reason.REFUSED,
          refusal.object() + ": " + refusal.message(),
          new Since.At(refusal.since()),
          "remove what the message names; it is tried again by itself");
    }
    return false;
  }

  /// A finished Job of an earlier run under the name that the stage needs: it keeps the Job from
  /// being created, but not the record from moving, and it goes because the record moves (03
  /// §11.5).
  private Optional<JobFacts> earlierRun(PackageSpec spec, PackageRecord record) {
    if (record.equals(node.entries().get(spec.ref()))) {
      return Optional.empty();
    }
    return node.ownJobs().stream()
        .filter(job -> isOf(job, record))
        .filter(job -> !job.unfinished() && job.processed() && !job.deleting())
        .findFirst();
  }

  private static boolean isOf(JobFacts job, PackageRecord record) {
    return job.key().ref().equals(record.ref()) && job.key().stage() == record.stage();
  }

  private boolean heldBySerial(PackageSpec spec) {
    if (!node.subject().view().spec().serial()) {
      return false;
    }
    boolean otherAtWork =
        turnTaken
            || !started.isEmpty()
            || node.ownJobs().stream()
                .anyMatch(job -> job.unfinished() && !job.key().ref().equals(spec.ref()));
    return otherAtWork
        && say(
            spec,
            Reason.WAITS_FOR_SERIAL_TURN,
            "serial: another package is at work on this node",
            unknown(),
            "");
  }

  private Optional<JobFacts> unfinishedJob(PackageSpec spec, PackageRecord record) {
    return node.ownJobs().stream()
        .filter(JobFacts::unfinished)
        .filter(job -> job.key().ref().equals(spec.ref()) && job.key().stage() == record.stage())
        .filter(job -> !job.deleting())
        .findFirst();
  }

  private void sayRunning(PackageSpec spec, PackageRecord record, JobFacts job) {
    Evidence evidence = Evidence.of(job, node.subject().now());
    Instant since = job.created();
    if (record.state() == StageState.ERRORING) {
      say(
          spec,
          Reason.RETRYING,
          "stage %s failed %d time(s) and is tried again%s"
              .formatted(
                  record.stage().word(),
                  record.restarts(),
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

  private void sayTimedOut(PackageSpec spec, PackageRecord record, Optional<JobFacts> failed) {
    String cause = failed.map(job -> Evidence.of(job, node.subject().now()).cause()).orElse("");
    say(
        spec,
        Reason.TIMED_OUT,
        "stage %s failed for good after %d attempt(s)%s"
            .formatted(
                record.stage().word(),
                Math.max(1, record.restarts()),
                cause.isEmpty() ? "" : "; last: " + cause),
        failed.map(job -> (Since) new Since.At(job.created())).orElse(unknown()),
        "fix the cause, then delete Job "
            + failed.map(JobFacts::name).orElse("")
            + " or change the package");
  }

  private void sayDone(PackageSpec spec) {
    if (node.subject().configHeld(spec)) {
      say(
          spec,
          Reason.CONFIG_CHANGE_HELD,
          "done; its changed configMap is held back",
          unknown(),
          "change the package's version to deliver it");
    } else {
      say(spec, Reason.COMPLETE, "done", unknown(), "");
    }
  }

  private boolean sayInterrupt(PackageSpec spec) {
    return say(
        spec,
        Reason.NOT_SUPPORTED,
        "declares an interrupt, which this version does not run",
        unknown(),
        "remove the interrupt from package " + spec.name());
  }

  private static String shown(List<PackageRef> refs) {
    return String.join(", ", refs.stream().map(PackageRef::shown).toList());
  }

  private static Since unknown() {
    return new Since.Unknown();
  }

  /// Says why; true, so that a caller can return it as "held".
  private boolean say(
      PackageSpec spec, Reason reason, String message, Since since, String release) {
    work.say(spec.name(), reason, message, since, release);
    return true;
  }
}
