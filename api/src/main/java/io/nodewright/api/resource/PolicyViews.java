package io.nodewright.api.resource;

import io.nodewright.api.v1alpha1.Compartment;
import io.nodewright.api.v1alpha1.DefaultCompartment;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.DeploymentPolicySpec;
import io.nodewright.api.v1alpha1.ExponentialStrategy;
import io.nodewright.api.v1alpha1.FixedStrategy;
import io.nodewright.api.v1alpha1.LinearStrategy;
import io.nodewright.api.v1alpha1.PolicyBudget;
import io.nodewright.api.v1alpha1.PolicyStrategy;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Selectors;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.CompartmentSpec;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.rollout.Strategy;
import io.nodewright.engine.rollout.Strategy.Thresholds;
import io.nodewright.engine.snapshot.PolicyView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads DeploymentPolicies (01 §5.1). A policy that admission did not see may say nothing usable;
/// it is then read as the most careful one: one node at a time.
public final class PolicyViews {

  private static final Budget ONE_NODE = new Budget.Count(1);
  private static final Strategy ONE_BY_ONE = new Strategy.Fixed(1, Thresholds.DEFAULTS);

  private PolicyViews() {}

  /// The policy with the defaults of its parameters. A compartment whose selector cannot be read is
  /// left out, so that its nodes fall to the default one.
  public static PolicyView of(DeploymentPolicy stored) {
    DeploymentPolicySpec spec = stored.getSpec();
    DefaultCompartment defaults = spec == null ? null : spec.defaults();
    List<CompartmentSpec> compartments = new ArrayList<>();
    if (spec != null) {
      Absent.list(spec.compartments()).forEach(each -> read(each).ifPresent(compartments::add));
    }
    return new PolicyView(
        stored.getMetadata().getName(),
        new CompartmentSpec(
            CompartmentSpec.DEFAULT,
            LabelSelector.EVERYTHING,
            budget(defaults == null ? null : defaults.budget()),
            strategy(defaults == null ? null : defaults.strategy())),
        compartments,
        spec == null || Absent.flag(spec.resetBatchStateOnCompletion(), true));
  }

  private static Optional<CompartmentSpec> read(Compartment stored) {
    if (stored.selector() == null) {
      return Optional.empty();
    }
    return Selectors.parse(stored.selector())
        .map(
            selector ->
                new CompartmentSpec(
                    Absent.text(stored.name()),
                    selector,
                    budget(stored.budget()),
                    strategy(stored.strategy())));
  }

  private static Budget budget(@Nullable PolicyBudget stored) {
    Integer percent = stored == null ? null : stored.percent();
    Integer count = stored == null ? null : stored.count();
    if (percent != null && count == null) {
      return new Budget.Percent(percent);
    }
    return count != null && percent == null ? new Budget.Count(count) : ONE_NODE;
  }

  private static Strategy strategy(@Nullable PolicyStrategy stored) {
    if (stored == null) {
      return new Strategy.None();
    }
    List<Strategy> given = new ArrayList<>();
    FixedStrategy fixed = stored.fixed();
    if (fixed != null) {
      given.add(
          new Strategy.Fixed(
              Absent.number(fixed.initialBatch(), 1),
              thresholds(fixed.batchThreshold(), fixed.failureThreshold(), fixed.safetyLimit())));
    }
    LinearStrategy linear = stored.linear();
    if (linear != null) {
      given.add(
          new Strategy.Linear(
              Absent.number(linear.initialBatch(), 1),
              Absent.number(linear.delta(), 1),
              thresholds(
                  linear.batchThreshold(), linear.failureThreshold(), linear.safetyLimit())));
    }
    ExponentialStrategy growing = stored.exponential();
    if (growing != null) {
      given.add(
          new Strategy.Exponential(
              Absent.number(growing.initialBatch(), 1),
              Absent.number(growing.growthFactor(), 2),
              thresholds(
                  growing.batchThreshold(), growing.failureThreshold(), growing.safetyLimit())));
    }
    return given.size() == 1 ? given.getFirst() : ONE_BY_ONE;
  }

  private static Thresholds thresholds(
      @Nullable Integer batch, @Nullable Integer failures, @Nullable Integer safety) {
    return new Thresholds(
        Absent.number(batch, Thresholds.DEFAULTS.batchThreshold()),
        Absent.number(failures, Thresholds.DEFAULTS.failureThreshold()),
        Absent.number(safety, Thresholds.DEFAULTS.safetyLimit()));
  }
}
