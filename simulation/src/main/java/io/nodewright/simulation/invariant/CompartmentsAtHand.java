package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.v1alpha1.BatchStatus;
import io.nodewright.api.v1alpha1.Compartment;
import io.nodewright.api.v1alpha1.CompartmentStatus;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.DeploymentPolicySpec;
import io.nodewright.api.v1alpha1.ExponentialStrategy;
import io.nodewright.api.v1alpha1.InterruptionBudget;
import io.nodewright.api.v1alpha1.LinearStrategy;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.PolicyBudget;
import io.nodewright.api.v1alpha1.PolicyStrategy;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The compartments of a NodeWright as judges work them out from what is stored: who is in which,
/// and how many nodes its next batch may have (05 §4 to §6).
final class CompartmentsAtHand {

  static final String DEFAULT = "__default__";

  private final NodeWright of;
  private final boolean unknown;
  private final Optional<DeploymentPolicySpec> policy;
  private final SortedMap<String, Compartment> named = new TreeMap<>();
  private final SortedMap<String, String> homes = new TreeMap<>();

  /// @param of with the status that is judged
  CompartmentsAtHand(Truth truth, NodeWright of) {
    this.of = of;
    String name = Absent.text(of.getSpec().deploymentPolicy());
    this.policy =
        name.isEmpty()
            ? Optional.empty()
            : truth.server().get(Kind.DEPLOYMENT_POLICY, name).map(DeploymentPolicy::getSpec);
    this.unknown = policy.isEmpty() && !name.isEmpty();
    policy.ifPresent(
        spec ->
            Absent.list(spec.compartments())
                .forEach(each -> named.put(Absent.text(each.name()), each)));
    NodeWrightView view = truth.nodeWrights().get(of.getMetadata().getName());
    if (view != null) {
      assign(truth.selected(view));
    }
  }

  /// Whether a policy is named that is not there.
  boolean unknown() {
    return unknown;
  }

  /// All, the one for the rest among them.
  List<String> names() {
    return java.util.stream.Stream.concat(
            java.util.stream.Stream.of(DEFAULT), named.keySet().stream())
        .toList();
  }

  /// The compartment of a node in scope.
  String of(String node) {
    return homes.getOrDefault(node, DEFAULT);
  }

  /// Whether it remembers no batches, and so never stops.
  boolean withoutStrategy(String compartment) {
    return policy.isPresent() && strategy(compartment) == null;
  }

  /// How many consecutive failed batches stop a compartment; 0 for never.
  int failureThreshold(String compartment) {
    PolicyStrategy strategy = strategy(compartment);
    if (strategy == null) {
      return 0;
    }
    Integer threshold =
        strategy.fixed() != null
            ? strategy.fixed().failureThreshold()
            : strategy.linear() != null
                ? strategy.linear().failureThreshold()
                : strategy.exponential() != null ? strategy.exponential().failureThreshold() : null;
    return threshold == null ? 0 : threshold;
  }

  /// Most nodes that a batch may have that is admitted now (05 §6.3).
  ///
  /// @param population nodes of the compartment
  /// @param unprocessed those of them that are certainly neither complete nor failed
  int size(String compartment, int population, int unprocessed) {
    PolicyStrategy strategy = strategy(compartment);
    if (strategy == null) {
      return Math.max(1, ceiling(compartment, population));
    }
    CompartmentStatus status =
        of.getStatus() == null
            ? null
            : Absent.map(of.getStatus().compartmentStatuses()).get(compartment);
    BatchStatus batch = status == null ? null : status.batchState();
    int last = batch == null ? 0 : number(batch.lastBatchSize(), 0);
    boolean failed = batch != null && Absent.flag(batch.lastBatchFailed(), false);
    int progress = population == 0 ? 100 : (population - unprocessed) * 100 / population;
    if (strategy.fixed() != null) {
      return number(strategy.fixed().initialBatch(), 1);
    }
    if (strategy.linear() != null) {
      LinearStrategy linear = strategy.linear();
      int delta = number(linear.delta(), 1);
      return last == 0
          ? number(linear.initialBatch(), 1)
          : failed && progress < number(linear.safetyLimit(), 50)
              ? Math.max(1, last - delta)
              : last + delta;
    }
    if (strategy.exponential() != null) {
      ExponentialStrategy growing = strategy.exponential();
      int factor = number(growing.growthFactor(), 2);
      return last == 0
          ? number(growing.initialBatch(), 1)
          : failed && progress < number(growing.safetyLimit(), 50)
              ? Math.max(1, last / factor)
              : Math.max(1, Math.min(last * factor, population));
    }
    return Math.max(1, ceiling(compartment, population));
  }

