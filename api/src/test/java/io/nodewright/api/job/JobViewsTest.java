package io.nodewright.api.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import io.nodewright.api.Keys;
import io.nodewright.api.Yaml;
import io.nodewright.engine.lifecycle.EnvEntry;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.JobTemplate;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Resources;
import io.nodewright.engine.lifecycle.Resources.Amount;
import io.nodewright.engine.lifecycle.Stage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Jobs as the engine sees them, by the examples of 03 §21.
class JobViewsTest {

  private static final String OWNER = "4f6c2e0a-9d1b-4c55-8f55-2f1f0d6a7b31";
  private static final JobKey TUNING =
      new JobKey("gpu-tuning", new PackageRef("tuning", "1.2.3"), Stage.APPLY, "worker-7");

  @Test
  void aPackageJobIsRead() {
    JobFacts facts = facts(packageJob());
    assertEquals(TUNING, facts.key());
    assertEquals("gpu-tuning-tuning-1-2-3-apply-worker-7-32372943", facts.name());
    assertEquals(OWNER, facts.ownerUid());
    assertEquals(Instant.parse("2026-03-04T10:15:00Z"), facts.created());
    assertEquals(new JobPhase.Unfinished(), facts.phase());
    assertFalse(facts.processed());
    assertFalse(facts.suspended());
    assertFalse(facts.deleting());
    assertFalse(facts.hasTtl());
    assertEquals(Set.of(), facts.covers());
    assertEquals(-1, facts.restartAllowance());
    assertFalse(facts.restartLimitExceeded());
  }

  @Test
  void itsTemplateIsWhatIsComparedWithTheSpec() { // 03 §11.2
    assertEquals(
        new JobTemplate(
            List.of("tuning-init", "tuning-apply", "tuning-applycheck"),
            "example/tuning:1.2.3",
            "example/agent:7.0.0",
            List.of(
                new EnvEntry(
                    "TUNING_PROFILE", "{\"name\":\"TUNING_PROFILE\",\"value\":\"throughput\"}")),
            new Resources.Given(
                new Amount("0.1", new BigDecimal("0.1")),
                new Amount("500m", new BigDecimal("0.5")),
                new Amount("128Mi", BigDecimal.valueOf(128L << 20)),
                new Amount("512Mi", BigDecimal.valueOf(512L << 20))),
            new TreeSet<>(List.of("network.properties", "tuning.conf"))),
        facts(packageJob()).template());
  }

  @Test
  void aPackagesOwnEntryOfAnOperatorVariableStays() { // J9
    Job job = packageJob();
    job.getSpec()
        .getTemplate()
        .getSpec()
        .getInitContainers()
        .get(1)
        .setEnv(
            Yaml.read(
                    Container.class,
                    """
                    env:
                      - {name: SKYHOOK_NODE_ORDER, value: mine}
                      - {name: SKYHOOK_LOG_DIR, value: a}
                      - {name: SKYHOOK_ROOT_DIR, value: b}
                      - {name: COPY_RESOLV, value: "false"}
                      - {name: SKYHOOK_RESOURCE_ID, value: c}
                      - {name: SKYHOOK_NODE_ORDER, value: "0"}
                    """)
                .getEnv());
    assertEquals(
        List.of(
            new EnvEntry(
                "SKYHOOK_NODE_ORDER", "{\"name\":\"SKYHOOK_NODE_ORDER\",\"value\":\"mine\"}")),
        facts(job).template().env());
  }

  @Test
  void anInterruptJobIsRead() {
    JobFacts facts = facts(interruptJob());
    assertEquals(
        new JobKey("gpu-tuning", new PackageRef("dax", "1.0.0"), Stage.INTERRUPT, "worker-7"),
        facts.key());
    assertEquals(
        Set.of(new PackageRef("dax", "1.0.0"), new PackageRef("zeb", "2.1.4")), facts.covers());
    assertEquals(3, facts.restartAllowance());
    assertEquals(List.of("interrupt"), facts.template().initContainers());
    assertEquals("example/agent:7.0.0", facts.template().agentImage());
    assertEquals("example/dax:1.0.0", facts.template().packageImage());
    assertEquals(List.of(), facts.template().env());
  }

