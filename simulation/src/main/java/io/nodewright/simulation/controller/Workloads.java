package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiFailure;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Metadata;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/// The workloads of a cluster, and the scheduler in one: missing Pods are made on nodes that are
/// schedulable. A node is chosen a moment before the Pod is bound there, so that a cordon can come
/// between.
public final class Workloads {

  private final Agenda agenda;
  private final ApiServer server;
  private final ApiClient client;
  private final Dice dice;
  private final List<Workload> all;
  private final Set<String> waking = new HashSet<>();
  private final Map<String, Integer> binding = new HashMap<>();
  private boolean calm;
  private int made;

  /// @param dice for delays and choices of nodes
  public Workloads(Agenda agenda, ApiServer server, Dice dice, List<Workload> all) {
    this.agenda = agenda;
    this.server = server;
    this.client = server.as("workload-controller");
    this.dice = dice;
    this.all = List.copyOf(all);
  }

  /// Starts them.
  public void start() {
    if (all.isEmpty()) {
      return;
    }
    server.subscribe(Kind.POD, this::podChanged);
    server.subscribe(Kind.NODE, this::nodeChanged);
    all.forEach(this::wake);
  }

  /// What could hold a drain for ever ends: Pods that NodeWrights spare, those of nobody, those
  /// whose budget made a drain time out, and replicas that a drain left when its time was over (04
  /// §8: nobody asks them any more).
  public void calm() {
    calm = true;
    removeWhere(
        (workload, pod) ->
            workload.isProtected()
                || workload.form() == Workload.Form.BARE
                || workload.needed() > 0
                || left(workload, pod));
  }

  /// Replicas that came to a node after its drain was given up, while somebody had uncordoned it,
  /// are removed as people would.
  public void calmAgain() {
    removeWhere(this::left);
  }

  private boolean left(Workload workload, Pod pod) {
    return workload.form() == Workload.Form.REPLICAS && beingDrained(pod);
  }

  private void removeWhere(BiPredicate<Workload, Pod> goes) {
    for (Pod pod : server.list(Kind.POD)) {
      boolean wanted =
          all.stream()
              .filter(each -> each.app().equals(app(pod)))
              .noneMatch(each -> goes.test(each, pod));
      if (!wanted && !Metadata.deleting(pod)) {
        client.delete(
            Kind.POD, pod.getMetadata().getName(), Deletion.of(pod.getMetadata().getUid()));
      }
    }
  }

  private boolean beingDrained(Pod pod) {
    return server
        .get(Kind.NODE, Absent.text(pod.getSpec().getNodeName()))
        .map(node -> Absent.map(node.getMetadata().getAnnotations()))
        .filter(all -> all.keySet().stream().anyMatch(key -> key.startsWith(Keys.drainStart(""))))
        .isPresent();
  }

  private void podChanged(Change<Pod> change) {
    if (change.type() == Change.Type.DELETED || Metadata.deleting(change.object())) {
      all.stream().filter(each -> each.app().equals(app(change.object()))).forEach(this::wake);
    }
  }

  private void nodeChanged(Change<Node> change) {
    boolean news =
        change.type() != Change.Type.MODIFIED
            || change.before() == null
            || takesPods(change.before()) != takesPods(change.object());
    if (news) {
      all.forEach(this::wake);
    }
  }

  private void wake(Workload workload) {
    if (waking.add(workload.app())) {
      Duration wait =
          dice.between(Duration.ofMillis(50), Duration.ofSeconds(2), "wakes", workload.app(), made);
      agenda.after(wait, "workload controller", () -> look(workload));
    }
  }

  private void look(Workload workload) {
    waking.remove(workload.app());
    if (hasEnded(workload)) {
      return;
    }
    List<Pod> pods =
        server.list(Kind.POD).stream()
            .filter(pod -> workload.app().equals(app(pod)) && !Metadata.deleting(pod))
            .toList();
    switch (workload.form()) {
      case DAEMON, MIRROR ->
          server.list(Kind.NODE).stream()
              .map(node -> node.getMetadata().getName())
              .filter(
                  node -> pods.stream().noneMatch(pod -> node.equals(pod.getSpec().getNodeName())))
              .forEach(node -> bind(workload, node, Duration.ZERO));
      case REPLICAS -> {
        int over = (int) pods.stream().filter(Workloads::over).count();
        int coming = binding.getOrDefault(workload.app(), 0);
        fill(workload, pods.size() - over + coming, backOff(over));
      }
      case BARE, FINISHED -> {
        if (made == 0 || (pods.isEmpty() && !server.list(Kind.NODE).isEmpty() && !calm)) {
          fill(workload, pods.size(), Duration.ZERO);
        }
      }
    }
  }

