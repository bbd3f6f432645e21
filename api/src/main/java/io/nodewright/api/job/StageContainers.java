package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.nodewright.api.Names;
import io.nodewright.engine.action.StageJob;
import io.nodewright.engine.lifecycle.JobTemplate;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// The containers of a package stage's Pod (03 §8): copy, work and check on the host, then one that
/// ends well so that the Pod can.
final class StageContainers {

  /// Only `/bin/sh`, `mkdir` and `cp` of the package's image; a repeat overwrites (03 §8.2).
  private static final String COPY =
      "set -e; dst=\"/root${SKYHOOK_DIR:?}\"; mkdir -p \"$dst\"; cp -R /skyhook-package/* \"$dst\"";

  private static final Map<String, Quantity> MAIN_RESOURCES =
      Map.of("cpu", new Quantity("100m"), "memory", new Quantity("20Mi"));

  private static final JsonMapper JSON = new JsonMapper();

  private final JobSettings settings;

  StageContainers(JobSettings settings) {
    this.settings = settings;
  }

  /// Copy, work and check.
  List<Container> init(StageJob stage) {
    PackageSpec spec = stage.spec();
    String word = stage.key().stage().word();
    List<String> names = JobTemplate.containerNames(spec.name(), stage.key().stage());
    String copyDir = variables(stage).copyDir();
    List<VolumeMount> mounts = mounts(stage);
    Container copy =
        privileged(names.get(0), spec.pulledImage(), spec, mounts)
            .withCommand("/bin/sh")
            .withArgs("-c", COPY)
            .withEnv(AgentVariables.variable(JobLayout.COPY_DIR, copyDir))
            .build();
    return List.of(
        copy,
        agent(stage, names.get(1), word, mounts),
        agent(stage, names.get(2), word + "-check", mounts));
  }

  /// The main container: the package's image, which is known to have a shell.
  Container main(PackageSpec spec) {
    return new ContainerBuilder()
        .withName(JobLayout.MAIN_CONTAINER)
        .withImage(spec.pulledImage())
        .withImagePullPolicy("IfNotPresent")
        .withCommand("/bin/sh", "-c", "exit 0")
        .withNewResources()
        .withRequests(MAIN_RESOURCES)
        .withLimits(MAIN_RESOURCES)
        .endResources()
        .build();
  }

  private Container agent(StageJob stage, String name, String step, List<VolumeMount> mounts) {
    PackageSpec spec = stage.spec();
    return privileged(name, spec.agentImage(settings.agentImage()), spec, mounts)
        .withArgs(step, JobLayout.ROOT_MOUNT_PATH, variables(stage).copyDir())
        .withEnv(environment(stage))
        .build();
  }

  private static ContainerBuilder privileged(
      String name, String image, PackageSpec spec, List<VolumeMount> mounts) {
    ContainerBuilder container =
        new ContainerBuilder()
            .withName(name)
            .withImage(image)
            .withImagePullPolicy("Always")
            .withNewSecurityContext()
            .withPrivileged(true)
            .endSecurityContext()
            .withVolumeMounts(mounts);
    return switch (spec.resources()) {
      case Resources.Unset _ -> container;
      case Resources.Given given -> container.withResources(resources(given));
    };
  }

  private static ResourceRequirements resources(Resources.Given given) {
    return new ResourceRequirementsBuilder()
        .addToRequests("cpu", new Quantity(given.cpuRequest().text()))
        .addToRequests("memory", new Quantity(given.memoryRequest().text()))
        .addToLimits("cpu", new Quantity(given.cpuLimit().text()))
        .addToLimits("memory", new Quantity(given.memoryLimit().text()))
        .build();
  }

  /// The package's own first, so that the operator's win (03 §8.3).
  private List<EnvVar> environment(StageJob stage) {
    List<EnvVar> all = new ArrayList<>();
    stage.spec().env().forEach(each -> all.add(JSON.readValue(each.definition(), EnvVar.class)));
    all.addAll(variables(stage).all());
    return all;
  }

  private AgentVariables variables(StageJob stage) {
    return new AgentVariables(
        settings, stage.key(), stage.nodeWrightUid(), stage.generation(), stage.nodeOrder());
  }

  /// One mount a config file: a mounted directory would hide files that the image ships there.
  private static List<VolumeMount> mounts(StageJob stage) {
    List<VolumeMount> mounts = new ArrayList<>();
    mounts.add(
        new VolumeMountBuilder()
            .withName(Names.ROOT_VOLUME)
            .withMountPath(JobLayout.ROOT_MOUNT_PATH)
            .withMountPropagation("HostToContainer")
            .build());
    mounts.add(
        new VolumeMountBuilder()
            .withName(Names.metadataVolume(stage.key().node()))
            .withMountPath(JobLayout.METADATA_MOUNT_PATH)
            .build());
    for (String key : stage.configKeys()) {
      mounts.add(
          new VolumeMountBuilder()
              .withName(Names.packageVolume(stage.spec().name()))
              .withMountPath(JobLayout.CONFIG_MOUNT_PATH + "/" + key)
              .withSubPath(key)
              .build());
    }
    return mounts;
  }
}