  @Test
  void marksAreRead() {
    Job job =
        interruptJob()
            .edit()
            .editMetadata()
            .addToAnnotations(Keys.STATE_RECORDED, "true")
            .addToAnnotations(Keys.RESTART_LIMIT_EXCEEDED, "3")
            .addToAnnotations(Keys.RESTART_ALLOWANCE, "many")
            .addToAnnotations(Keys.COVERS, "broken")
            .withDeletionTimestamp("2026-03-04T10:16:00Z")
            .endMetadata()
            .editSpec()
            .withSuspend(true)
            .withTtlSecondsAfterFinished(3600)
            .endSpec()
            .build();
    JobFacts facts = facts(job);
    assertTrue(facts.processed());
    assertTrue(facts.restartLimitExceeded());
    assertEquals(-1, facts.restartAllowance());
    assertEquals(Set.of(new PackageRef("dax", "1.0.0")), facts.covers());
    assertTrue(facts.deleting());
    assertTrue(facts.suspended());
    assertTrue(facts.hasTtl());
  }

  @Test
  void phasesAreRead() {
    Instant at = Instant.parse("2026-03-04T10:20:00Z");
    assertEquals(new JobPhase.Unfinished(), phase("Suspended"));
    assertEquals(new JobPhase.Failing(at), phase("FailureTarget"));
    assertEquals(new JobPhase.Complete(at), phase("SuccessCriteriaMet", "Complete"));
    assertEquals(
        new JobPhase.Failed("BackoffLimitExceeded", "spent", at), phase("FailureTarget", "Failed"));
  }

  @Test
  void anUnreadableAnnotationFallsBackToTheTemplateThenToTheLabels() { // 02 §4.21
    Job job = packageJob();
    job.getMetadata().getAnnotations().put(Keys.PACKAGE, "broken");
    assertEquals(TUNING, facts(job).key());
    job.getSpec().getTemplate().getMetadata().getAnnotations().clear();
    assertEquals(TUNING, facts(job).key());
    job.getMetadata().getLabels().put(Keys.PACKAGE, "gpu-driver-v1.2.3-rc-1");
    assertEquals(new PackageRef("gpu-driver", "v1.2.3-rc-1"), facts(job).key().ref());
    job.getMetadata().getLabels().put(Keys.PACKAGE, "nothing");
    assertEquals(Optional.empty(), JobViews.of(job));
  }

  @Test
  void aJobWithoutOurLabelIsNotOurs() {
    Job job = packageJob();
    job.getMetadata().getLabels().remove(Keys.NAME);
    assertEquals(Optional.empty(), JobViews.of(job));
  }

  @Test
  void anotherControllerIsNoOwner() {
    Job job = packageJob();
    job.getMetadata().getOwnerReferences().getFirst().setKind("Skyhook");
    assertEquals("", facts(job).ownerUid());
  }

  @Test
  void identityAndCoversAreWrittenAsInTheExamples() {
    Job job = packageJob();
    String identity = job.getMetadata().getAnnotations().get(Keys.PACKAGE);
    assertEquals(identity, PackageIdentity.parse(identity).orElseThrow().json());
    PackageRef dax = new PackageRef("dax", "1.0.0");
    assertEquals(
        interruptJob().getMetadata().getAnnotations().get(Keys.COVERS),
        CoveredPackages.json(dax, List.of(new PackageRef("zeb", "2.1.4"), dax)));
  }

  @Test
  void membersOfOlderAndNewerOperatorsDoNotMatter() {
    assertEquals(
        new PackageIdentity(new PackageRef("a", "1"), "nw", Stage.CONFIG, "r/a", "sha256:0"),
        PackageIdentity.parse(
                """
                {"invalid":true,"name":"a","version":"1","skyhook":"nw","stage":"config",\
                "image":"r/a","containerSHA":"sha256:0","newer":[1]}""")
            .orElseThrow());
  }

  private static JobPhase phase(String... conditions) {
    JobStatusBuilder status = new JobStatusBuilder();
    for (String type : conditions) {
      status.addToConditions(
          new JobConditionBuilder()
              .withType(type)
              .withStatus("True")
              .withReason("BackoffLimitExceeded")
              .withMessage("spent")
              .withLastTransitionTime("2026-03-04T10:20:00Z")
              .build());
    }
    return facts(new JobBuilder(packageJob()).withStatus(status.build()).build()).phase();
  }

  private static JobFacts facts(Job job) {
    return JobViews.of(job).orElseThrow();
  }

  private static Job packageJob() {
    return Yaml.readFile(Job.class, "package-job.yaml");
  }

  private static Job interruptJob() {
    return Yaml.readFile(Job.class, "interrupt-job.yaml");
  }
}
