package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.InterruptJob;
import io.nodewright.engine.interrupt.InterruptGroup;
import io.nodewright.engine.interrupt.InterruptMembers;
import io.nodewright.engine.interrupt.InterruptResult;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.ResourceId;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.engine.status.Since;
import io.nodewright.engine.status.Verdict;
import io.nodewright.engine.status.Verdict.Reason;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Starts the merged interrupt of a node when its group is ready, the node is quiet and nothing
/// else works there (04 §9, §10; 02 §5.3), and says of everybody else at an interrupt what is
/// waited for.
final class InterruptStarts {

  private final NodeCase node;
  private final NodeWork work;
  private final ConfigGates gates;
  private final PackageVerdicts verdicts;
  private final Optional<Verdict> hold;
  private final int nodeOrder;
  private final SortedSet<PackageRef> spoken = new TreeSet<>();
  private boolean nodeClaimed;

  /// @param hold why nothing may start on this node at all; empty when things may
  /// @param nodeOrder the node's value of `SKYHOOK_NODE_ORDER`
  InterruptStarts(
      NodeCase node,
      NodeWork work,
      ConfigGates gates,
      PackageVerdicts verdicts,
      Optional<Verdict> hold,
      int nodeOrder) {
    this.node = node;
    this.work = work;
    this.gates = gates;
    this.verdicts = verdicts;
    this.hold = hold;
    this.nodeOrder = nodeOrder;
  }

  /// Starts what may start; the uninstall lane first, one interrupt at a time.
  void run() {
    if (!node.subject().mayInterrupt()) {
      return;
    }
    lane(Stage.UNINSTALL_INTERRUPT);
    lane(Stage.INTERRUPT);
  }

  private void lane(Stage lane) {
    InterruptMembers members =
        new InterruptMembers(
            node.subject().packages(),
            work.entries(),
            node.subject().changedKeys(),
            node.subject().view().deleting(),
            node::failedForGood,
            node.ownJobs());
    switch (InterruptGroup.of(members.of(lane))) {
      case InterruptGroup.Nobody _ -> {}
      case InterruptGroup.Waits(var ready, var stragglers) ->
          say(
              ready,
              Reason.WAITS_FOR_INTERRUPT,
              "is ready for its interrupt and waits for " + PackageVerdicts.shown(stragglers),
              PackageVerdicts.unknown(),
              "");
      case InterruptGroup.Ready group -> consider(lane, group);
    }
  }

  /// Whether the node is kept for an interrupt that is ready or starts in this pass: no other stage
  /// begins (LM9).
  boolean nodeClaimed() {
    return nodeClaimed;
  }

  /// Whether what the package waits for is said already.
  boolean saidOf(PackageRef ref) {
    return spoken.contains(ref);
  }

  private void consider(Stage lane, InterruptGroup.Ready group) {
    if (hold.isPresent()) {
      Verdict why = hold.get();
      say(group.covers(), why.reason(), why.message(), why.since(), why.release());
      return;
    }
    if (group.covers().stream().anyMatch(work::wasJudged)) {
      nodeClaimed = true;
      say(
          group.covers(),
          Reason.WAITS_FOR_WRITE,
          "its last result is being recorded",
          PackageVerdicts.unknown(),
          "");
      return;
    }
    if (group.covers().stream().map(this::specOf).anyMatch(gates::opening)) {
      say(
          group.covers(),
          Reason.CONFIG_CHANGE_OPENING,
          "a changed configMap is being delivered",
          PackageVerdicts.unknown(),
          "");
      return;
    }
    if (!node.quiet().quiet()) {
      group.covers().forEach(this::sayNotQuiet);
      return;
    }
    if (waitsForName(lane, group) || refused(lane, group)) {
      return; // may take long: others go on
    }
    boolean another = nodeClaimed;
    nodeClaimed = true;
    if (!waitsForJobs(group) && !another) {
      start(lane, group);
    }
  }

