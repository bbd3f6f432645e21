package io.nodewright.engine;

import io.nodewright.engine.interrupt.OwedInterrupt;
import io.nodewright.engine.lifecycle.DependencyGraph;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageProgress;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.engine.status.Since;
import io.nodewright.engine.status.Verdict;
import io.nodewright.engine.status.Verdict.Reason;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// What keeps a stage from starting on one node now (02 §5; 03 §11.1). Whatever does is said as the
/// package's verdict.
final class StageHolds {

  private final NodeCase node;
  private final NodeWork work;
  private final ConfigGates gates;
  private final PackageVerdicts verdicts;
  private final Optional<Verdict> hold;
  private final InterruptStarts interrupts;
  private final SortedSet<PackageRef> unrestHeld = new TreeSet<>();
  private boolean turnTaken;

  /// @param hold why no stage may start on this node at all; empty when stages may
  /// @param interrupts what interrupts are ready, asked first
  StageHolds(
      NodeCase node,
      NodeWork work,
      ConfigGates gates,
      PackageVerdicts verdicts,
      Optional<Verdict> hold,
      InterruptStarts interrupts) {
    this.node = node;
    this.work = work;
    this.gates = gates;
    this.verdicts = verdicts;
    this.hold = hold;
    this.interrupts = interrupts;
  }

  /// Notes that a stage starts in this pass: with `serial` the turn is taken.
  void started() {
    turnTaken = true;
  }

  /// Whether something keeps the stage from starting now; if so, it is said. In the order of 03
  /// §11.1.
  boolean held(PackageSpec spec, PackageRecord record) {
    if (heldAsAWhole(spec)) {
      return true;
    }
    if (work.wasJudged(spec.ref())) {
      turnTaken = true;
      return verdicts.say(
          spec,
          Reason.WAITS_FOR_WRITE,
          "its last result is being recorded",
          PackageVerdicts.unknown(),
          "");
    }
    return heldByConfig(spec)
        || heldByPackages(spec, record)
        || heldBySize(spec, record)
        || heldByInterrupt(spec)
        || heldByUnrest(spec, record)
        || takesTurn(heldByObjects(spec, record))
        || heldBySerial(spec);
  }

  boolean heldAsAWhole(PackageSpec spec) {
    return hold.isPresent()
        && verdicts.say(
            spec,
            hold.get().reason(),
            hold.get().message(),
            hold.get().since(),
            hold.get().release());
  }

  /// From the opening of its config gate to the new data no stage of the package starts: it would
  /// run with the old data, or end between the reset of the nodes and the new data (02 §6).
  private boolean heldByConfig(PackageSpec spec) {
    return gates.opening(spec)
        && takesTurn(
            verdicts.say(
                spec,
                Reason.CONFIG_CHANGE_OPENING,
                "its changed configMap is being delivered",
                PackageVerdicts.unknown(),
                ""));
  }

  /// A package that has begun and waits for its own objects keeps its turn (02 §5.2).
  private boolean takesTurn(boolean waitsForObjects) {
    turnTaken |= waitsForObjects;
    return waitsForObjects;
  }

