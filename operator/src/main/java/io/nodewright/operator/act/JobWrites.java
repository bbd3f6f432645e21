package io.nodewright.operator.act;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.ScalableResource;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.api.Names;
import io.nodewright.api.job.InterruptJobs;
import io.nodewright.api.job.JobPatches;
import io.nodewright.api.job.JobViews;
import io.nodewright.api.job.Owner;
import io.nodewright.api.job.StageJobs;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.InterruptJob;
import io.nodewright.engine.action.StageJob;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.operator.answer.Failure;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.observe.Caches;
import io.nodewright.operator.settings.OperatorSettings;
import java.util.Optional;

/// Writes on Jobs and their Pods (03 §11 to §16). The name of a Job is a claim: that it is there
/// already, and ours, is success.
final class JobWrites {

  private final FencedClient client;
  private final Deletions deletions;
  private final Caches caches;
  private final Refusals refusals;
  private final StageJobs stageJobs;
  private final InterruptJobs interruptJobs;
  private final String namespace;
  private final DroppedFields dropped = new DroppedFields();

  JobWrites(FencedClient client, Caches caches, Refusals refusals, OperatorSettings settings) {
    this.client = client;
    this.deletions = new Deletions(client);
    this.caches = caches;
    this.refusals = refusals;
    this.stageJobs = new StageJobs(settings.jobs());
    this.interruptJobs = new InterruptJobs(settings.jobs());
    this.namespace = settings.namespace();
  }

  Outcome create(StageJob stage) {
    return create(stage.key(), stage.nodeWrightUid(), stageJobs.build(stage));
  }

  Outcome create(InterruptJob interrupt) {
    return create(interrupt.key(), interrupt.nodeWrightUid(), interruptJobs.build(interrupt));
  }

  private Outcome create(JobKey key, String nodeWrightUid, Job wanted) {
    try {
      Job created = jobs(client.forWrite()).resource(wanted).create();
      dropped.look(wanted, created);
      caches.jobs().answered(created);
      refusals.granted(key);
      return Outcome.DONE;
    } catch (KubernetesClientException e) {
      return switch (Creation.answer(e)) {
        case EXISTS -> existing(key, nodeWrightUid, wanted, e);
        case REFUSED -> {
          String message = Failure.of(e).message();
          refusals.refused(key, Refusal.Kind.REJECTED, object(wanted), message);
          yield new Outcome.Ended(message);
        }
        case OTHER -> throw e;
      };
    }
  }

  Outcome delete(JobFacts seen) {
    Optional<Job> going = deletions.delete(path(seen), seen.uid(), true, Job.class);
    going.ifPresentOrElse(
        caches.jobs()::answered, () -> caches.jobs().answeredGone(seen.name(), seen.uid()));
    return Outcome.DONE;
  }

  Outcome suspend(Action.SuspendJob action) {
    return patch(action.seen(), JobPatches.suspend(action));
  }

  Outcome end(Action.EndInterruptJob action) {
    return patch(action.seen(), JobPatches.end(action));
  }

  Outcome markProcessed(Action.MarkJobProcessed action) {
    return patch(action.seen(), JobPatches.markProcessed(action));
  }

  Outcome note(Action.NoteOnJob action) {
    return patch(action.seen(), JobPatches.note(action));
  }

  Outcome prune(Action.PruneAttempt action) {
    Optional<Pod> going =
        deletions.delete(
            "/api/v1/namespaces/%s/pods/%s".formatted(namespace, action.pod()),
            action.uid(),
            false,
            Pod.class);
    going
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() != null)
        .ifPresentOrElse(
            caches.attempts()::answered,
            () -> caches.attempts().answeredGone(action.pod(), action.uid()));
    return Outcome.DONE;
  }

  void reread(StageJob stage) {
    reread(Names.packageJob(stage.key()));
  }

  void reread(InterruptJob interrupt) {
    JobKey key = interrupt.key();
    reread(
        Names.interruptJob(
            key.nodeWright(), key.stage(), interrupt.interrupt().type(), key.node()));
  }

  private void reread(String name) {
    Job now = jobs(client.forRead()).withName(name).get();
    if (now != null) {
      caches.jobs().answered(now);
    }
  }

  void reread(JobFacts seen) {
    Job now = jobs(client.forRead()).withName(seen.name()).get();
    caches.jobs().reread(seen.name(), seen.uid(), now);
  }

  void rereadAttempt(Action.PruneAttempt action) {
    Pod now = client.forRead().pods().inNamespace(namespace).withName(action.pod()).get();
    caches.attempts().reread(action.pod(), action.uid(), now);
  }

  /// 03 §11.1, as far as it is about whose the Job is; what becomes of a Job of ours is decided,
  /// when the next pass sees it.
  private Outcome existing(
      JobKey key, String nodeWrightUid, Job wanted, KubernetesClientException exists) {
    Job found = jobs(client.forRead()).withName(wanted.getMetadata().getName()).get();
    if (found == null) {
      throw exists; // it went just now: once more, and less often each time
    }
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
    refusals.refused(key, Refusal.Kind.NAME_TAKEN, object(wanted), message);
    return new Outcome.Ended(message);
  }

  private Outcome patch(JobFacts seen, String body) {
    caches.jobs().answered(client.patch(path(seen), PatchType.JSON_MERGE, body, Job.class));
    return Outcome.DONE;
  }

  private String path(JobFacts job) {
    return "/apis/batch/v1/namespaces/%s/jobs/%s".formatted(namespace, job.name());
  }

  private NonNamespaceOperation<Job, JobList, ScalableResource<Job>> jobs(KubernetesClient by) {
    return by.batch().v1().jobs().inNamespace(namespace);
  }

  private static String object(Job job) {
    return "Job " + job.getMetadata().getName();
  }
}
