package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.simulation.controller.NodeLeases;
import io.nodewright.simulation.controller.Taints;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.fault.PodFacts;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Metadata;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The kubelet of one machine. It works the Pods that are bound to its node, reports their
/// statuses, and keeps the node's status fresh.
public final class Kubelet {

  private static final Duration SEEN = Duration.ofMillis(20);
  private static final Duration REMOVAL = Duration.ofMillis(100);

  private final Machine machine;
  private final ApiServer server;
  private final ApiClient client;
  private final Agenda agenda;
  private final FaultPlan faults;
  private final FaultCounts counts;
  private final NodeLeases leases;
  private final NodeStatusReport nodeStatus;
  private final Map<String, PodWork> works = new LinkedHashMap<>();
  private final Map<PodRun, Runnable> held = new LinkedHashMap<>();
  private final Set<String> images = new HashSet<>();
  private boolean up;

  Kubelet(
      Machine machine,
      ApiServer server,
      Agenda agenda,
      FaultPlan faults,
      FaultCounts counts,
      NodeLeases leases) {
    this.machine = machine;
    this.server = server;
    this.client = server.as("kubelet/" + machine.name());
    this.agenda = agenda;
    this.faults = faults;
    this.counts = counts;
    this.leases = leases;
    this.nodeStatus = new NodeStatusReport(machine, client, agenda);
    server.subscribe(Kind.POD, this::podChanged);
  }

  /// Whether it runs.
  public boolean up() {
    return up;
  }

  /// Starts it, on a machine that just booted or under containers that live on.
  ///
  /// @param booted whether the machine booted
  public void start(boolean booted) {
    start(booted, Duration.ofMillis(200));
  }

  /// Starts it.
  ///
  /// @param statusAfter how long until the API server has the node's new status; Pods are worked
  ///   from the first moment
  public void start(boolean booted, Duration statusAfter) {
    if (up || !machine.on()) {
      return;
    }
    up = true;
    leases.renewed(node());
    nodeStatus.start(statusAfter);
    List<Runnable> waiting = new ArrayList<>(held.values());
    held.clear();
    waiting.forEach(Runnable::run);
    for (Pod pod : server.list(Kind.POD)) {
      if (node().equals(pod.getSpec().getNodeName())) {
        see(pod);
      }
    }
  }

  /// Ends it.
  ///
  /// @param containersToo whether the containers die with it, as when the power goes; else they run
  ///   on, and nobody starts the next ones
  public void stop(boolean containersToo) {
    if (up) {
      up = false;
      leases.stopped(node());
      nodeStatus.stop();
    }
    if (containersToo) {
      works.values().forEach(PodWork::drop);
      works.clear();
      held.clear();
    }
    // What this kubelet took no notice of is new to the next one.
    works.values().removeIf(PodWork::silent);
  }

  /// Writes the node's status now, as it does every five minutes by itself.
  public void heartbeat() {
    if (up) {
      nodeStatus.write();
    }
  }

  /// Ends a Pod for the node's sake: phase Failed, `DisruptionTarget`.
  ///
  /// @param reason such as `Evicted`, `Preempting`, `Terminated`
  public void evict(String pod, String reason) {
    Optional<PodWork> work =
        server.get(Kind.POD, pod).map(each -> works.get(each.getMetadata().getUid()));
    if (up && work.isPresent()) {
      counts.fired("pod evicted by its kubelet");
      work.get().evict(reason, "The node had to end it: " + reason);
    }
  }

  // --- what happens to Pods

  private void podChanged(Change<Pod> change) {
    Pod pod = change.object();
    if (!node().equals(pod.getSpec().getNodeName())) {
      return;
    }
    if (change.type() == Change.Type.DELETED) {
      PodWork gone = works.remove(pod.getMetadata().getUid());
      if (gone != null) {
        gone.vanished();
      }
      return;
    }
    Pod before = change.before();
    boolean news =
        before == null
            || !java.util.Objects.equals(
                before.getMetadata().getDeletionGracePeriodSeconds(),
                pod.getMetadata().getDeletionGracePeriodSeconds());
    if (news && up) {
      after(SEEN, "kubelet sees a pod", () -> seeLatest(pod));
    }
  }