  private void sayNotQuiet(PackageRef ref) {
    spoken.add(ref);
    verdicts.notQuiet(specOf(ref));
  }

  /// No unfinished Job of any NodeWright, but others' suspended ones, which have no Pods (LX5).
  private boolean waitsForJobs(InterruptGroup.Ready group) {
    Optional<JobFacts> atWork = node.jobsAtWork().stream().findFirst();
    if (atWork.isPresent()) {
      JobInTheWay job = new JobInTheWay(atWork.get());
      return say(
          group.covers(),
          Reason.WAITS_FOR_INTERRUPT,
          "is ready for its interrupt and waits until " + job.shown() + " has ended",
          job.since(),
          job.release());
    }
    return false;
  }

  /// An earlier Job under the name that this one needs goes before any record moves, so that it can
  /// never be taken for this one (03 §11.1).
  private boolean waitsForName(Stage lane, InterruptGroup.Ready group) {
    Optional<JobFacts> earlier =
        node.ownJobs().stream()
            .filter(job -> job.key().stage() == lane)
            .filter(job -> sameName(job, group) || job.unfinished())
            .findFirst();
    if (earlier.isEmpty()) {
      return false;
    }
    JobFacts job = earlier.get();
    if (failedOf(job)) {
      return say(
          group.covers(),
          Reason.WAITS_FOR_INTERRUPT,
          "waits until the failed interrupt of %s is cleared".formatted(job.key().ref().shown()),
          new Since.At(job.created()),
          "delete Job " + job.name() + " once its cause is fixed");
    }
    if (!job.unfinished() && job.processed() && !job.deleting()) {
      work.then(new Action.DeleteJob(job, "an interrupt is to run under its name"));
    }
    JobInTheWay inTheWay = new JobInTheWay(job);
    return say(
        group.covers(),
        Reason.WAITS_FOR_JOB_TO_GO,
        "waits until " + inTheWay.shown() + " of an earlier interrupt is gone",
        inTheWay.since(),
        inTheWay.release());
  }

  /// A Job whose interrupt cannot be read may have any name.
  private static boolean sameName(JobFacts job, InterruptGroup.Ready group) {
    return switch (job.run().interrupt()) {
      case Interrupt.Of(var type, var _) -> type == group.interrupt().type();
      case Interrupt.None _ -> true;
    };
  }

  /// Whether that Job is the mark of an interrupt that failed for good.
  private boolean failedOf(JobFacts job) {
    PackageRecord host = work.entries().get(job.key().ref());
    return job.phase() instanceof JobPhase.Failed
        && !job.deleting()
        && host != null
        && host.at(job.key().stage(), StageState.ERRORING);
  }

  private boolean refused(Stage lane, InterruptGroup.Ready group) {
    Refusal refusal = node.subject().seen().refusals().get(key(lane, group));
    return refusal != null
        && refusal.retryAt().isAfter(node.subject().now())
        && say(
            group.covers(),
            refusal.kind() == Refusal.Kind.NAME_TAKEN ? Reason.NAME_TAKEN : Reason.REFUSED,
            refusal.object() + ": " + refusal.message(),
            new Since.At(refusal.since()),
            "remove what the message names; it is tried again by itself");
  }

