package io.nodewright.sandbox;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.sandbox.process.Await;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Jobs in the shape of contract 03 §21, and waiting for what becomes of them.
final class Jobs {
  static final String IMAGE = "example/tool:1.0.0";
  private static final String NAMESPACE = "default";
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final KubernetesClient client;

  Jobs(KubernetesClient client) {
    this.client = client;
  }

  /// A pod on `node` whose init containers run these scripts, in order; without scripts it only
  /// succeeds.
  static PodSpecBuilder aPod(String node, String... scripts) {
    PodSpecBuilder pod =
        new PodSpecBuilder()
            .withNodeName(node)
            .withRestartPolicy("Never")
            .withTerminationGracePeriodSeconds(2L)
            .withHostPID(true)
            .withHostNetwork(true)
            .withAutomountServiceAccountToken(false)
            .withTolerations(new TolerationBuilder().withOperator("Exists").build())
            .addNewVolume()
            .withName("root-mount")
            .withNewHostPath("/", null)
            .endVolume();
    for (int i = 0; i < scripts.length; i++) {
      pod.addToInitContainers(
          new ContainerBuilder()
              .withName("step-" + i)
              .withImage(IMAGE)
              .withCommand("/bin/bash", "-euc", scripts[i])
              .withNewSecurityContext()
              .withPrivileged(true)
              .endSecurityContext()
              .withVolumeMounts(rootMount())
              .build());
    }
    return pod.addNewContainer()
        .withName("done")
        .withImage(IMAGE)
        .withCommand("/bin/sh", "-c", "exit 0")
        .endContainer();
  }

  static VolumeMount rootMount() {
    return new VolumeMountBuilder()
        .withName("root-mount")
        .withMountPath("/root")
        .withMountPropagation("HostToContainer")
        .build();
  }

  /// A Job of `pod` that is not tried again, and ignores disruptions.
  static Job aJob(String name, PodSpec pod) {
    return new JobBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(NAMESPACE)
        .endMetadata()
        .withNewSpec()
        .withBackoffLimit(0)
        .withPodReplacementPolicy("Failed")
        .withNewPodFailurePolicy()
        .addNewRule()
        .withAction("Ignore")
        .addNewOnPodCondition("True", "DisruptionTarget")
        .endRule()
        .endPodFailurePolicy()
        .withNewTemplate()
        .withSpec(pod)
        .endTemplate()
        .endSpec()
        .build();
  }

  /// A Job of `pod` that is restarted in place, as interrupts are.
  static Job aRestartedJob(String name, PodSpecBuilder pod) {
    return new JobBuilder(aJob(name, pod.withRestartPolicy("OnFailure").build()))
        .editSpec()
        .withPodFailurePolicy(null)
        .withBackoffLimit(Integer.MAX_VALUE)
        .endSpec()
        .build();
  }

  /// Creates `job`.
  Jobs create(Job job) {
    client.resource(job).create();
    return this;
  }

  /// Waits until the Job `name` is Complete or Failed; gives that word.
  String awaitEnd(String name) {
    Await.until("Job " + name + " ends", BOUND, () -> end(name).isPresent());
    return end(name).orElseThrow();
  }

  /// Waits until a pod of the Job `name` is as wanted; gives it.
  Pod awaitPod(String name, String what, Predicate<Pod> wanted) {
    Await.until(
        "a pod of Job " + name + " " + what, BOUND, () -> pods(name).stream().anyMatch(wanted));
    return pods(name).stream().filter(wanted).findFirst().orElseThrow();
  }

  /// The pods of the Job `name`.
  List<Pod> pods(String name) {
    return client
        .pods()
        .inNamespace(NAMESPACE)
        .withLabel("batch.kubernetes.io/job-name", name)
        .list()
        .getItems();
  }

  /// The Job `name`.
  Job job(String name) {
    return client.batch().v1().jobs().inNamespace(NAMESPACE).withName(name).require();
  }

  /// Changes the Job `name`.
  void edit(String name, Consumer<Job> change) {
    Edits.edit(
        client.batch().v1().jobs().inNamespace(NAMESPACE).withName(name),
        job -> {
          change.accept(job);
          return job;
        });
  }

  private Optional<String> end(String name) {
    return job(name).getStatus().getConditions().stream()
        .filter(condition -> "True".equals(condition.getStatus()))
        .map(condition -> condition.getType())
        .filter(type -> type.equals("Complete") || type.equals("Failed"))
        .findFirst();
  }
}
