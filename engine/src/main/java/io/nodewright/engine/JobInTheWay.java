package io.nodewright.engine;

import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.status.Since;
import java.util.Optional;

/// The words for a Job that has to end or go before something may begin.
final class JobInTheWay {

  private final JobFacts job;

  JobInTheWay(JobFacts job) {
    this.job = job;
  }

  /// The thing that is waited for, by its name.
  String shown() {
    return job.phase() instanceof JobPhase.Lost
        ? "Pod %s, whose Job was taken away,".formatted(job.name())
        : "Job " + job.name();
  }

  /// Since when it is there.
  Since since() {
    return new Since.At(job.created());
  }

  /// What a person can do; empty where it goes by itself. A Pod that was told to go and is still
  /// there waits for its kubelet: nobody else can say that its steps have ended.
  String release() {
    Optional<String> stuck =
        job.attempts().stream().filter(Attempt::deleting).map(Attempt::pod).findFirst();
    if (job.deleting() && stuck.isPresent()) {
      return "Pod %s ends with its node; if that never comes back, delete the Node"
          .formatted(stuck.get());
    }
    return job.phase() instanceof JobPhase.Lost
        ? "it ends by itself; or delete Pod " + job.name()
        : "";
  }
}
