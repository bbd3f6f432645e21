package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiFailure;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Metadata;
import io.nodewright.simulation.server.Part;
import java.util.Optional;

/// What the Job controller does to Pods in one look.
final class JobPodWrites {

  private final ApiClient client;
  private final FaultPlan faults;
  private final FaultCounts counts;
  private boolean allDone = true;

  JobPodWrites(ApiClient client, FaultPlan faults, FaultCounts counts) {
    this.client = client;
    this.faults = faults;
    this.counts = counts;
  }

  ApiClient client() {
    return client;
  }

  /// Whether the API server took everything so far.
  boolean allDone() {
    return allDone;
  }

  /// Creates Pods.
  ///
  /// @return how many were taken
  int create(Job job, int count) {
    String name = job.getMetadata().getName();
    try {
      if (!faults.podCreationRefused(name).isEmpty()) {
        counts.fired("pod creation refused");
        throw ApiFailure.forbidden(Kind.POD, name, faults.podCreationRefused(name));
      }
      for (int i = 0; i < count; i++) {
        client.create(Kind.POD, JobPods.of(job));
      }
      return count;
    } catch (ApiFailure e) {
      client.event("Job", name, "FailedCreate", "");
      allDone = false;
      return 0;
    }
  }

  /// Deletes a Pod that goes by the Job's own wish: it is let go first, and so does not count.
  void release(Pod pod) {
    untrack(pod);
    delete(pod);
  }

  /// Deletes a Pod.
  void delete(Pod pod) {
    if (stored(pod).isPresent()) {
      client.delete(Kind.POD, pod.getMetadata().getName(), Deletion.of(pod.getMetadata().getUid()));
    }
  }

  /// Takes the tracking finalizer from a Pod, if that is still there and has it.
  void untrack(Pod pod) {
    if (stored(pod).filter(JobTally::tracked).isPresent()) {
      client.edit(
          Kind.POD,
          pod.getMetadata().getName(),
          Part.OBJECT,
          each -> {
            each.getMetadata().getFinalizers().remove(JobController.TRACKING);
            return each;
          });
    }
  }

  private Optional<Pod> stored(Pod pod) {
    return client
        .get(Kind.POD, pod.getMetadata().getName())
        .filter(each -> Metadata.same(each, pod.getMetadata().getUid()));
  }
}
