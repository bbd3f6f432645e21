package io.nodewright.api.seen;

import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.snapshot.ConfigMapView;
import java.util.Optional;
import java.util.Set;

/// Which change wakes whose pass (02 §8). When in doubt, all: a pass too many costs little, a pass
/// too few would wait for the next look.
public final class WakeRules {

  /// What a container waits for while all goes well.
  private static final Set<String> STARTING = Set.of("PodInitializing", "ContainerCreating");

  private final Alarm alarm;
  private final JobsByNode jobs;

  /// @param alarm whom to wake
  /// @param jobs tells whose Job a Pod belongs to
  public WakeRules(Alarm alarm, JobsByNode jobs) {
    this.alarm = alarm;
    this.jobs = jobs;
  }

  /// Nodes, policies and NodeWrights concern all: order and batches look at the others too.
  public void anything(Origin origin) {
    if (origin == Origin.WATCHED) {
      alarm.wakeAll();
    }
  }

  /// A Job concerns its NodeWright; one that finishes, or vanishes at work, lets others begin on
  /// its node.
  public void job(ViewChange<JobFacts> change, Origin origin) {
    if (origin == Origin.ANSWERED) {
      return;
    }
    switch (change) {
      case ViewChange.Appeared<JobFacts>(JobFacts now) -> job(now);
      case ViewChange.Changed<JobFacts>(JobFacts before, JobFacts now) -> {
        if (before.unfinished()) {
          job(now);
        } else {
          alarm.wake(now.key().nodeWright()); // only its mark or its deletion
        }
      }
      case ViewChange.Gone<JobFacts>(JobFacts before) -> {
        if (before.processed()) {
          alarm.wake(before.key().nodeWright()); // its name is free again
        } else {
          alarm.wakeAll();
        }
      }
    }
  }

  /// A Pod that goes well says nothing that its Job will not say: only trouble wakes.
  public void attempt(ViewChange<OwnedAttempt> change, Origin origin) {
    if (origin == Origin.ANSWERED) {
      return;
    }
    switch (change) {
      case ViewChange.Appeared<OwnedAttempt>(OwnedAttempt now) -> attempt(now);
      case ViewChange.Changed<OwnedAttempt>(OwnedAttempt before, OwnedAttempt now) -> {
        if (before.alive() && !now.alive() && jobs.ofUid(now.jobUid()).isEmpty()) {
          alarm.wakeAll(); // its Job was taken away: nothing else tells that it has ended
        } else {
          attempt(now);
        }
      }
      case ViewChange.Gone<OwnedAttempt>(OwnedAttempt before) -> wakeOwner(before);
    }
  }

  /// A ConfigMap concerns its NodeWright.
  public void configMap(ViewChange<ConfigMapView> change, Origin origin) {
    if (origin == Origin.WATCHED) {
      alarm.wake(
          switch (change) {
            case ViewChange.Appeared<ConfigMapView>(ConfigMapView now) -> now.nodeWright();
            case ViewChange.Changed<ConfigMapView>(ConfigMapView _, ConfigMapView now) ->
                now.nodeWright();
            case ViewChange.Gone<ConfigMapView>(ConfigMapView before) -> before.nodeWright();
          });
    }
  }

  private void job(JobFacts now) {
    if (now.unfinished()) {
      alarm.wake(now.key().nodeWright());
    } else {
      alarm.wakeAll();
    }
  }

  private void attempt(OwnedAttempt now) {
    if (!goesWell(now.attempt())) {
      wakeOwner(now);
    }
  }

  private void wakeOwner(OwnedAttempt pod) {
    Optional<JobFacts> job = jobs.ofUid(pod.jobUid());
    if (job.isPresent()) {
      alarm.wake(job.get().key().nodeWright());
    } else {
      alarm.wakeAll();
    }
  }

  private static boolean goesWell(Attempt attempt) {
    return switch (attempt.phase()) {
      case PENDING, RUNNING, SUCCEEDED ->
          !attempt.disrupted()
              && attempt.containers().stream().allMatch(each -> goesWell(each.state()));
      case FAILED, UNKNOWN -> false;
    };
  }

  private static boolean goesWell(Attempt.ContainerState state) {
    return switch (state) {
      case Attempt.ContainerState.Waiting(String reason, String _) ->
          reason.isEmpty() || STARTING.contains(reason);
      case Attempt.ContainerState.Running _ -> true;
      case Attempt.ContainerState.Terminated ended -> ended.exitCode() == 0;
    };
  }
}
