package io.nodewright.api.seen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.InterruptRun;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.JobTemplate;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Jobs with their Pods, and Pods whose Job was taken away.
class JobsByNodeTest {

  private static final Instant THEN = Instant.parse("2026-03-04T10:15:00Z");
  private static final JobKey KEY =
      new JobKey("nw", new PackageRef("p", "1.0.0"), Stage.APPLY, "n1");

  private final List<String> woken = new ArrayList<>();
  private final JobsByNode jobs = new JobsByNode();
  private final WakeRules wake =
      new WakeRules(
          new Alarm() {
            @Override
            public void wake(String nodeWright) {
              woken.add(nodeWright);
            }

            @Override
            public void wakeAll() {
              woken.add("all");
            }
          },
          jobs);

  @Test
  void aPodShowsWithItsJob() {
    appears(job());
    appears(pod(Attempt.Phase.RUNNING));

    JobFacts seen = onlyJob();

    assertEquals("job", seen.name());
    assertEquals(List.of("pod"), seen.attempts().stream().map(Attempt::pod).toList());
  }

  @Test
  @DisplayName("J57 LX4 a Pod that runs on after its Job was taken away stands for its Job")
  void aLostPodStandsForItsJob() {
    appears(job());
    appears(pod(Attempt.Phase.RUNNING));
    jobs.jobChanged(new ViewChange.Gone<>(job()));

    JobFacts seen = onlyJob();

    assertEquals(KEY, seen.key());
    assertEquals("pod", seen.name());
    assertTrue(seen.phase() instanceof JobPhase.Lost);
    assertTrue(seen.unfinished() && seen.deleting() && seen.atWork());
  }

  @Test
  @DisplayName("LX4 a new leader sees it too, from the Pod alone")
  void aPodAloneStandsForItsJob() {
    appears(pod(Attempt.Phase.PENDING));

    assertTrue(onlyJob().phase() instanceof JobPhase.Lost);
  }

  @Test
  @DisplayName("LX4 so does one that was taken from its Job, and one whose identity is unreadable")
  void anOrphanStandsForItsJob() {
    appears(new OwnedAttempt("", KEY, false, attempt(Attempt.Phase.UNKNOWN)));

    assertTrue(onlyJob().unfinished());
  }

  @Test
  void aPodThatTellsNothingOfItselfShowsWithNoJob() { // 02 §4.21
    appears(job());
    appears(new OwnedAttempt("job-uid", KEY, false, attempt(Attempt.Phase.FAILED)));

    assertEquals(List.of(), onlyJob().attempts());
  }

  @Test
  void aLostPodIsOverOnceItHasEnded() {
    appears(pod(Attempt.Phase.RUNNING));
    woken.clear();
    changes(pod(Attempt.Phase.RUNNING), pod(Attempt.Phase.SUCCEEDED));

    assertTrue(jobs.current().isEmpty());
    assertEquals(List.of("all"), woken);
  }

  @Test
  void aLostPodIsOverOnceItIsGone() {
    appears(pod(Attempt.Phase.RUNNING));
    woken.clear();
    ViewChange<OwnedAttempt> gone = new ViewChange.Gone<>(pod(Attempt.Phase.RUNNING));
    jobs.attemptChanged(gone);
    wake.attempt(gone, Origin.WATCHED);

    assertTrue(jobs.current().isEmpty());
    assertEquals(List.of("all"), woken);
  }

  @Test
  void aPodThatIsSeenBeforeItsJobIsNotLost() {
    appears(pod(Attempt.Phase.RUNNING));
    appears(job());

    assertFalse(onlyJob().deleting());
  }

  private JobFacts onlyJob() {
    assertEquals(1, jobs.current().size());
    List<JobFacts> onNode = jobs.current().getOrDefault("n1", List.of());
    assertEquals(1, onNode.size());
    return onNode.getFirst();
  }

  private void appears(JobFacts job) {
    jobs.jobChanged(new ViewChange.Appeared<>(job));
  }

  private void appears(OwnedAttempt pod) {
    jobs.attemptChanged(new ViewChange.Appeared<>(pod));
  }

  private void changes(OwnedAttempt before, OwnedAttempt now) {
    ViewChange<OwnedAttempt> change = new ViewChange.Changed<>(before, now);
    jobs.attemptChanged(change);
    wake.attempt(change, Origin.WATCHED);
  }

  private static OwnedAttempt pod(Attempt.Phase phase) {
    return new OwnedAttempt("job-uid", KEY, true, attempt(phase));
  }

  private static Attempt attempt(Attempt.Phase phase) {
    return new Attempt("pod", "pod-uid", THEN, phase, false, false, "", "", List.of());
  }

  private static JobFacts job() {
    return new JobFacts(
        KEY,
        "job",
        "job-uid",
        "nw-uid",
        THEN,
        THEN,
        new JobPhase.Unfinished(),
        false,
        false,
        false,
        false,
        0,
        JobTemplate.UNKNOWN,
        new TreeSet<>(),
        -1,
        false,
        new TreeSet<>(),
        InterruptRun.NONE,
        List.of());
  }
}
