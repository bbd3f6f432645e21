package io.nodewright.simulation.conformance;

import static io.nodewright.simulation.conformance.JobRows.assertBetween;
import static io.nodewright.simulation.conformance.Objects.aConfigMap;
import static io.nodewright.simulation.conformance.Objects.aJob;
import static io.nodewright.simulation.conformance.Objects.aNodeWright;
import static io.nodewright.simulation.conformance.Objects.aPod;
import static io.nodewright.simulation.conformance.Objects.owned;
import static io.nodewright.simulation.conformance.Objects.owner;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.simulation.conformance.JobWorld.Answer;
import io.nodewright.simulation.conformance.JobWorld.Run;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Facts about Jobs that others disturb: people, taints, nodes that go, owners that go.
final class DisturbanceRows {

  private DisturbanceRows() {}

  static final List<Row> ALL =
      List.of(
          new Row(
              "03 §12.1 JA1 an evicted Pod is disrupted, replaced and not counted",
              DisturbanceRows::evicted),
          new Row(
              "03 §17 a Pod deleted by a person is counted and replaced",
              DisturbanceRows::deletedByHand),
          new Row(
              "03 §6 podReplacementPolicy Failed: no Pod while another is terminating",
              DisturbanceRows::replacedWhenFailed),
          new Row(
              "03 §16 a suspended Job's Pod is let go before it is deleted",
              DisturbanceRows::suspendedReleases),
          new Row(
              "03 §17 a NoExecute taint that is not tolerated disrupts the Pod",
              DisturbanceRows::taint),
          new Row(
              "03 §17 a finite toleration ends in a disruption", DisturbanceRows::finiteToleration),
          new Row(
              "03 §5 a Job deleted foreground keeps its name until its Pods are gone",
              DisturbanceRows::foreground),
          new Row(
              "03 §5 foreground deletion ends the running Pod", DisturbanceRows::foregroundRunning),
          new Row(
              "03 §5 a Job deleted in the background frees its name at once",
              DisturbanceRows::background),
          new Row("03 §17 an orphaned Job leaves its Pod", DisturbanceRows::orphaned),
          new Row(
              "03 §12.2 deleting an archived attempt changes no count",
              DisturbanceRows::archiveDeleted),
          new Row(
              "03 §11.6 what a deleted NodeWright owned is collected",
              DisturbanceRows::ownerDeleted),
          new Row(
              "03 §11.6 what is created for an owner that is gone is collected",
              DisturbanceRows::ownerGoneBefore),
          new Row(
              "03 §11.6 a NodeWright deleted foreground goes after its Jobs",
              DisturbanceRows::ownerForeground),
          new Row(
              "03 §17 Pods of a deleted node are collected as disrupted, a minute later",
              DisturbanceRows::nodeDeleted));

  private static Watched hanging(JobWorld world, String what, int limit) {
    String name = world.name(what);
    world.script(name, Run.hangs());
    return Watched.create(world, aJob(name, aPod(world.node()).build(), limit).build());
  }

  private static void evicted(JobWorld world) {
    Watched job = hanging(world, "evicted", 0);
    Pod pod = job.untilRuns(0);
    world.script(job.name(), Run.succeeds());
    assertEquals(Answer.DONE, world.evict(pod.getMetadata().getName()));
    job.untilIs("Complete");
    assertEquals(0, job.failed());
    assertEquals(1, job.pods().size());
    // The disrupted Pod counts for the pause, though not for the limit.
    long gap = Duration.between(Watched.created(pod), Watched.created(job.pod(0))).toSeconds();
    assertBetween(10, 15, gap);
  }

  private static void deletedByHand(JobWorld world) {
    Watched job = hanging(world, "byhand", 1);
    Pod pod = job.untilRuns(0);
    world.script(job.name(), Run.succeeds());
    assertEquals(Answer.DONE, world.delete(Pod.class, pod.getMetadata().getName(), Deletion.PLAIN));
    job.untilIs("Complete");
    assertEquals(1, job.failed());
    assertEquals(1, job.pods().size());
  }

  private static void replacedWhenFailed(JobWorld world) {
    Watched job =
        Watched.create(
            world, aJob(world.name("replaced"), aPod(world.silentNode()).build(), 3).build());
    job.untilPods(1);
    Pod pod = job.pod(0);
    assertEquals(Answer.DONE, world.delete(Pod.class, pod.getMetadata().getName(), Deletion.PLAIN));
    world.until("it is seen terminating", Watched.PATIENCE, () -> job.terminating() == 1);
    world.pass(Duration.ofSeconds(3));
    assertEquals(1, job.pods().size());
    assertEquals(0, job.active());
    assertEquals(0, job.failed());
    assertTrue(Watched.tracked(job.pod(0)));
    assertEquals(30, job.pod(0).getMetadata().getDeletionGracePeriodSeconds());
  }