  private void start(Stage lane, InterruptGroup.Ready group) {
    Subject subject = node.subject();
    if (rebootedFor(group)) {
      rebootIsDone(lane, group);
      return;
    }
    work.first(
        new Action.ConfirmPods(
            node.name(),
            subject.seen().pods().onNodes().getOrDefault(node.name(), List.of()).stream()
                .map(pod -> pod.ref().uid())
                .collect(Collectors.toCollection(TreeSet::new))));
    for (PackageRef ref : group.covers()) {
      boolean host = ref.equals(group.host());
      boolean skips = lane == Stage.INTERRUPT && !host;
      move(ref, lane, skips ? StageState.SKIPPED : StageState.IN_PROGRESS); // LM6, LM13, LW3
    }
    PackageSpec host = specOf(group.host());
    boolean reboots = group.interrupt().type() == Interrupt.Type.REBOOT;
    work.then(
        new Action.CreateInterruptJob(
            new InterruptJob(
                key(lane, group),
                group.interrupt(),
                group.covers(),
                subject.view().uid(),
                subject.view().generation(),
                host,
                nodeOrder,
                reboots ? -1 : subject.settings().backoffLimit(),
                host.stageTimeout().or(subject.settings().stageTimeout()),
                subject.view().spec().additionalTolerations())));
    say(
        group.covers(),
        Reason.STARTING,
        "interrupt %s for %s starts".formatted(shown(group.interrupt()), names(group.covers())),
        PackageVerdicts.unknown(),
        "");
  }

  /// Whether the reboot that would start now is one that the node has had, and that its host has
  /// forgotten (05 §14).
  private boolean rebootedFor(InterruptGroup.Ready group) {
    return group.interrupt().type() == Interrupt.Type.REBOOT
        && resourceId(group.host()).equals(node.record().rebootedText());
  }

  private String resourceId(PackageRef host) {
    Subject subject = node.subject();
    return ResourceId.ofPackage(
        subject.name(), subject.view().uid(), subject.view().generation(), host);
  }

  /// Recorded complete without a Job, so that a host whose root is fresh after each boot does not
  /// reboot for ever (RE7).
  private void rebootIsDone(Stage lane, InterruptGroup.Ready group) {
    for (PackageRef ref : group.covers()) {
      move(ref, lane, StageState.IN_PROGRESS);
      work.put(InterruptResult.completed(recordOf(ref), 0));
      work.judged(ref);
    }
    String note =
        "[%s] node already rebooted for %s"
            .formatted(node.subject().name(), resourceId(group.host()));
    work.then(node.event(false, "Interrupt", "RebootSkipped", note));
    work.then(node.eventOnNodeWright(false, "Interrupt", "RebootSkipped", note));
    say(
        group.covers(),
        Reason.WAITS_FOR_WRITE,
        "its reboot is done already and is being recorded",
        PackageVerdicts.unknown(),
        "");
  }

  private PackageRecord recordOf(PackageRef ref) {
    PackageRecord entry = work.entries().get(ref);
    if (entry == null) {
      throw new IllegalStateException("no record of " + ref + " on " + node.name());
    }
    return entry;
  }

  private void move(PackageRef ref, Stage lane, StageState state) {
    PackageRecord entry = recordOf(ref);
    PackageRecord moved =
        entry.stage() == lane
            ? entry.at(lane, state) ? entry : entry.with(state, 0)
            : entry.movedTo(lane, specOf(ref)).with(state, 0);
    if (!moved.equals(node.entries().get(ref))) {
      work.put(moved);
    }
  }

  private JobKey key(Stage lane, InterruptGroup.Ready group) {
    return new JobKey(node.subject().name(), group.host(), lane, node.name());
  }

  private PackageSpec specOf(PackageRef ref) {
    PackageSpec spec = node.subject().packages().get(ref.name());
    if (spec == null) {
      throw new IllegalStateException("no package " + ref.name());
    }
    return spec;
  }

  private static String shown(Interrupt.Of interrupt) {
    return interrupt.services().isEmpty()
        ? interrupt.type().word()
        : interrupt.type().word() + " " + interrupt.services();
  }

  private static String names(Collection<PackageRef> refs) {
    return refs.stream().map(PackageRef::name).collect(Collectors.joining(", "));
  }

  private boolean say(
      Collection<PackageRef> refs, Reason reason, String message, Since since, String release) {
    for (PackageRef ref : refs) {
      spoken.add(ref);
      verdicts.say(specOf(ref), reason, message, since, release);
    }
    return true;
  }
}
