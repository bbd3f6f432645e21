package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.cluster.VirtualCluster;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.fault.PodFacts;
import io.nodewright.simulation.fault.PodFate;
import io.nodewright.simulation.fault.StepFacts;
import io.nodewright.simulation.fault.StepFate;
import io.nodewright.simulation.server.Admission;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/// A cluster of one healthy machine `n`, whose faults tests set.
final class TestCluster implements FaultPlan {

  private static final Duration PATIENCE = Duration.ofMinutes(20);

  Function<StepFacts, StepFate> step = _ -> StepFate.SUCCEEDS;
  IntPredicate image = _ -> true;
  PodFate fate = PodFate.ACCEPTED;
  Duration endsAfterAsked = Duration.ofMillis(200);
  boolean forgotten;
  boolean stuck;
  List<String> lastTold = List.of();
  final List<String> reasons = new ArrayList<>();

  private final Agenda agenda = new Agenda(Instant.parse("2026-01-01T00:00:00Z"));
  private final VirtualCluster cluster =
      new VirtualCluster(agenda, this, new FaultCounts(), Admission.OPEN);

  TestCluster() {
    cluster.addMachine("n", Map.of());
    cluster.server().subscribe(Kind.POD, this::note);
    until(() -> findNode().isPresent());
  }

  @Override
  public StepFate step(StepFacts facts) {
    return step.apply(facts);
  }

  @Override
  public boolean imageThere(PodFacts pod, String name, int pull) {
    return image.test(pull);
  }

  @Override
  public PodFate pod(PodFacts pod) {
    return fate;
  }

  @Override
  public boolean containersForgotten(PodFacts pod) {
    return forgotten;
  }

  @Override
  public boolean stuckTerminating(PodFacts pod) {
    return stuck;
  }

  @Override
  public Duration endsAfterAsked(PodFacts pod) {
    return endsAfterAsked;
  }

  VirtualCluster cluster() {
    return cluster;
  }

  ApiClient client() {
    return cluster.server().as("kubectl");
  }

  Machine machine() {
    Machine machine = cluster.machines().get("n");
    if (machine == null) {
      throw new AssertionError("the machine is gone");
    }
    return machine;
  }

  Optional<Node> findNode() {
    return cluster.server().get(Kind.NODE, "n");
  }

  Node node() {
    return findNode().orElseThrow();
  }

  String bootId() {
    return node().getStatus().getNodeInfo().getBootID();
  }

  List<String> taints() {
    return Absent.list(node().getSpec().getTaints()).stream()
        .map(each -> each.getKey() + ":" + each.getEffect())
        .toList();
  }

  String ready() {
    return node().getStatus().getConditions().stream()
        .filter(each -> each.getType().equals("Ready"))
        .map(NodeCondition::getStatus)
        .findFirst()
        .orElse("");
  }

  Optional<Pod> find(String name) {
    return cluster.server().get(Kind.POD, name);
  }

  Pod pod(String name) {
    return find(name).orElseThrow();
  }

  String phase(String name) {
    return find(name).map(pod -> Absent.text(pod.getStatus().getPhase())).orElse("gone");
  }

  String waits(String name) {
    List<ContainerStatus> init = Absent.list(pod(name).getStatus().getInitContainerStatuses());
    return init.isEmpty() || init.getFirst().getState().getWaiting() == null
        ? ""
        : init.getFirst().getState().getWaiting().getReason();
  }

  /// What is told of the Pod's containers, in their order.
  List<String> told(String name) {
    return told(pod(name));
  }

  void createConfigMap(Map<String, String> data) {
    client()
        .create(
            Kind.CONFIG_MAP,
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("gpu-tuning-1.2.3")
                .endMetadata()
                .withData(data)
                .build());
  }

