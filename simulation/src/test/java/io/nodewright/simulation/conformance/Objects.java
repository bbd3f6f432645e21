package io.nodewright.simulation.conformance;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightSpec;
import io.nodewright.api.v1alpha1.PackageDefinition;
import java.util.Map;

/// Objects in the shape that contract 03 gives them, small.
final class Objects {

  static final String NAMESPACE = "default";

  private Objects() {}

  /// A Pod as a package stage has it, with one step.
  static PodSpecBuilder aPod(String node) {
    return new PodSpecBuilder()
        .withNodeName(node)
        .withRestartPolicy("Never")
        .withAutomountServiceAccountToken(false)
        .withEnableServiceLinks(false)
        .addNewToleration()
        .withKey("node.kubernetes.io/not-ready")
        .withOperator("Exists")
        .withEffect("NoExecute")
        .endToleration()
        .addNewToleration()
        .withKey("node.kubernetes.io/unreachable")
        .withOperator("Exists")
        .withEffect("NoExecute")
        .endToleration()
        .withInitContainers(
            new ContainerBuilder()
                .withName("work")
                .withImage("example/work:1")
                .withCommand("/bin/true")
                .build())
        .withContainers(
            new ContainerBuilder()
                .withName("done")
                .withImage("example/work:1")
                .withCommand("/bin/true")
                .build());
  }

  /// A Job as a package stage has it.
  static JobBuilder aJob(String name, PodSpec pod, int backoffLimit) {
    return new JobBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(NAMESPACE)
        .endMetadata()
        .withNewSpec()
        .withParallelism(1)
        .withCompletions(1)
        .withBackoffLimit(backoffLimit)
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
        .endSpec();
  }

  /// A Job as an interrupt has it: restarted in place, without bound.
  static JobBuilder aRestartedJob(String name, PodSpecBuilder pod) {
    return aJob(name, pod.withRestartPolicy("OnFailure").build(), Integer.MAX_VALUE)
        .editSpec()
        .withPodFailurePolicy(null)
        .endSpec();
  }

  static ConfigMap aConfigMap(String name, Map<String, String> data) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(NAMESPACE)
        .endMetadata()
        .withData(data)
        .build();
  }

  static NodeWright aNodeWright(String name, String version) {
    NodeWright nodeWright = new NodeWright();
    nodeWright.getMetadata().setName(name);
    nodeWright.setSpec(
        new NodeWrightSpec(
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            Map.of("tuning", aPackage(version))));
    return nodeWright;
  }

  static OwnerReference owner(NodeWright stored) {
    return new OwnerReferenceBuilder()
        .withApiVersion(Keys.GROUP_VERSION)
        .withKind("NodeWright")
        .withName(stored.getMetadata().getName())
        .withUid(stored.getMetadata().getUid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }

  static Job owned(Job job, OwnerReference owner) {
    return new JobBuilder(job).editMetadata().withOwnerReferences(owner).endMetadata().build();
  }

  private static PackageDefinition aPackage(String version) {
    return new PackageDefinition(
        null,
        version,
        "example/tuning",
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
