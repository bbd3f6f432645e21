package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.job.InterruptArgument;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.simulation.fault.PodFacts;
import io.nodewright.simulation.fault.StepFacts;
import io.nodewright.simulation.fault.StepFacts.Step;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// The steps of one Pod: what they are, and what they leave on the host.
final class PodSteps {

  private static final int OF_A_PACKAGE = 3;
  private static final String INTERRUPT = "interrupt";

  private final Kubelet kubelet;
  private final Pod pod;
  private final String job;
  private final int attempt;
  private final Optional<StageIdentity> identity;

  PodSteps(Kubelet kubelet, Pod pod) {
    this.kubelet = kubelet;
    this.pod = pod;
    this.job =
        Absent.list(pod.getMetadata().getOwnerReferences()).stream()
            .filter(each -> Boolean.TRUE.equals(each.getController()))
            .map(OwnerReference::getName)
            .findFirst()
            .orElse("");
    this.attempt = kubelet.host().meets(job, pod.getMetadata().getUid());
    this.identity = StageIdentity.of(pod);
  }

  PodFacts facts() {
    return new PodFacts(
        kubelet.node(),
        pod.getMetadata().getName(),
        pod.getMetadata().getUid(),
        job,
        attempt,
        kubelet.now());
  }

  /// A step begins.
  StepFacts begin(int index, SortedMap<String, String> config) {
    Step step = step(index);
    String stage = identity.map(each -> each.packaged().stage().word()).orElse("");
    String nodeWright = identity.map(each -> each.packaged().nodeWright()).orElse("");
    String name = identity.map(each -> each.packaged().ref().name()).orElse("");
    String version = identity.map(each -> each.packaged().ref().version()).orElse("");
    int earlier =
        kubelet
            .host()
            .begins(
                String.join(
                    "|",
                    nodeWright,
                    name,
                    version,
                    stage,
                    step.name(),
                    identity.isPresent() ? "" : job));
    if (step == Step.WORK || step == Step.INTERRUPT) {
      identity.ifPresent(each -> kubelet.host().began(run(each, config)));
    }
    return new StepFacts(facts(), nodeWright, name, version, stage, step, earlier, kubelet.now());
  }

  /// A step did what it should.
  void succeeded(StepFacts step, SortedMap<String, String> config) {
    switch (step.step()) {
      case COPY -> {}
      case WORK, INTERRUPT -> identity.ifPresent(each -> kubelet.host().worked(run(each, config)));
      case CHECK -> identity.ifPresent(each -> kubelet.host().checked(run(each, config)));
    }
  }

  /// What an interrupt does, and by what the host knows it again.
  Asked interrupt(int index) {
    List<String> args = Absent.list(pod.getSpec().getInitContainers().get(index).getArgs());
    Interrupt interrupt = InterruptArgument.read(args.isEmpty() ? null : args.getLast());
    boolean reboot =
        interrupt instanceof Interrupt.Of(var type, List<String> _)
            && type == Interrupt.Type.REBOOT;
    String id = identity.map(StageIdentity::resourceId).orElse("");
    return new Asked(reboot, id + " " + interrupt);
  }

  /// An interrupt that was asked for.
  ///
  /// @param id of the resource, and what is asked
  record Asked(boolean reboot, String id) {}

  private Host.StageRun run(StageIdentity each, SortedMap<String, String> config) {
    return new Host.StageRun(
        kubelet.now(),
        each.packaged().nodeWright(),
        each.nodeWrightUid(),
        each.generation(),
        each.packaged().ref(),
        each.packaged().stage(),
        config,
        pod.getMetadata().getUid(),
        job);
  }

  private Step step(int index) {
    List<Container> init = pod.getSpec().getInitContainers();
    if (init.get(index).getName().equals(INTERRUPT)) {
      return Step.INTERRUPT;
    }
    if (init.size() != OF_A_PACKAGE) {
      return Step.WORK;
    }
    return switch (index) {
      case 0 -> Step.COPY;
      case 1 -> Step.WORK;
      default -> Step.CHECK;
    };
  }
}
