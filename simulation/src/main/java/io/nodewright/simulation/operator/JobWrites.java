package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.Names;
import io.nodewright.api.job.InterruptJobs;
import io.nodewright.api.job.JobPatches;
import io.nodewright.api.job.JobSettings;
import io.nodewright.api.job.JobViews;
import io.nodewright.api.job.Owner;
import io.nodewright.api.job.StageJobs;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.InterruptJob;
import io.nodewright.engine.action.StageJob;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes on Jobs and their Pods. The name of a Job is a claim: that it is there already, and ours,
/// is success.
final class JobWrites {

  private final Requests requests;
  private final Caches caches;
  private final Refusals refusals;
  private final Weakened weakened;
  private final StageJobs stageJobs;
  private final InterruptJobs interruptJobs;

  JobWrites(
      Requests requests,
      Caches caches,
      Refusals refusals,
      Weakened weakened,
      JobSettings settings) {
    this.requests = requests;
    this.caches = caches;
    this.refusals = refusals;
    this.weakened = weakened;
    this.stageJobs = new StageJobs(settings);
    this.interruptJobs = new InterruptJobs(settings);
  }

  void create(StageJob stage, Consumer<Outcome> then) {
    create(stage.key(), stage.nodeWrightUid(), stageJobs.build(stage), then);
  }

  void create(InterruptJob interrupt, Consumer<Outcome> then) {
    create(interrupt.key(), interrupt.nodeWrightUid(), interruptJobs.build(interrupt), then);
  }

  private void create(JobKey key, String nodeWrightUid, Job built, Consumer<Outcome> then) {
    Job wanted = weakened.ofJob(built);
    String name = wanted.getMetadata().getName();
    requests.<Job>write(
        key.nodeWright(),
        "create",
        Kind.JOB,
        name,
        client -> client.create(Kind.JOB, wanted),
        reply -> {
          switch (reply) {
            case Reply.Answered<Job>(Job job) -> {
              caches.jobs().answered(job);
              refusals.granted(key);
              then.accept(Outcome.DONE);
            }
            case Reply.Failed<Job>(Failure failure) ->
                notCreated(key, nodeWrightUid, name, failure, then);
          }
        });
  }

  void delete(JobFacts seen, Consumer<Outcome> then) {
    Deletion deletion = weakened.ofJob(seen.uid());
    requests.<Optional<Job>>write(
        seen.key().nodeWright(),
        "delete",
        Kind.JOB,
        seen.name(),
        client -> Gone.orDeleted(client, Kind.JOB, seen.name(), deletion),
        Replies.takenIn(
            going ->
                going.ifPresentOrElse(
                    caches.jobs()::answered,
                    () -> caches.jobs().answeredGone(seen.name(), seen.uid())),
            then));
  }

  void end(Action.EndInterruptJob action, Consumer<Outcome> then) {
    patch(action.seen(), JobPatches.end(action), then);
  }

  void suspend(Action.SuspendJob action, Consumer<Outcome> then) {
    patch(action.seen(), JobPatches.suspend(action), then);
  }

  void markProcessed(Action.MarkJobProcessed action, Consumer<Outcome> then) {
    patch(action.seen(), JobPatches.markProcessed(action), then);
  }

  void note(Action.NoteOnJob action, Consumer<Outcome> then) {
    patch(action.seen(), JobPatches.note(action), then);
  }

  void prune(String nodeWright, Action.PruneAttempt action, Consumer<Outcome> then) {
    requests.<Optional<Pod>>write(
        nodeWright,
        "delete",
        Kind.POD,
        action.pod(),
        client -> Gone.orDeleted(client, Kind.POD, action.pod(), Deletion.of(action.uid())),
        Replies.takenIn(
            going ->
                going
                    .filter(pod -> pod.getMetadata().getDeletionTimestamp() != null)
                    .ifPresentOrElse(
                        caches.attempts()::answered,
                        () -> caches.attempts().answeredGone(action.pod(), action.uid())),
            then));
  }

