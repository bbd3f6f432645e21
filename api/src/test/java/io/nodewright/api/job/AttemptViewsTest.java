package io.nodewright.api.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.Yaml;
import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.Attempt.ContainerState.Running;
import io.nodewright.engine.lifecycle.Attempt.ContainerState.Terminated;
import io.nodewright.engine.lifecycle.Attempt.ContainerState.Waiting;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Pods of our Jobs: the facts that the rows of 03 §12.1 and §12.4 look at.
class AttemptViewsTest {

  private static final String META =
      """
      metadata:
        name: p-1
        uid: u-1
        creationTimestamp: "2026-03-04T10:15:00Z"
        labels: {nodewright.nvidia.com/name: nw, nodewright.nvidia.com/package: a-1.0.0, nodewright.nvidia.com/stage: config}
        annotations:
          nodewright.nvidia.com/package: '{"name":"a","version":"1","skyhook":"nw","stage":"apply","image":"r"}'
        ownerReferences: [{apiVersion: batch/v1, kind: Job, name: j, uid: j-1, controller: true}]
      spec: {nodeName: worker-7}
      """;

  @Test
  void anAttemptIsRead() {
    assertEquals(
        new OwnedAttempt(
            "j-1",
            new JobKey("nw", new PackageRef("a", "1"), Stage.APPLY, "worker-7"),
            true,
            new Attempt(
                "p-1",
                "u-1",
                Instant.parse("2026-03-04T10:15:00Z"),
                Attempt.Phase.FAILED,
                false,
                false,
                "DeadlineExceeded",
                "too long",
                List.of(
                    new Attempt.Container(
                        "a-init",
                        "r:1",
                        0,
                        new Terminated(0, "Completed", "", Instant.parse("2026-03-04T10:16:00Z"))),
                    new Attempt.Container(
                        "a-apply",
                        "agent",
                        2,
                        new Terminated(137, "OOMKilled", "killed", Instant.EPOCH)),
                    new Attempt.Container("a-applycheck", "agent", 0, new Running()),
                    new Attempt.Container(
                        "done", "r:1", 0, new Waiting("ImagePullBackOff", "no such tag"))))),
        attempt(
            """
            status:
              phase: Failed
              reason: DeadlineExceeded
              message: too long
              initContainerStatuses:
                - {name: a-init, image: "r:1", restartCount: 0, state: {terminated: {exitCode: 0, reason: Completed, finishedAt: "2026-03-04T10:16:00Z"}}}
                - {name: a-apply, image: agent, restartCount: 2, state: {terminated: {exitCode: 137, reason: OOMKilled, message: killed}}}
                - {name: a-applycheck, image: agent, restartCount: 0, state: {running: {}}}
                - {name: silent, image: agent, restartCount: 0, state: {}}
              containerStatuses:
                - {name: done, image: "r:1", restartCount: 0, state: {waiting: {reason: ImagePullBackOff, message: no such tag}}}
            """));
  }

  @Test
  void aDisruptionIsRead() { // JA1
    assertEquals(
        true,
        attempt("status: {phase: Failed, conditions: [{type: DisruptionTarget, status: 'True'}]}")
            .attempt()
            .disrupted());
    assertEquals(
        false,
        attempt("status: {phase: Failed, conditions: [{type: DisruptionTarget, status: 'False'}]}")
            .attempt()
            .disrupted());
  }

  @Test
  void aDeletionIsRead() { // JA2
    Pod pod = Yaml.read(Pod.class, META);
    pod.getMetadata().setDeletionTimestamp("2026-03-04T10:16:00Z");
    assertEquals(true, AttemptViews.of(pod).orElseThrow().attempt().deleting());
  }

  @Test
  void aPodWithoutStatusIsPending() {
    assertEquals(Attempt.Phase.PENDING, attempt("").attempt().phase());
  }

  @Test
  void aPodThatWasTakenFromItsJobIsOfNoJob() {
    Pod pod = Yaml.read(Pod.class, META);
    pod.getMetadata().setOwnerReferences(List.of());
    OwnedAttempt orphan = AttemptViews.of(pod).orElseThrow();
    assertEquals("", orphan.jobUid());
    assertEquals(Stage.APPLY, orphan.key().stage());
  }

  @Test
  void aPodWithoutOurLabelIsNotOurs() { // 03 §12.4
    Pod pod = Yaml.read(Pod.class, META);
    pod.getMetadata().setLabels(null);
    assertEquals(Optional.empty(), AttemptViews.of(pod));
  }

  @Test
  void aPodThatSomethingElseControlsIsNotOurs() {
    assertEquals(
        Optional.empty(),
        AttemptViews.of(Yaml.read(Pod.class, META.replace("kind: Job", "kind: ReplicaSet"))));
  }

  @Test
  void aPodWithUnreadableIdentityIsKnownByItsLabelsAndTellsNothing() { // 02 §4.21
    OwnedAttempt pod = unreadable(META);
    assertEquals(
        new JobKey("nw", new PackageRef("a", "1.0.0"), Stage.CONFIG, "worker-7"), pod.key());
    assertEquals(false, pod.identified());
  }

  @Test
  void aPodThatNothingTellsOfIsPassedOver() { // 02 §4.21
    String bare = META.replace("a-1.0.0", "a").replace("\"stage\":\"apply\"", "\"x\":1");
    assertEquals(Optional.empty(), AttemptViews.of(Yaml.read(Pod.class, bare)));
  }

  private static OwnedAttempt unreadable(String pod) {
    return AttemptViews.of(Yaml.read(Pod.class, pod.replace("\"stage\":\"apply\"", "\"x\":1")))
        .orElseThrow();
  }

  private static OwnedAttempt attempt(String status) {
    return AttemptViews.of(Yaml.read(Pod.class, META + status)).orElseThrow();
  }
}
