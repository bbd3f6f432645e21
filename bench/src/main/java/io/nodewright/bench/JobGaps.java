package io.nodewright.bench;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.nodewright.api.job.JobViews;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobPhase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// From a Job seen Complete to the next Job of its node seen, both by one watch.
final class JobGaps implements Watcher<Job>, AutoCloseable {

  private final Map<String, Long> completeAt = new ConcurrentHashMap<>();
  private final Map<String, Boolean> seen = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Long> gaps = new ConcurrentLinkedQueue<>();
  private final AtomicLong firstAt = new AtomicLong();
  private final Watch watch;

  JobGaps(KubernetesClient client, String namespace) {
    watch = client.batch().v1().jobs().inNamespace(namespace).watch(this);
  }

  /// When the first Job was seen, on [System#nanoTime]; 0 before.
  long firstAt() {
    return firstAt.get();
  }

  /// Gaps in milliseconds, ascending.
  List<Long> millis() {
    return gaps.stream().map(nanos -> nanos / 1_000_000).sorted().toList();
  }

  @Override
  public void eventReceived(Action action, Job stored) {
    long now = System.nanoTime();
    firstAt.compareAndSet(0, now);
    JobViews.of(stored).ifPresent(job -> note(job, now));
  }

  private void note(JobFacts job, long now) {
    String node = job.key().node();
    if (seen.putIfAbsent(job.uid(), true) == null) {
      Long before = completeAt.remove(node);
      if (before != null) {
        gaps.add(now - before);
      }
    }
    if (job.phase() instanceof JobPhase.Complete && seen.put(job.uid() + "!", true) == null) {
      completeAt.put(node, now);
    }
  }

  @Override
  public void onClose(WatcherException cause) {}

  @Override
  public void close() {
    watch.close();
  }
}
