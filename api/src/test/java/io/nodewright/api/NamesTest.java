package io.nodewright.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The vectors of 03 §2 and §3.
class NamesTest {

  private static final String NW = "gpu-tuning";
  private static final String AWS_NODE = "ip-10-0-1-7.us-west-2.compute.internal";
  private static final String LONG_NODE = "a".repeat(70) + ".example.com";

  static Stream<Arguments> names() {
    return Stream.of(
        arguments(
            "Job of a package stage",
            packageJob("tuning", "1.2.3", Stage.APPLY, "worker-7"),
            "gpu-tuning-tuning-1-2-3-apply-worker-7-32372943"),
        arguments(
            "Job of a package stage on a node with a long name",
            packageJob("tuning", "1.2.3", Stage.POST_INTERRUPT, AWS_NODE),
            "gpu-tuning-tuning-1-2-3-post-interrupt-ip-10-0-1-7-us--55bf843c"),
        arguments(
            "Job of a package with a long name and capitals in its version",
            packageJob(
                "containerd-config-and-kernel-tuning", "1.2.3-RC.1", Stage.APPLY, "worker-7"),
            "gpu-tuning-containerd-config-and-kernel-tuning-1-2-3-r-152dcfab"),
        arguments(
            "interrupt Job",
            Names.interruptJob(NW, Stage.INTERRUPT, Interrupt.Type.REBOOT, "worker-7"),
            "gpu-tuning-interrupt-reboot-worker-7-00145c74"),
        arguments(
            "interrupt Job of an uninstall",
            Names.interruptJob(
                NW, Stage.UNINSTALL_INTERRUPT, Interrupt.Type.RESTART_ALL_SERVICES, AWS_NODE),
            "gpu-tuning-uninstall-interrupt-restartallservices-ip-1-8a412dbf"),
        arguments(
            "merged service interrupt of 03 §21",
            Names.interruptJob(NW, Stage.INTERRUPT, Interrupt.Type.SERVICE, "worker-7"),
            "gpu-tuning-interrupt-service-worker-7-39f0800c"),
        arguments(
            "node-metadata ConfigMap",
            Names.metadataConfigMap(NW, "worker-7"),
            "gpu-tuning-worker-7-metadata-056af711"),
        arguments(
            "node-metadata volume", Names.metadataVolume("worker-7"), "metadata-worker-7-589d18dd"),
        arguments(
            "package ConfigMap keeps dots",
            Names.packageConfigMap(NW, new PackageRef("tuning", "1.2.3")),
            "gpu-tuning-tuning-1.2.3"),
        arguments(
            "package ConfigMap in lower case, without plus",
            Names.packageConfigMap(NW, new PackageRef("tuning", "1.2.3-RC.1+b1")),
            "gpu-tuning-tuning-1.2.3-rc.1-b1"),
        arguments("package volume", Names.packageVolume("tuning"), "tuning"),
        arguments(
            "package volume that would collide with the host's",
            Names.packageVolume("root-mount"),
            "root-mount-config"),
        arguments("label of a short text", Names.labelValue("worker-7"), "worker-7"),
        arguments("label without plus", Names.labelValue("tuning-1.2.3+b1"), "tuning-1.2.3-b1"),
        arguments(
            "label of a long node name", Names.labelValue(LONG_NODE), "a".repeat(54) + "-c1bcfe0a"),
        arguments(
            "label of a long package",
            Names.packageLabel(
                new PackageRef(
                    "containerd-config-and-kernel-tuning", "1.2.3-rc.20261129.1234567890abcdef")),
            "containerd-config-and-kernel-tuning-1-2-3-rc-20261129--b3c8056a"),
        arguments(
            "resource id",
            Names.resourceId(NW, "4f6c2e0a-9d1b-4c55-8f55-2f1f0d6a7b31", 4),
            "gpu-tuning-4f6c2e0a-9d1b-4c55-8f55-2f1f0d6a7b31-4"),
        arguments(
            "resource id of a package",
            Names.packageResourceId(NW, "u", 4, new PackageRef("tuning", "1.2.3")),
            "gpu-tuning-u-4_tuning_1.2.3"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("names")
  void isNamed(String what, String actual, String expected) {
    assertEquals(expected, actual, what);
  }

  private static String packageJob(String name, String version, Stage stage, String node) {
    return Names.packageJob(new JobKey(NW, new PackageRef(name, version), stage, node));
  }
}