  private static void suspendedReleases(JobWorld world) {
    Watched job =
        Watched.create(
            world, aJob(world.name("releases"), aPod(world.silentNode()).build(), 3).build());
    job.untilPods(1);
    JobRows.patch(world, job.name(), "{\"spec\":{\"suspend\":true}}");
    Pod pod = job.untilPod(0, "is deleted", Watched::deleting);
    assertFalse(Watched.tracked(pod));
    world.until("it says so", Watched.PATIENCE, () -> job.is("Suspended"));
    assertEquals(1, job.terminating());
    assertEquals(0, job.failed());
    JobRows.patch(world, job.name(), "{\"spec\":{\"suspend\":false}}");
    world.pass(Duration.ofSeconds(3));
    assertEquals(1, job.pods().size());
    job.force(pod);
    world.until(
        "another Pod comes",
        Watched.PATIENCE,
        () ->
            job.pods().size() == 1
                && !job.pod(0).getMetadata().getUid().equals(pod.getMetadata().getUid()));
    assertEquals(0, job.failed());
  }

  private static void taint(JobWorld world) {
    Watched job = hanging(world, "tainted", 0);
    Pod pod = job.untilRuns(0);
    taint(world, "[{\"key\":\"maintenance\",\"effect\":\"NoExecute\"}]");
    world.until(
        "the Pod is gone",
        Watched.PATIENCE,
        () ->
            job.pods().stream()
                .noneMatch(each -> each.getMetadata().getUid().equals(pod.getMetadata().getUid())));
    assertEquals(0, job.failed());
    taint(world, "[]");
    world.script(job.name(), Run.succeeds());
    job.untilIs("Complete");
    assertEquals(0, job.failed());
  }

  private static void finiteToleration(JobWorld world) {
    String name = world.name("finite");
    world.script(name, Run.hangs());
    Watched job =
        Watched.create(
            world,
            aJob(
                    name,
                    aPod(world.node())
                        .addNewToleration()
                        .withKey("maintenance")
                        .withOperator("Exists")
                        .withEffect("NoExecute")
                        .withTolerationSeconds(4L)
                        .endToleration()
                        .build(),
                    0)
                .build());
    Pod pod = job.untilRuns(0);
    taint(world, "[{\"key\":\"maintenance\",\"effect\":\"NoExecute\"}]");
    world.pass(Duration.ofSeconds(2));
    assertFalse(Watched.deleting(job.pod(0)));
    world.until(
        "the Pod is gone",
        Watched.PATIENCE,
        () ->
            job.pods().stream()
                .noneMatch(each -> each.getMetadata().getUid().equals(pod.getMetadata().getUid())));
    assertEquals(0, job.failed());
    assertFalse(job.is("FailureTarget"));
  }

  private static void foreground(JobWorld world) {
    Job wanted = aJob(world.name("foreground"), aPod(world.silentNode()).build(), 3).build();
    Watched job = Watched.create(world, wanted);
    job.untilPods(1);
    Pod pod = job.pod(0);
    String uid = job.job().getMetadata().getUid();
    assertEquals(Answer.DONE, world.delete(Job.class, job.name(), Deletion.of(uid).foreground()));
    assertTrue(job.job().getMetadata().getDeletionTimestamp() != null);
    job.untilPod(0, "is deleted", each -> Watched.deleting(each) && !Watched.tracked(each));
    world.pass(Duration.ofSeconds(2));
    assertEquals(409, world.create(wanted).code());
    job.force(pod);
    job.untilGone();
    assertEquals(Answer.DONE, world.create(wanted));
  }

  private static void foregroundRunning(JobWorld world) {
    Watched job = hanging(world, "running", 3);
    job.untilRuns(0);
    assertEquals(Answer.DONE, world.delete(Job.class, job.name(), Deletion.PLAIN.foreground()));
    job.untilGone();
    assertTrue(job.pods().isEmpty());
  }

  private static void background(JobWorld world) {
    Watched job =
        Watched.create(
            world, aJob(world.name("background"), aPod(world.silentNode()).build(), 3).build());
    job.untilPods(1);
    Pod pod = job.pod(0);
    assertEquals(Answer.DONE, world.delete(Job.class, job.name(), Deletion.PLAIN));
    assertTrue(job.find().isEmpty());
    job.untilPod(0, "is collected", each -> Watched.deleting(each) && !Watched.tracked(each));
    job.force(pod);
    world.until("it goes", Watched.PATIENCE, () -> job.pods().isEmpty());
  }

