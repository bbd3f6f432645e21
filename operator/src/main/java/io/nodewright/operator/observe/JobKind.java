package io.nodewright.operator.observe;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.job.JobViews;
import io.nodewright.engine.lifecycle.JobFacts;
import java.util.Optional;

/// How Jobs are seen.
final class JobKind implements ViewKind<Job, JobFacts> {

  @Override
  public Job empty() {
    return new Job();
  }

  @Override
  public Optional<JobFacts> view(Job object) {
    return JobViews.of(object);
  }

  @Override
  public Difference difference(JobFacts before, JobFacts now) {
    return Caches.ofAll(before, now);
  }

  /// The next stage of a package begins when the Job of the one before is gone: one list that came
  /// back empty must not let it begin beside that.
  @Override
  public boolean mayVanish(JobFacts view) {
    return !view.unfinished();
  }
}