  /// A Pod with one step.
  void createPod(String name, String restartPolicy, String... annotation) {
    PodBuilder pod = aPod(name, restartPolicy, List.of("work"), List.of());
    if (annotation.length == 2) {
      pod.editMetadata().addToAnnotations(annotation[0], annotation[1]).endMetadata();
    }
    client().create(Kind.POD, pod.build());
  }

  /// A Pod as the stage of a package has it.
  void createStage(String name, String stage, String... configKeys) {
    PodBuilder pod =
        aPod(
            name,
            "Never",
            List.of("tuning-init", "tuning-" + stage, "tuning-" + stage + "check"),
            List.of(configKeys));
    pod.editMetadata().addToAnnotations(Keys.PACKAGE, identity(stage)).endMetadata();
    client().create(Kind.POD, pod.build());
  }

  String identity(String stage) {
    return """
        {"name":"tuning","version":"1.2.3","skyhook":"gpu","stage":"%s","image":"example/tuning"}
        """
        .formatted(stage)
        .strip();
  }

  void untilRuns(String pod) {
    until(
        () -> find(pod).isPresent() && told(pod).stream().anyMatch(each -> each.endsWith("runs")));
  }

  void until(BooleanSupplier holds) {
    Instant end = agenda.now().plus(PATIENCE);
    while (!holds.getAsBoolean()) {
      if (agenda.now().isAfter(end) || !agenda.step()) {
        throw new AssertionError("it does not come to pass; at " + agenda.now());
      }
    }
  }

  void pass(Duration time) {
    Instant end = agenda.now().plus(time);
    while (agenda.next().filter(at -> !at.isAfter(end)).isPresent()) {
      agenda.step();
    }
  }

  private void note(Change<Pod> change) {
    lastTold = told(change.object());
    reasons.add(Absent.text(change.object().getStatus().getReason()));
  }

  private static PodBuilder aPod(
      String name, String restartPolicy, List<String> steps, List<String> configKeys) {
    PodBuilder pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .withNewSpec()
            .withNodeName("n")
            .withRestartPolicy(restartPolicy)
            .addNewToleration()
            .withKey("node.kubernetes.io/unreachable")
            .withOperator("Exists")
            .withEffect("NoExecute")
            .endToleration()
            .addNewContainer()
            .withName("done")
            .withImage("example/tuning:1.2.3")
            .endContainer()
            .endSpec();
    if (!configKeys.isEmpty()) {
      pod.editSpec()
          .addNewVolume()
          .withName("tuning")
          .withNewConfigMap()
          .withName("gpu-tuning-1.2.3")
          .endConfigMap()
          .endVolume()
          .endSpec();
    }
    for (String each : steps) {
      ContainerBuilder container =
          new ContainerBuilder()
              .withName(each)
              .withImage("example/tuning:1.2.3")
              .addNewEnv()
              .withName("SKYHOOK_RESOURCE_ID")
              .withValue("gpu-4f6c-uid-4_tuning_1.2.3")
              .endEnv();
      for (String key : configKeys) {
        container
            .addNewVolumeMount()
            .withName("tuning")
            .withMountPath("/skyhook-package/configmaps/" + key)
            .withSubPath(key)
            .endVolumeMount();
      }
      pod.editSpec().addToInitContainers(container.build()).endSpec();
    }
    return pod;
  }

  private static List<String> told(Pod pod) {
    return Stream.concat(
            Absent.list(pod.getStatus().getInitContainerStatuses()).stream(),
            Absent.list(pod.getStatus().getContainerStatuses()).stream())
        .map(TestCluster::told)
        .toList();
  }

  private static String told(ContainerStatus status) {
    if (status.getState().getTerminated() != null) {
      return "%s ended %d %s"
          .formatted(
              status.getName(),
              status.getState().getTerminated().getExitCode(),
              status.getState().getTerminated().getReason());
    }
    return status.getState().getRunning() != null
        ? status.getName() + " runs"
        : status.getName() + " waits " + status.getState().getWaiting().getReason();
  }
}