  boolean heldByPackages(PackageSpec spec, PackageRecord record) {
    Subject subject = node.subject();
    if (record.stage().inUninstallLane()) {
      List<PackageRef> dependents =
          DependencyGraph.dependentsToGoFirst(
              spec, subject.packages(), work.entries(), subject.view().deleting());
      return !dependents.isEmpty()
          && verdicts.say(
              spec,
              Reason.WAITS_FOR_DEPENDENCY,
              "waits until " + PackageVerdicts.shown(dependents) + " is uninstalled",
              PackageVerdicts.unknown(),
              "");
    }
    if (subject.view().deleting()) {
      return !PackageProgress.mustEnd(work.entries(), record, subject.uninstalls(spec))
          && verdicts.say(
              spec,
              Reason.BEING_DELETED,
              "the NodeWright is being deleted",
              PackageVerdicts.unknown(),
              "");
    }
    if (subject.graph().cyclic().contains(spec.name())) {
      return verdicts.say(
          spec,
          Reason.SPEC_UNUSABLE,
          "depends on itself",
          PackageVerdicts.unknown(),
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
        && verdicts.say(
            spec,
            Reason.WAITS_FOR_DEPENDENCY,
            "waits for " + PackageVerdicts.shown(waiting) + " on this node",
            PackageVerdicts.unknown(),
            "");
  }

  /// A record that would outgrow its node is not begun (02 §2.1).
  private boolean heldBySize(PackageSpec spec, PackageRecord record) {
    boolean fresh = !work.entries().containsKey(record.ref());
    int excess = fresh ? RecordSize.excess(node, work.entries(), record) : 0;
    return excess > 0
        && verdicts.say(
            spec,
            Reason.RECORD_TOO_LARGE,
            "the records on the node would be %d characters too large".formatted(excess),
            PackageVerdicts.unknown(),
            "reset records of packages that are gone from the spec, or use fewer packages");
  }

  /// While an interrupt runs on the node, of whatever NodeWright, or is about to, no stage begins
  /// (LM9, LX5).
  private boolean heldByInterrupt(PackageSpec spec) {
    for (JobFacts job : node.jobsAtWork()) {
      if (job.key().stage().isInterrupt()) {
        JobInTheWay interrupt = new JobInTheWay(job);
        return verdicts.say(
            spec,
            Reason.WAITS_FOR_INTERRUPT,
            "waits until interrupt " + interrupt.shown() + " has ended",
            interrupt.since(),
            interrupt.release());
      }
    }
    return interrupts.nodeClaimed()
        && verdicts.say(
            spec,
            Reason.WAITS_FOR_INTERRUPT,
            "waits for an interrupt that is ready on this node",
            PackageVerdicts.unknown(),
            "");
  }

  /// Whether nothing but the want of a quiet node keeps the stage from starting.
  boolean onlyByUnrest(PackageSpec spec, PackageRecord record) {
    return unrestHeld.contains(spec.ref()) && !work.wasJudged(record.ref());
  }

  /// A stage that needs a quiet node waits for one (LD9, LD11).
  private boolean heldByUnrest(PackageSpec spec, PackageRecord record) {
    if (!OwedInterrupt.needsQuietNode(spec, record, node.subject().changedKeys(spec))
        || node.quiet().quiet()) {
      return false;
    }
    unrestHeld.add(spec.ref());
    verdicts.notQuiet(spec);
    return true;
  }

  private boolean heldByObjects(PackageSpec spec, PackageRecord record) {
    for (JobFacts job : node.ownJobs()) {
      if (inTheWay(job, spec, record)) {
        return verdicts.waitsToGo(spec, job);
      }
    }
    if (node.subject().configMap(spec.ref()).isEmpty()) {
      return verdicts.say(
          spec,
          Reason.WAITS_FOR_CONFIG_MAP,
          "waits for its ConfigMap",
          PackageVerdicts.unknown(),
          "");
    }
    JobKey key = new JobKey(node.subject().name(), spec.ref(), record.stage(), node.name());
    Refusal refusal = node.subject().seen().refusals().get(key);
    if (refusal != null && refusal.retryAt().isAfter(node.subject().now())) {
      return verdicts.say(
          spec,
          refusal.kind() == Refusal.Kind.NAME_TAKEN ? Reason.NAME_TAKEN : Reason.REFUSED,
          refusal.object() + ": " + refusal.message(),
          new Since.At(refusal.since()),
          "remove what the message names; it is tried again by itself");
    }
    return false;
  }

  private boolean inTheWay(JobFacts job, PackageSpec spec, PackageRecord record) {
    return job.key().ref().name().equals(spec.name())
        && (job.unfinished() || (isOf(job, record) && earlierRun(spec, record).isEmpty()));
  }

  /// A finished Job of an earlier run under the name that the stage needs: it keeps the Job from
  /// being created, but not the record from moving, and it goes because the record moves (03
  /// §11.5).
  Optional<JobFacts> earlierRun(PackageSpec spec, PackageRecord record) {
    if (record.equals(node.entries().get(spec.ref()))) {
      return Optional.empty();
    }
    for (JobFacts job : node.ownJobs()) {
      if (isOf(job, record) && !job.unfinished() && job.processed() && !job.deleting()) {
        return Optional.of(job);
      }
    }
    return Optional.empty();
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
            || node.ownJobs().stream()
                .anyMatch(job -> job.unfinished() && !job.key().ref().equals(spec.ref()));
    return otherAtWork
        && verdicts.say(
            spec,
            Reason.WAITS_FOR_SERIAL_TURN,
            "serial: another package is at work on this node",
            PackageVerdicts.unknown(),
            "");
  }
}