  private void seeLatest(Pod pod) {
    if (up) {
      server
          .get(Kind.POD, pod.getMetadata().getName())
          .filter(each -> each.getMetadata().getUid().equals(pod.getMetadata().getUid()))
          .ifPresent(this::see);
    }
  }

  private void see(Pod pod) {
    String uid = pod.getMetadata().getUid();
    PodWork work = works.get(uid);
    if (work == null) {
      work = new PodWork(this, pod);
      works.put(uid, work);
      begin(work, pod);
    }
    if (Metadata.deleting(pod)) {
      Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
      work.deleted(Duration.ofSeconds(grace == null ? 0 : grace));
    }
  }

  private void begin(PodWork work, Pod pod) {
    if (PodWork.terminal(pod)) {
      work.isOver();
    } else if (pod.getStatus().getStartTime() == null) {
      work.meet();
    } else {
      Instant started = Times.parse(pod.getStatus().getStartTime()).orElse(Instant.EPOCH);
      work.takeOver(started.isBefore(machine.since()));
    }
  }

  // --- what its Pods need of it

  void report(Pod pod, Function<Pod, PodStatus> status) {
    boolean there =
        server
            .get(Kind.POD, pod.getMetadata().getName())
            .filter(each -> each.getMetadata().getUid().equals(pod.getMetadata().getUid()))
            .isPresent();
    if (there) {
      client.edit(
          Kind.POD,
          pod.getMetadata().getName(),
          Part.STATUS,
          stored -> {
            stored.setStatus(status.apply(stored));
            return stored;
          });
    }
  }

  /// Does something now if it runs, else when it starts again.
  void whenUp(PodRun run, Runnable act) {
    if (up) {
      act.run();
    } else {
      held.put(run, act);
    }
  }

  /// What was to be done for a Pod is not to be done any more.
  void forget(PodRun run) {
    held.remove(run);
  }

  void removeSoon(Pod pod) {
    after(REMOVAL, "remove a pod", () -> remove(pod));
  }

  private void remove(Pod pod) {
    String name = pod.getMetadata().getName();
    Optional<Pod> stored =
        server
            .get(Kind.POD, name)
            .filter(each -> each.getMetadata().getUid().equals(pod.getMetadata().getUid()));
    if (up && stored.isPresent()) {
      client.delete(Kind.POD, name, Deletion.of(pod.getMetadata().getUid()).withGrace(0));
    }
  }

  /// Whether the image of a container is there, pulled if it must be.
  boolean pull(PodFacts pod, Container container, int misses) {
    String image = Absent.text(container.getImage());
    if (images.contains(image) && "IfNotPresent".equals(container.getImagePullPolicy())) {
      return true;
    }
    boolean there = faults.imageThere(pod, image, misses);
    if (there) {
      images.add(image);
    }
    return there;
  }

  boolean untoleratedTaint(Pod pod) {
    Optional<Node> node = server.get(Kind.NODE, node());
    return node.isPresent() && Taints.untolerated(node.get(), pod);
  }

  Agenda.Entry after(Duration wait, String what, Runnable act) {
    return agenda.after(wait.isNegative() ? Duration.ZERO : wait, what, act);
  }

  Instant now() {
    return agenda.now();
  }

  String node() {
    return machine.name();
  }

  /// The machine restarts, as one of its Pods asked.
  void reboot() {
    machine.reboot();
  }

  /// The machine goes down and does not come back by itself.
  void powerOff() {
    machine.powerOff();
  }

  String bootId() {
    return machine.bootId();
  }

  Host host() {
    return machine.host();
  }

  ApiServer server() {
    return server;
  }

  FaultPlan faults() {
    return faults;
  }

  FaultCounts counts() {
    return counts;
  }
}
