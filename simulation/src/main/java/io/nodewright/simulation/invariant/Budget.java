package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.BatchStatus;
import io.nodewright.api.v1alpha1.Compartment;
import io.nodewright.api.v1alpha1.CompartmentStatus;
import io.nodewright.api.v1alpha1.DefaultCompartment;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.InterruptionBudget;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightSpec;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.api.v1alpha1.PolicyBudget;
import io.nodewright.api.v1alpha1.PolicyStrategy;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// V-budget: no node is admitted past its compartment's batch size at that moment (05 §4, §6).
/// Judged when a status is stored that has new members: they and those who still run fit the size.
final class Budget implements Invariant {

  private static final String DEFAULT = "__default__";

  @Override
  public String id() {
    return "V-budget";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() != Kind.NODEWRIGHT
        || !Moment.byOperator(change)
        || !(change.before() instanceof NodeWright before)
        || !(change.after() instanceof NodeWright after)
        || Objects.equals(before.getStatus(), after.getStatus())) {
      return;
    }
    Map<String, String> members = Absent.map(status(after).nodePriority());
    Map<String, String> old =
        before.getStatus() == null ? Map.of() : Absent.map(before.getStatus().nodePriority());
    NodeWrightView view = moment.truth().nodeWrights().get(change.name());
    if (view == null || old.keySet().containsAll(members.keySet())) {
      return;
    }
    for (String compartment : compartments(moment.truth(), after)) {
      judge(moment, view, after, compartment, old, members, findings);
    }
  }

  private void judge(
      Moment moment,
      NodeWrightView view,
      NodeWright after,
      String compartment,
      Map<String, String> old,
      Map<String, String> members,
      Findings findings) {
    Truth truth = moment.truth();
    SortedSet<String> admitted = new TreeSet<>();
    SortedSet<String> running = new TreeSet<>();
    int population = 0;
    for (Node node : truth.selected(view)) {
      String name = node.getMetadata().getName();
      if (!compartment.equals(compartmentOf(truth, after, node))) {
        continue;
      }
      population++;
      if (members.containsKey(name) && !old.containsKey(name) && !atWork(truth, view, node)) {
        admitted.add(name);
      } else if (old.containsKey(name) && runs(moment, view, node)) {
        running.add(name);
      }
    }
    if (admitted.isEmpty()) {
      return;
    }
    // What a person changed a moment ago may have been counted otherwise.
    if (!moment.knewLatest("DeploymentPolicy", Absent.text(after.getSpec().deploymentPolicy()))
        || anyNodeTouched(moment)) {
      return;
    }
    findings.judged(id());
    int size = size(truth, after, compartment, population);
    if (!running.isEmpty() || admitted.size() > size) {
      findings.violated(
          id(),
          moment.at(),
          "%s admits %s in compartment %s of %d nodes, size %d, while %s run"
              .formatted(view.name(), admitted, compartment, population, size, running));
    }
  }

  private static boolean anyNodeTouched(Moment moment) {
    return moment.truth().nodes().keySet().stream()
        .anyMatch(name -> !moment.knewLatest("Node", name));
  }

  /// With an unfinished Job or an open entry: it gets its place back, and is no admission (05
  /// §6.1).
  private static boolean atWork(Truth truth, NodeWrightView view, Node node) {
    String name = node.getMetadata().getName();
    return truth.jobs().stream()
            .anyMatch(
                job ->
                    job.unfinished()
                        && job.key().node().equals(name)
                        && job.key().nodeWright().equals(view.name()))
        || truth.entries(node, view.name()).values().stream()
            .anyMatch(entry -> entry.state().open());
  }

  /// A member that is eligible and has no outcome.
  private static boolean runs(Moment moment, NodeWrightView view, Node node) {
    Truth truth = moment.truth();
    String name = node.getMetadata().getName();
    boolean out =
        moment.possible(Fact.ignored(name))
            || moment.possible(Fact.tainted(name))
            || (moment.possible(Fact.lost(name)) && !begun(truth, view, node))
            || moment.possible(Fact.unreadable(view.name(), name));
    boolean failedForGood =
        truth.entries(node, view.name()).values().stream()
            .anyMatch(
                entry ->
                    entry.state() == StageState.ERRORING
                        && truth.jobs().stream()
                            .noneMatch(
                                job ->
                                    job.unfinished()
                                        && !(job.phase() instanceof JobPhase.Failing) // LW5
                                        && job.key().node().equals(name)
                                        && job.key().nodeWright().equals(view.name())
                                        && job.key().ref().equals(entry.ref())));
    return !out
        && !failedForGood
        && !drainTimedOut(view, node)
        && !through(truth, view, node)
        && !Order.maybeClosed(moment, view, node)
        && moment.known(Fact.incomplete(view.name(), name));
  }

  /// A drain without end is a definitive outcome (04 §8).
  private static boolean drainTimedOut(NodeWrightView view, Node node) {
    Map<String, String> annotations = Absent.map(node.getMetadata().getAnnotations());
    return annotations.containsKey(Keys.drainStart(view.name()))
        && "erroring".equals(annotations.get(Keys.status(view.name())));
  }

  /// A node that is lost keeps its place only while a stage has begun there and is not through (05
  /// §3.3).
  private static boolean begun(Truth truth, NodeWrightView view, Node node) {
    return truth.entries(node, view.name()).values().stream()
        .anyMatch(
            entry ->
                entry.state() == StageState.IN_PROGRESS || entry.state() == StageState.ERRORING);
  }

  /// A deletion is through with a node where nothing runs and nothing is to be uninstalled (02
  /// LF5).
  private static boolean through(Truth truth, NodeWrightView view, Node node) {
    return view.deleting()
        && truth.entries(node, view.name()).keySet().stream()
            .map(ref -> view.spec().packages().get(ref.name()))
            .noneMatch(spec -> spec != null && spec.uninstallEnabled())
        && truth.jobs().stream()
            .noneMatch(
                job ->
                    job.unfinished()
                        && job.key().node().equals(node.getMetadata().getName())
                        && job.key().nodeWright().equals(view.name()));
  }

  private static int size(Truth truth, NodeWright of, String compartment, int population) {
    Optional<DeploymentPolicy> policy = policy(truth, of);
    if (policy.isEmpty()) {
      InterruptionBudget budget = of.getSpec().interruptionBudget();
      return budget == null ? population : ceiling(budget.count(), budget.percent(), population);
    }
    @Nullable PolicyBudget budget = budget(policy.get(), compartment);
    @Nullable PolicyStrategy strategy = strategy(policy.get(), compartment);
    if (strategy == null) {
      return budget == null ? population : ceiling(budget.count(), budget.percent(), population);
    }
    CompartmentStatus status = Absent.map(status(of).compartmentStatuses()).get(compartment);
    BatchStatus batch = status == null ? null : status.batchState();
    return largest(strategy, batch, population);
  }

  /// The strategy's size (05 §6.3); at most, for what shrinks it is judged by the tables' own
  /// tests.
  private static int largest(PolicyStrategy strategy, @Nullable BatchStatus batch, int population) {
    int last = batch == null || batch.lastBatchSize() == null ? 0 : batch.lastBatchSize();
    if (strategy.fixed() != null) {
      return first(strategy.fixed().initialBatch());
    }
    if (strategy.linear() != null) {
      int delta = strategy.linear().delta() == null ? 1 : strategy.linear().delta();
      return last == 0 ? first(strategy.linear().initialBatch()) : last + delta;
    }
    if (strategy.exponential() != null) {
      int factor =
          strategy.exponential().growthFactor() == null ? 2 : strategy.exponential().growthFactor();
      return last == 0
          ? first(strategy.exponential().initialBatch())
          : Math.max(1, Math.min(last * factor, population));
    }
    return population;
  }

  private static int first(@Nullable Integer initial) {
    return initial == null ? 1 : initial;
  }

  private static int ceiling(@Nullable Integer count, @Nullable Integer percent, int population) {
    if (count != null) {
      return Math.max(1, count);
    }
    return percent == null ? population : Math.max(1, population * percent / 100);
  }

  private static SortedSet<String> compartments(Truth truth, NodeWright of) {
    SortedSet<String> names = new TreeSet<>();
    names.add(DEFAULT);
    policy(truth, of)
        .ifPresent(
            policy ->
                Absent.list(policy.getSpec().compartments())
                    .forEach(each -> names.add(Absent.text(each.name()))));
    return names;
  }

  /// Scenarios have at most one compartment that a node matches; a member of a batch stays in its
  /// compartment until the batch has ended, whatever its labels become (05 §5).
  private static String compartmentOf(Truth truth, NodeWright of, Node node) {
    return batchOf(of, node.getMetadata().getName())
        .or(() -> matching(truth, of, node))
        .orElse(DEFAULT);
  }

  private static Optional<String> batchOf(NodeWright of, String node) {
    return Absent.map(status(of).compartmentStatuses()).entrySet().stream()
        .filter(
            each ->
                each.getValue().batchState() != null
                    && Absent.list(each.getValue().batchState().currentBatchNodes()).contains(node))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static Optional<String> matching(Truth truth, NodeWright of, Node node) {
    return policy(truth, of)
        .flatMap(
            policy ->
                Absent.list(policy.getSpec().compartments()).stream()
                    .filter(
                        each ->
                            each.selector() != null
                                && Absent.map(node.getMetadata().getLabels())
                                    .entrySet()
                                    .containsAll(
                                        Absent.map(each.selector().getMatchLabels()).entrySet()))
                    .map(Compartment::name)
                    .findFirst());
  }

  private static Optional<DeploymentPolicy> policy(Truth truth, NodeWright of) {
    NodeWrightSpec spec = of.getSpec();
    return spec.deploymentPolicy() == null
        ? Optional.empty()
        : truth.server().get(Kind.DEPLOYMENT_POLICY, spec.deploymentPolicy());
  }

  private static @Nullable PolicyBudget budget(DeploymentPolicy policy, String compartment) {
    for (Compartment each : Absent.list(policy.getSpec().compartments())) {
      if (compartment.equals(each.name())) {
        return each.budget();
      }
    }
    DefaultCompartment defaults = policy.getSpec().defaults();
    return defaults == null ? null : defaults.budget();
  }

  private static @Nullable PolicyStrategy strategy(DeploymentPolicy policy, String compartment) {
    for (Compartment each : Absent.list(policy.getSpec().compartments())) {
      if (compartment.equals(each.name())) {
        return each.strategy();
      }
    }
    DefaultCompartment defaults = policy.getSpec().defaults();
    return defaults == null ? null : defaults.strategy();
  }

  private static NodeWrightStatus status(NodeWright of) {
    return java.util.Objects.requireNonNull(of.getStatus());
  }
}