  private boolean hasEnded(Workload workload) {
    return calm && (workload.isProtected() || workload.form() == Workload.Form.BARE);
  }

  /// Who lost many Pods makes others later: a node that refuses them is no reason for a hot loop.
  private static Duration backOff(int over) {
    return Duration.ofMillis(Math.min(250L * over, 10_000));
  }

  private void fill(Workload workload, int there, Duration backOff) {
    List<String> free =
        new ArrayList<>(
            server.list(Kind.NODE).stream()
                .filter(Workloads::takesPods)
                .map(node -> node.getMetadata().getName())
                .toList());
    if (free.isEmpty()) {
      return; // a node that takes Pods again wakes
    }
    for (int i = there; i < workload.replicas(); i++) {
      bind(workload, dice.pick(free, "node", workload.app(), made, i), backOff);
    }
  }

  private void bind(Workload workload, String node, Duration backOff) {
    int number = made++;
    Duration lag =
        dice.between(Duration.ofMillis(5), Duration.ofMillis(400), "binds", workload.app(), number);
    waking.add(workload.app());
    binding.merge(workload.app(), 1, Integer::sum);
    agenda.after(
        lag.plus(backOff),
        "scheduler binds",
        () -> {
          waking.remove(workload.app());
          binding.merge(workload.app(), -1, Integer::sum);
          if (server.get(Kind.NODE, node).isPresent() && !hasEnded(workload)) {
            try {
              client.create(Kind.POD, pod(workload, node, number));
            } catch (ApiFailure refused) {
              throw new IllegalStateException(refused);
            }
          }
          wake(workload);
        });
  }

  private static Pod pod(Workload workload, String node, int number) {
    boolean mirror = workload.form() == Workload.Form.MIRROR;
    PodBuilder pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(workload.app() + "-" + number)
            .withNamespace(Workload.NAMESPACE)
            .withLabels(
                workload.isProtected()
                    ? Map.of(PodBudgets.APP, workload.app(), Workload.SPARED, "yes")
                    : Map.of(PodBudgets.APP, workload.app()))
            .withAnnotations(mirror ? Map.of("kubernetes.io/config.mirror", "hash") : Map.of())
            .endMetadata()
            .withNewSpec()
            .withNodeName(node)
            .withRestartPolicy(workload.form() == Workload.Form.FINISHED ? "Never" : "Always")
            .withTerminationGracePeriodSeconds((long) workload.graceSeconds())
            .addNewContainer()
            .withName("main")
            .withImage("example/" + workload.app())
            .withImagePullPolicy("IfNotPresent")
            .endContainer()
            .endSpec();
    switch (workload.form()) {
      case REPLICAS -> owned(pod, "ReplicaSet", workload.app());
      case DAEMON -> {
        owned(pod, "DaemonSet", workload.app());
        toleratesAll(pod);
      }
      case MIRROR -> toleratesAll(pod);
      case BARE, FINISHED -> {}
    }
    return pod.build();
  }

  /// As agents of nodes do: no taint keeps them away, a cordon neither.
  private static void toleratesAll(PodBuilder pod) {
    pod.editSpec().addNewToleration().withOperator("Exists").endToleration().endSpec();
  }

  private static void owned(PodBuilder pod, String kind, String name) {
    pod.editMetadata()
        .addNewOwnerReference()
        .withApiVersion("apps/v1")
        .withKind(kind)
        .withName(name)
        .withUid("uid-of-" + name)
        .withController(true)
        .endOwnerReference()
        .endMetadata();
  }

  private static boolean over(Pod pod) {
    return PodOutcomes.terminal(pod);
  }

  /// Whether the scheduler puts Pods there that tolerate nothing.
  private static boolean takesPods(Node node) {
    return node.getSpec() == null
        || (!Boolean.TRUE.equals(node.getSpec().getUnschedulable())
            && Absent.list(node.getSpec().getTaints()).stream()
                .allMatch(taint -> "PreferNoSchedule".equals(taint.getEffect())));
  }

  private static String app(Pod pod) {
    return Absent.text(Absent.map(pod.getMetadata().getLabels()).get(PodBudgets.APP));
  }
}
