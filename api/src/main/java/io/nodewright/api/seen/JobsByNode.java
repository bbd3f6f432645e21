package io.nodewright.api.seen;

import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.JobFacts;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Our Jobs by the node they run on, each with its Pods; kept up to date by changes, so that a pass
/// over a large fleet builds anew only the nodes where something changed.
public final class JobsByNode {

  private static final Comparator<Attempt> OLDEST_FIRST =
      Comparator.comparing(Attempt::created).thenComparing(Attempt::pod);

  private final Map<String, JobFacts> jobsByUid = new HashMap<>();
  private final Map<String, SortedMap<String, JobFacts>> jobsByNode = new HashMap<>();
  private final Map<String, Map<String, Attempt>> attemptsByJob = new HashMap<>();
  private final SortedMap<String, List<JobFacts>> built = new TreeMap<>();
  private final Set<String> stale = new HashSet<>();
  private SortedMap<String, List<JobFacts>> current = Collections.emptySortedMap();

  /// The Jobs by node name, each list by Job name; the same map until something changes.
  public synchronized SortedMap<String, List<JobFacts>> current() {
    if (!stale.isEmpty()) {
      stale.forEach(this::rebuild);
      stale.clear();
      current = Collections.unmodifiableSortedMap(new TreeMap<>(built));
    }
    return current;
  }

  /// The Job of that UID, without its Pods.
  public synchronized Optional<JobFacts> ofUid(String uid) {
    return Optional.ofNullable(jobsByUid.get(uid));
  }

  /// Takes in how a Job changed.
  public synchronized void jobChanged(ViewChange<JobFacts> change) {
    switch (change) {
      case ViewChange.Appeared<JobFacts>(JobFacts now) -> add(now);
      case ViewChange.Changed<JobFacts>(JobFacts before, JobFacts now) -> {
        remove(before);
        add(now);
      }
      case ViewChange.Gone<JobFacts>(JobFacts before) -> remove(before);
    }
  }

  /// Takes in how a Pod of ours changed.
  public synchronized void attemptChanged(ViewChange<OwnedAttempt> change) {
    switch (change) {
      case ViewChange.Appeared<OwnedAttempt>(OwnedAttempt now) -> add(now);
      case ViewChange.Changed<OwnedAttempt>(OwnedAttempt before, OwnedAttempt now) -> {
        remove(before);
        add(now);
      }
      case ViewChange.Gone<OwnedAttempt>(OwnedAttempt before) -> remove(before);
    }
  }

  private void add(JobFacts job) {
    jobsByUid.put(job.uid(), job);
    jobsByNode.computeIfAbsent(job.key().node(), _ -> new TreeMap<>()).put(job.name(), job);
    stale.add(job.key().node());
  }

  private void remove(JobFacts job) {
    jobsByUid.remove(job.uid());
    SortedMap<String, JobFacts> onNode = jobsByNode.get(job.key().node());
    if (onNode != null) {
      onNode.remove(job.name());
      if (onNode.isEmpty()) {
        jobsByNode.remove(job.key().node());
      }
    }
    stale.add(job.key().node());
  }

  private void add(OwnedAttempt pod) {
    attemptsByJob
        .computeIfAbsent(pod.jobUid(), _ -> new HashMap<>())
        .put(pod.attempt().uid(), pod.attempt());
    stale.add(nodeOf(pod));
  }

  private void remove(OwnedAttempt pod) {
    Map<String, Attempt> ofJob = attemptsByJob.get(pod.jobUid());
    if (ofJob != null) {
      ofJob.remove(pod.attempt().uid());
      if (ofJob.isEmpty()) {
        attemptsByJob.remove(pod.jobUid());
      }
    }
    stale.add(nodeOf(pod));
  }

  /// The node of the Pod's Job: where the Pod shows; the Pod's own while the Job is not seen.
  private String nodeOf(OwnedAttempt pod) {
    JobFacts job = jobsByUid.get(pod.jobUid());
    return job == null ? pod.node() : job.key().node();
  }

  private void rebuild(String node) {
    SortedMap<String, JobFacts> onNode = jobsByNode.get(node);
    if (onNode == null) {
      built.remove(node);
    } else {
      built.put(node, onNode.values().stream().map(this::withAttempts).toList());
    }
  }

  private JobFacts withAttempts(JobFacts job) {
    Map<String, Attempt> attempts = attemptsByJob.get(job.uid());
    return attempts == null
        ? job
        : job.withAttempts(attempts.values().stream().sorted(OLDEST_FIRST).toList());
  }
}