  private static void orphaned(JobWorld world) {
    Watched job = hanging(world, "orphaned", 3);
    job.untilRuns(0);
    Deletion orphaning = new Deletion("", Deletion.Propagation.ORPHAN, -1);
    assertEquals(Answer.DONE, world.delete(Job.class, job.name(), orphaning));
    job.untilGone();
    job.untilPod(0, "is let go", each -> !Watched.tracked(each));
    assertTrue(job.pod(0).getMetadata().getOwnerReferences().isEmpty());
    assertFalse(Watched.deleting(job.pod(0)));
    job.force(job.pod(0));
  }

  private static void archiveDeleted(JobWorld world) {
    String name = world.name("archive");
    world.script(name, Run.fails(), Run.hangs());
    Watched job = Watched.create(world, aJob(name, aPod(world.node()).build(), 3).build());
    job.untilRuns(1);
    Pod first = job.pod(0);
    assertEquals("Failed", first.getStatus().getPhase());
    world.delete(Pod.class, first.getMetadata().getName(), Deletion.PLAIN);
    world.until("it is gone", Watched.PATIENCE, () -> job.pods().size() == 1);
    world.pass(Duration.ofSeconds(2));
    assertEquals(1, job.failed());
    assertEquals(1, job.active());
    assertEquals(1, job.pods().size());
  }

  private static void ownerDeleted(JobWorld world) {
    NodeWright stored = nodeWright(world);
    OwnerReference owner = owner(stored);
    String name = world.name("owned");
    Watched job =
        Watched.create(world, owned(aJob(name, aPod(world.node()).build(), 1).build(), owner));
    ConfigMap map = aConfigMap(name, Map.of("a", "b"));
    map.getMetadata().setOwnerReferences(List.of(owner));
    assertEquals(Answer.DONE, world.create(map));
    job.untilIs("Complete");
    assertEquals(
        Answer.DONE,
        world.delete(NodeWright.class, stored.getMetadata().getName(), Deletion.PLAIN));
    job.untilGone();
    world.until(
        "all is gone",
        Watched.PATIENCE,
        () -> world.get(ConfigMap.class, name).isEmpty() && job.pods().isEmpty());
  }

  private static void ownerGoneBefore(JobWorld world) {
    NodeWright stored = nodeWright(world);
    world.delete(NodeWright.class, stored.getMetadata().getName(), Deletion.PLAIN);
    Watched job =
        Watched.create(
            world,
            owned(aJob(world.name("late"), aPod(world.node()).build(), 1).build(), owner(stored)));
    job.untilGone();
  }

  private static void ownerForeground(JobWorld world) {
    NodeWright stored = nodeWright(world);
    Watched job =
        Watched.create(
            world,
            owned(
                aJob(world.name("first"), aPod(world.silentNode()).build(), 1).build(),
                owner(stored)));
    job.untilPods(1);
    Pod pod = job.pod(0);
    String name = stored.getMetadata().getName();
    world.delete(NodeWright.class, name, Deletion.PLAIN.foreground());
    job.untilPod(0, "is deleted", Watched::deleting);
    world.pass(Duration.ofSeconds(2));
    assertTrue(world.get(NodeWright.class, name).isPresent());
    assertTrue(job.find().isPresent());
    job.force(pod);
    world.until(
        "the owner is gone", Watched.PATIENCE, () -> world.get(NodeWright.class, name).isEmpty());
    assertTrue(job.find().isEmpty());
  }

  private static void nodeDeleted(JobWorld world) {
    String node = world.silentNode();
    Watched job = Watched.create(world, aJob(world.name("lost"), aPod(node).build(), 0).build());
    job.untilPods(1);
    Pod pod = job.pod(0);
    assertEquals(Answer.DONE, world.delete(Node.class, node, Deletion.PLAIN));
    world.until(
        "its Pod is collected",
        Duration.ofSeconds(130),
        () ->
            job.pods().stream()
                .noneMatch(each -> each.getMetadata().getUid().equals(pod.getMetadata().getUid())));
    assertEquals(0, job.failed());
    assertFalse(job.is("FailureTarget"));
    world.delete(Job.class, job.name(), Deletion.PLAIN);
  }

  private static NodeWright nodeWright(JobWorld world) {
    String name = world.name("nw");
    assertEquals(Answer.DONE, world.create(aNodeWright(name, "1.0.0")));
    return world.get(NodeWright.class, name).orElseThrow();
  }

  private static void taint(JobWorld world, String taints) {
    assertEquals(
        Answer.DONE,
        world.patch(
            Node.class,
            world.node(),
            PatchKind.MERGE,
            "{\"spec\":{\"taints\":" + taints + "}}",
            Part.OBJECT));
  }
}
