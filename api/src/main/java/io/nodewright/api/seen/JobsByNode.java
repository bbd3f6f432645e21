package io.nodewright.api.seen;

import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.JobFacts;
import java.util.ArrayList;
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
/// over a large fleet builds anew only the nodes where something changed. A Pod that is still there
/// after its Job was taken away stands for that Job: what it does on its node goes on.
public final class JobsByNode {

  private static final Comparator<Attempt> OLDEST_FIRST =
      Comparator.comparing(Attempt::created).thenComparing(Attempt::pod);

  private final Map<String, JobFacts> jobsByUid = new HashMap<>();
  private final Map<String, SortedMap<String, JobFacts>> jobsByNode = new HashMap<>();
  private final Map<String, Map<String, Attempt>> attemptsByJob = new HashMap<>();
  private final Map<String, Map<String, OwnedAttempt>> aliveByNode = new HashMap<>();
  private final SortedMap<String, List<JobFacts>> built = new TreeMap<>();
  private final Set<String> stale = new HashSet<>();
  private SortedMap<String, List<JobFacts>> current = Collections.emptySortedMap();

  /// The Jobs by node name, each list by Job name and then the lost ones; the same map until
  /// something changes.
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
    String uid = pod.attempt().uid();
    if (pod.identified()) {
      attemptsByJob.computeIfAbsent(pod.jobUid(), _ -> new HashMap<>()).put(uid, pod.attempt());
    }
    if (pod.alive()) {
      aliveByNode.computeIfAbsent(pod.node(), _ -> new HashMap<>()).put(uid, pod);
    }
    stale.add(pod.node());
  }

  private void remove(OwnedAttempt pod) {
    remove(attemptsByJob, pod.jobUid(), pod);
    remove(aliveByNode, pod.node(), pod);
    stale.add(pod.node());
  }

  private static <T> void remove(Map<String, Map<String, T>> from, String key, OwnedAttempt pod) {
    Map<String, T> ofKey = from.get(key);
    if (ofKey != null) {
      ofKey.remove(pod.attempt().uid());
      if (ofKey.isEmpty()) {
        from.remove(key);
      }
    }
  }

  private void rebuild(String node) {
    List<JobFacts> onNode = new ArrayList<>();
    jobsByNode
        .getOrDefault(node, Collections.emptySortedMap())
        .values()
        .forEach(job -> onNode.add(withAttempts(job)));
    aliveByNode.getOrDefault(node, Map.of()).values().stream()
        .filter(pod -> !jobsByUid.containsKey(pod.jobUid()))
        .map(pod -> JobFacts.lost(pod.key(), pod.jobUid(), pod.attempt()))
        .sorted(Comparator.comparing(JobFacts::name))
        .forEach(onNode::add);
    if (onNode.isEmpty()) {
      built.remove(node);
    } else {
      built.put(node, List.copyOf(onNode));
    }
  }

  private JobFacts withAttempts(JobFacts job) {
    Map<String, Attempt> attempts = attemptsByJob.get(job.uid());
    return attempts == null
        ? job
        : job.withAttempts(attempts.values().stream().sorted(OLDEST_FIRST).toList());
  }
}