  void reread(StageJob stage, Consumer<Reply<Void>> then) {
    reread(Names.packageJob(stage.key()), then);
  }

  void reread(InterruptJob interrupt, Consumer<Reply<Void>> then) {
    JobKey key = interrupt.key();
    reread(
        Names.interruptJob(key.nodeWright(), key.stage(), interrupt.interrupt().type(), key.node()),
        then);
  }

  private void reread(String name, Consumer<Reply<Void>> then) {
    requests.read(
        Kind.JOB,
        name,
        client -> client.get(Kind.JOB, name),
        reply -> {
          switch (reply) {
            case Reply.Answered<Optional<Job>>(Optional<Job> now) -> {
              now.ifPresent(caches.jobs()::answered);
              then.accept(Replies.nothing());
            }
            case Reply.Failed<Optional<Job>>(Failure failure) ->
                then.accept(new Reply.Failed<>(failure));
          }
        });
  }

  void reread(JobFacts seen, Consumer<Reply<Void>> then) {
    requests.read(
        Kind.JOB,
        seen.name(),
        client -> client.get(Kind.JOB, seen.name()),
        Replies.reread(caches.jobs(), seen.name(), seen.uid(), then));
  }

  void rereadAttempt(Action.PruneAttempt action, Consumer<Reply<Void>> then) {
    requests.read(
        Kind.POD,
        action.pod(),
        client -> client.get(Kind.POD, action.pod()),
        Replies.reread(caches.attempts(), action.pod(), action.uid(), then));
  }

  private void notCreated(
      JobKey key, String nodeWrightUid, String name, Failure failure, Consumer<Outcome> then) {
    if (failure.exists()) {
      requests.read(
          Kind.JOB,
          name,
          client -> client.get(Kind.JOB, name),
          reply -> {
            switch (reply) {
              case Reply.Answered<Optional<Job>>(Optional<Job> found) ->
                  then.accept(
                      found
                          .map(job -> existing(key, nodeWrightUid, job))
                          .orElseGet(JobWrites::went));
              case Reply.Failed<Optional<Job>>(Failure again) ->
                  then.accept(new Outcome.Failed(again));
            }
          });
    } else if (failure.createRefused()) {
      refusals.refused(key, Refusal.Kind.REJECTED, "Job " + name, failure.message());
      then.accept(new Outcome.Ended(failure.message()));
    } else {
      then.accept(new Outcome.Failed(failure));
    }
  }

  /// 03 §11.1, as far as it is about whose the Job is.
  private Outcome existing(JobKey key, String nodeWrightUid, Job found) {
    boolean recognised = JobViews.of(found).isPresent();
    Owner.Claim claim = new Owner(key.nodeWright(), nodeWrightUid).claimOn(found);
    if (claim == Owner.Claim.OURS && recognised) {
      caches.jobs().answered(found);
      refusals.granted(key);
      return Outcome.DONE;
    }
    if (claim == Owner.Claim.OUR_PREDECESSORS && recognised) {
      caches.jobs().answered(found);
      return new Outcome.Ended("a Job of an earlier NodeWright of that name is still there");
    }
    String message = "the name belongs to another owner";
    refusals.refused(key, Refusal.Kind.NAME_TAKEN, "Job " + found.getMetadata().getName(), message);
    return new Outcome.Ended(message);
  }

  private static Outcome went() {
    return new Outcome.Failed(Failure.WENT);
  }

  private void patch(JobFacts seen, String body, Consumer<Outcome> then) {
    requests.<Job>write(
        seen.key().nodeWright(),
        "patch",
        Kind.JOB,
        seen.name(),
        client -> client.patch(Kind.JOB, seen.name(), PatchKind.MERGE, body, Part.OBJECT),
        Replies.takenIn(caches.jobs()::answered, then));
  }
}