  private void assign(List<Node> nodes) {
    SortedMap<String, Integer> ceilings = new TreeMap<>();
    named.forEach(
        (name, each) ->
            ceilings.put(
                name,
                ceiling(name, (int) nodes.stream().filter(node -> matches(each, node)).count())));
    List<Compartment> ranked =
        named.values().stream()
            .sorted(
                Comparator.comparingInt((Compartment each) -> risk(each.strategy()))
                    .thenComparingInt(each -> ceilings.getOrDefault(each.name(), 0))
                    .thenComparing(each -> Absent.text(each.name())))
            .toList();
    for (Node node : nodes) {
      String name = node.getMetadata().getName();
      homes.put(
          name,
          batchOf(name)
              .or(
                  () ->
                      ranked.stream()
                          .filter(each -> matches(each, node))
                          .map(each -> Absent.text(each.name()))
                          .findFirst())
              .orElse(DEFAULT));
    }
  }

  /// A member of a batch stays until the batch has ended, whatever its labels become (05 §5).
  private Optional<String> batchOf(String node) {
    return of.getStatus() == null
        ? Optional.empty()
        : Absent.map(of.getStatus().compartmentStatuses()).entrySet().stream()
            .filter(each -> each.getKey().equals(DEFAULT) || named.containsKey(each.getKey()))
            .filter(
                each ->
                    each.getValue().batchState() != null
                        && Absent.list(each.getValue().batchState().currentBatchNodes())
                            .contains(node))
            .map(Map.Entry::getKey)
            .findFirst();
  }

  /// Scenarios select by equal labels alone.
  private static boolean matches(Compartment compartment, Node node) {
    LabelSelector selector = compartment.selector();
    return selector != null
        && Absent.map(node.getMetadata().getLabels())
            .entrySet()
            .containsAll(Absent.map(selector.getMatchLabels()).entrySet());
  }

  private static int risk(@Nullable PolicyStrategy strategy) {
    if (strategy == null) {
      return 3;
    }
    return strategy.fixed() != null
        ? 0
        : strategy.linear() != null ? 1 : strategy.exponential() != null ? 2 : 3;
  }

  private int ceiling(String compartment, int population) {
    if (policy.isEmpty()) {
      InterruptionBudget budget = of.getSpec().interruptionBudget();
      return budget == null ? population : ceiling(budget.count(), budget.percent(), population);
    }
    PolicyBudget budget =
        named.containsKey(compartment)
            ? named.get(compartment).budget()
            : policy.get().defaults() == null ? null : policy.get().defaults().budget();
    return budget == null ? population : ceiling(budget.count(), budget.percent(), population);
  }

  private static int ceiling(@Nullable Integer count, @Nullable Integer percent, int population) {
    if (count != null) {
      return count;
    }
    return percent == null
        ? population
        : population == 0 ? 0 : Math.max(1, population * percent / 100);
  }

  private @Nullable PolicyStrategy strategy(String compartment) {
    return policy.isEmpty()
        ? null
        : named.containsKey(compartment)
            ? named.get(compartment).strategy()
            : policy.get().defaults() == null ? null : policy.get().defaults().strategy();
  }

  private static int number(@Nullable Integer value, int otherwise) {
    return value == null ? otherwise : value;
  }
}
