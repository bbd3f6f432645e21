package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Metadata;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The Job controller: looks at a Job at once when its spec changes, and a second after anything
/// else about it or its Pods does. What one look does is in [JobSync].
public final class JobController {

  static final String NAME = "job-controller";
  static final String TRACKING = "batch.kubernetes.io/job-tracking";

  private static final Duration AT_ONCE = Duration.ofMillis(10);
  private static final Duration BATCHED = Duration.ofSeconds(1);
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(1);

  private final Agenda agenda;
  private final ApiServer server;
  private final ApiClient client;
  private final FaultPlan faults;
  private final FaultCounts counts;
  private final Map<String, Agenda.Entry> queue = new HashMap<>();
  private final Map<String, Integer> retries = new HashMap<>();
  private final Map<String, FailureBackOff> backOffs = new HashMap<>();
  private final Map<String, SortedMap<String, Pod>> podsByJobUid = new HashMap<>();

  /// Starts it.
  public JobController(Agenda agenda, ApiServer server, FaultPlan faults, FaultCounts counts) {
    this.agenda = agenda;
    this.server = server;
    this.client = server.as(NAME);
    this.faults = faults;
    this.counts = counts;
    server.subscribe(Kind.JOB, this::jobChanged);
    server.subscribe(Kind.POD, this::podChanged);
  }

  /// It dies and another takes over: back-offs and retries, which it had in memory, are gone.
  public void restart() {
    backOffs.clear();
    retries.clear();
    server.list(Kind.JOB).forEach(job -> look(job.getMetadata().getName(), AT_ONCE));
  }

  private void jobChanged(Change<Job> change) {
    switch (change.type()) {
      case ADDED -> look(change.name(), AT_ONCE);
      case MODIFIED -> modified(change);
      case DELETED -> {
        backOffs.remove(change.object().getMetadata().getUid());
        retries.remove(change.name());
        podsOf(change.object()).forEach(this::releaseLater);
      }
    }
  }

  private void modified(Change<Job> change) {
    Job before = change.before();
    Job after = change.object();
    boolean specChanged =
        before == null
            || !before.getMetadata().getGeneration().equals(after.getMetadata().getGeneration());
    if (JobConditions.finished(after)) {
      podsOf(after).forEach(this::releaseLater);
    } else {
      look(change.name(), specChanged ? AT_ONCE : BATCHED);
    }
  }

  private void podChanged(Change<Pod> change) {
    Pod pod = change.object();
    Optional<OwnerReference> owner = controller(pod);
    if (owner.isEmpty()) {
      return;
    }
    String uid = owner.get().getUid();
    if (change.type() == Change.Type.DELETED) {
      SortedMap<String, Pod> pods = podsByJobUid.getOrDefault(uid, new TreeMap<>());
      pods.remove(change.name());
      if (pods.isEmpty()) {
        podsByJobUid.remove(uid);
      }
    } else {
      podsByJobUid.computeIfAbsent(uid, _ -> new TreeMap<>()).put(change.name(), pod);
    }
    Optional<Job> job =
        server.get(Kind.JOB, owner.get().getName()).filter(each -> Metadata.same(each, uid));
    if (job.isPresent() && !JobConditions.finished(job.get())) {
      look(owner.get().getName(), BATCHED);
    } else if (change.type() != Change.Type.DELETED) {
      releaseLater(pod);
    }
  }

  /// A Pod whose Job is over or gone is not tracked any more.
  private void releaseLater(Pod pod) {
    if (Metadata.finalizers(pod).contains(TRACKING)) {
      agenda.after(AT_ONCE, "release a pod", () -> release(pod));
    }
  }

  private void release(Pod pod) {
    boolean owned =
        controller(pod)
            .flatMap(
                owner ->
                    server
                        .get(Kind.JOB, owner.getName())
                        .filter(each -> Metadata.same(each, owner.getUid())))
            .filter(job -> !JobConditions.finished(job))
            .isPresent();
    if (!owned) {
      writes().untrack(pod);
    }
  }

  /// Puts a look down, unless an earlier one is.
  void look(String job, Duration wait) {
    Instant due = agenda.now().plus(wait);
    Agenda.Entry known = queue.get(job);
    if (known != null && known.waits()) {
      if (!known.when().isAfter(due)) {
        return;
      }
      known.cancel();
    }
    queue.put(job, agenda.at(due, "job sync", () -> sync(job)));
  }

  private void sync(String name) {
    queue.remove(name);
    Optional<Job> job = server.get(Kind.JOB, name);
    if (job.isEmpty() || JobConditions.finished(job.get())) {
      return;
    }
    boolean done = new JobSync(this, writes(), job.get(), agenda.now()).run();
    if (done) {
      retries.remove(name);
    } else {
      int before = retries.merge(name, 1, Integer::sum) - 1;
      Duration pause = FIRST_RETRY.multipliedBy(1L << Math.min(before, 10));
      look(name, pause.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : pause);
    }
  }

  private JobPodWrites writes() {
    return new JobPodWrites(client, faults, counts);
  }

  /// The Pods that a Job controls, by name.
  List<Pod> podsOf(Job job) {
    return new ArrayList<>(
        podsByJobUid
            .getOrDefault(job.getMetadata().getUid(), Collections.emptySortedMap())
            .values());
  }

  FailureBackOff backOff(Job job) {
    return backOffs.getOrDefault(job.getMetadata().getUid(), FailureBackOff.NONE);
  }

  void backOff(Job job, FailureBackOff backOff) {
    backOffs.put(job.getMetadata().getUid(), backOff);
  }

  static Optional<OwnerReference> controller(Pod pod) {
    return Absent.list(pod.getMetadata().getOwnerReferences()).stream()
        .filter(each -> Boolean.TRUE.equals(each.getController()))
        .filter(each -> "Job".equals(each.getKind()))
        .findFirst();
  }
}
