package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.nodewright.api.v1alpha1.NodeWright;

/// What the API server fills in when an object is created.
final class Creation {

  private static final int DEFAULT_BACKOFF_LIMIT = 6;

  private Creation() {}

  /// Prepares a new object, which is nobody's yet.
  static <T extends HasMetadata> void prepare(Kind<T> kind, T created) {
    if (created instanceof Job job) {
      job.setStatus(new JobStatus());
      job.setSpec(withDefaults(job.getSpec() == null ? new JobSpec() : Specs.copy(job.getSpec())));
    } else if (created instanceof Pod pod) {
      PodStatus status = new PodStatus();
      status.setPhase("Pending");
      pod.setStatus(status);
    } else if (created instanceof NodeWright nodeWright) {
      nodeWright.setStatus(null);
    }
  }

  private static JobSpec withDefaults(JobSpec spec) {
    if (spec.getParallelism() == null) {
      spec.setParallelism(1);
    }
    if (spec.getCompletions() == null) {
      spec.setCompletions(1);
    }
    if (spec.getBackoffLimit() == null) {
      spec.setBackoffLimit(DEFAULT_BACKOFF_LIMIT);
    }
    return spec;
  }
}
