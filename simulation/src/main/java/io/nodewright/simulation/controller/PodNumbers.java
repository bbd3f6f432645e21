package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.nodewright.api.value.Absent;
import java.util.List;

/// How many Pods of a Job are doing what.
///
/// @param active neither ended nor being deleted
/// @param ready of the active ones
/// @param terminating being deleted, and not ended
record PodNumbers(int active, int ready, int terminating) {

  /// After these active Pods were asked to go.
  PodNumbers without(List<Pod> deleted) {
    int deletedReady = (int) deleted.stream().filter(PodOutcomes::ready).count();
    return new PodNumbers(
        active - deleted.size(), ready - deletedReady, terminating + deleted.size());
  }

  PodNumbers withActive(int count) {
    return new PodNumbers(count, ready, terminating);
  }

  /// Puts them into a status.
  ///
  /// @return whether that changed it
  boolean writeTo(JobStatus status) {
    boolean changed =
        Absent.number(status.getActive(), 0) != active
            || !Integer.valueOf(ready).equals(status.getReady())
            || !Integer.valueOf(terminating).equals(status.getTerminating());
    status.setActive(active == 0 ? null : active);
    status.setReady(ready);
    status.setTerminating(terminating);
    return changed;
  }
}
