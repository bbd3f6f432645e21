package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicy;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyBuilder;
import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.api.value.Durations;
import io.nodewright.engine.action.StageJob;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Builds the Jobs of package stages, field by field as contract 03 §2 to §8 has them. Interrupt
/// Jobs (03 §9) differ in nearly every field and get a builder of their own.
public final class StageJobs {

  private final JobSettings settings;
  private final StageContainers containers;
  private final PodTolerations tolerations;

  /// @param settings of the operator that writes
  public StageJobs(JobSettings settings) {
    this.settings = settings;
    this.containers = new StageContainers(settings);
    this.tolerations = new PodTolerations(settings);
  }

  /// The Job as it is created.
  ///
  /// @throws IllegalStateException for an interrupt stage
  public Job build(StageJob stage) {
    JobKey key = stage.key();
    if (key.stage().isInterrupt()) {
      throw new IllegalStateException("an interrupt stage is no package stage: " + key);
    }
    Map<String, String> labels = JobLabels.of(key, stage.generation());
    String identity = PackageIdentity.of(key, stage.spec()).json();
    return new JobBuilder()
        .withNewMetadata()
        .withName(Names.packageJob(key))
        .withNamespace(settings.namespace())
        .withLabels(labels)
        .withAnnotations(
            Map.of(
                Keys.PACKAGE,
                identity,
                Keys.RESOURCE_ID,
                Names.resourceId(key.nodeWright(), stage.nodeWrightUid(), stage.generation())))
        .withOwnerReferences(new Owner(key.nodeWright(), stage.nodeWrightUid()).reference())
        .endMetadata()
        .withNewSpec()
        .withParallelism(1)
        .withCompletions(1)
        .withBackoffLimit(stage.backoffLimit())
        .withPodFailurePolicy(ignoringDisruptions())
        .withPodReplacementPolicy("Failed")
        .withTemplate(template(stage, labels, identity))
        .endSpec()
        .build();
  }

  private static PodFailurePolicy ignoringDisruptions() {
    return new PodFailurePolicyBuilder()
        .addNewRule()
        .withAction("Ignore")
        .addNewOnPodCondition()
        .withType(JobLayout.DISRUPTION_TARGET)
        .withStatus("True")
        .endOnPodCondition()
        .endRule()
        .build();
  }

  private PodTemplateSpec template(StageJob stage, Map<String, String> labels, String identity) {
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(labels)
        .withAnnotations(Map.of(Keys.PACKAGE, identity))
        .endMetadata()
        .withSpec(pod(stage))
        .build();
  }

  private PodSpec pod(StageJob stage) {
    PodSpecBuilder pod =
        new PodSpecBuilder()
            .withNodeName(stage.key().node())
            .withRestartPolicy("Never")
            .withHostPID(true)
            .withHostNetwork(true)
            .withAutomountServiceAccountToken(false)
            .withEnableServiceLinks(false)
            .withTolerations(tolerations.of(stage.additionalTolerations()))
            .withVolumes(volumes(stage))
            .withInitContainers(containers.init(stage))
            .withContainers(containers.main(stage.spec()));
    if (!stage.timeout().isZero()) {
      pod.withActiveDeadlineSeconds(Math.max(1, Durations.wholeSeconds(stage.timeout())));
    }
    switch (stage.spec().gracefulShutdown()) {
      case Limit.Given(Duration grace) ->
          pod.withTerminationGracePeriodSeconds(Durations.wholeSeconds(grace));
      case Limit.Inherited _ -> {}
    }
    if (!settings.imagePullSecret().isEmpty()) {
      pod.addNewImagePullSecret(settings.imagePullSecret());
    }
    return pod.build();
  }

  private static List<Volume> volumes(StageJob stage) {
    String nodeWright = stage.key().nodeWright();
    List<Volume> volumes = new ArrayList<>();
    volumes.add(
        new VolumeBuilder()
            .withName(Names.ROOT_VOLUME)
            .withNewHostPath()
            .withPath("/")
            .endHostPath()
            .build());
    volumes.add(
        new VolumeBuilder()
            .withName(Names.metadataVolume(stage.key().node()))
            .withNewConfigMap()
            .withName(Names.metadataConfigMap(nodeWright, stage.key().node()))
            .endConfigMap()
            .build());
    if (!stage.configKeys().isEmpty()) {
      volumes.add(
          new VolumeBuilder()
              .withName(Names.packageVolume(stage.spec().name()))
              .withNewConfigMap()
              .withName(Names.packageConfigMap(nodeWright, stage.key().ref()))
              .endConfigMap()
              .build());
    }
    return volumes;
  }
}
