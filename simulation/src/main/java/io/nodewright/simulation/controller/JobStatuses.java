package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.nodewright.api.value.Absent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Statuses of Jobs.
final class JobStatuses {

  private JobStatuses() {}

  /// A copy that shares its values, which are replaced and never changed.
  static JobStatus copy(@Nullable JobStatus from) {
    if (from == null) {
      return new JobStatus();
    }
    return new JobStatus(
        from.getActive(),
        from.getCompletedIndexes(),
        from.getCompletionTime(),
        from.getConditions(),
        from.getFailed(),
        from.getFailedIndexes(),
        from.getReady(),
        from.getStartTime(),
        from.getSucceeded(),
        from.getTerminating(),
        from.getUncountedTerminatedPods());
  }

  static List<String> uncountedSucceeded(JobStatus status) {
    return status.getUncountedTerminatedPods() == null
        ? new ArrayList<>()
        : new ArrayList<>(Absent.list(status.getUncountedTerminatedPods().getSucceeded()));
  }

  static List<String> uncountedFailed(JobStatus status) {
    return status.getUncountedTerminatedPods() == null
        ? new ArrayList<>()
        : new ArrayList<>(Absent.list(status.getUncountedTerminatedPods().getFailed()));
  }
}
