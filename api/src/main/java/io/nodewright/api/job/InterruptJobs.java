package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.api.value.Durations;
import io.nodewright.engine.action.InterruptJob;
import io.nodewright.engine.lifecycle.JobKey;
import java.util.Map;
import java.util.TreeMap;

/// Builds interrupt Jobs, field by field as contract 03 §9 and 04 §10 have them. Their one
/// container is restarted in place: a reboot kills it, and after the node is back it finds the work
/// done.
public final class InterruptJobs {

  /// Retries without end: a deadline, and the operator's own verdict, bound an interrupt.
  public static final int WITHOUT_END = Integer.MAX_VALUE;

  private final JobSettings settings;
  private final StageContainers containers;
  private final PodTolerations tolerations;

  /// @param settings of the operator that writes
  public InterruptJobs(JobSettings settings) {
    this.settings = settings;
    this.containers = new StageContainers(settings);
    this.tolerations = new PodTolerations(settings);
  }

  /// The Job as it is created.
  public Job build(InterruptJob wanted) {
    JobKey key = wanted.key();
    Map<String, String> labels = JobLabels.of(key, wanted.generation());
    labels.put(Keys.INTERRUPT, Keys.INTERRUPT_VALUE);
    String identity = PackageIdentity.of(key, wanted.host()).json();
    JobSpecBuilder spec =
        new JobSpecBuilder()
            .withParallelism(1)
            .withCompletions(1)
            .withBackoffLimit(WITHOUT_END)
            .withPodReplacementPolicy("Failed")
            .withTemplate(
                new PodTemplateSpecBuilder()
                    .withNewMetadata()
                    .withLabels(labels)
                    .withAnnotations(Map.of(Keys.PACKAGE, identity))
                    .endMetadata()
                    .withSpec(pod(wanted))
                    .build());
    if (!wanted.deadline().isZero()) {
      spec.withActiveDeadlineSeconds(Math.max(1, Durations.wholeSeconds(wanted.deadline())));
    }
    return new JobBuilder()
        .withNewMetadata()
        .withName(
            Names.interruptJob(
                key.nodeWright(), key.stage(), wanted.interrupt().type(), key.node()))
        .withNamespace(settings.namespace())
        .withLabels(labels)
        .withAnnotations(annotations(wanted, identity))
        .withOwnerReferences(new Owner(key.nodeWright(), wanted.nodeWrightUid()).reference())
        .endMetadata()
        .withSpec(spec.build())
        .build();
  }

  private static Map<String, String> annotations(InterruptJob wanted, String identity) {
    JobKey key = wanted.key();
    Map<String, String> annotations = new TreeMap<>();
    annotations.put(Keys.PACKAGE, identity);
    annotations.put(
        Keys.RESOURCE_ID,
        Names.resourceId(key.nodeWright(), wanted.nodeWrightUid(), wanted.generation()));
    annotations.put(Keys.COVERS, CoveredPackages.json(key.ref(), wanted.covers()));
    if (wanted.allowance() >= 0) {
      annotations.put(Keys.RESTART_ALLOWANCE, Integer.toString(wanted.allowance()));
    }
    return annotations;
  }

  private PodSpec pod(InterruptJob wanted) {
    PodSpecBuilder pod =
        new PodSpecBuilder()
            .withNodeName(wanted.key().node())
            .withRestartPolicy("OnFailure")
            .withHostPID(true)
            .withHostNetwork(true)
            .withAutomountServiceAccountToken(false)
            .withEnableServiceLinks(false)
            .withTolerations(tolerations.of(wanted.additionalTolerations()))
            .addNewVolume()
            .withName(Names.ROOT_VOLUME)
            .withNewHostPath()
            .withPath("/")
            .endHostPath()
            .endVolume()
            .withInitContainers(agent(wanted))
            .withContainers(containers.main(wanted.host()));
    if (!settings.imagePullSecret().isEmpty()) {
      pod.addNewImagePullSecret(settings.imagePullSecret());
    }
    return pod.build();
  }

  private Container agent(InterruptJob wanted) {
    AgentVariables variables =
        new AgentVariables(
            settings,
            wanted.key(),
            wanted.nodeWrightUid(),
            wanted.generation(),
            wanted.nodeOrder());
    Map<String, Quantity> resources =
        Map.of("cpu", new Quantity("500m"), "memory", new Quantity(settings.interruptMemory()));
    return new ContainerBuilder()
        .withName(JobLayout.INTERRUPT_CONTAINER)
        .withImage(wanted.host().agentImage(settings.agentImage()))
        .withImagePullPolicy("IfNotPresent") // the node may come back without its registry
        .withArgs(
            "interrupt",
            JobLayout.ROOT_MOUNT_PATH,
            variables.copyDir(),
            InterruptArgument.write(wanted.interrupt()))
        .withEnv(variables.all())
        .withNewSecurityContext()
        .withPrivileged(true)
        .endSecurityContext()
        .withNewResources()
        .withRequests(resources)
        .withLimits(resources)
        .endResources()
        .addNewVolumeMount()
        .withName(Names.ROOT_VOLUME)
        .withMountPath(JobLayout.ROOT_MOUNT_PATH)
        .withMountPropagation("HostToContainer")
        .endVolumeMount()
        .build();
  }
}
