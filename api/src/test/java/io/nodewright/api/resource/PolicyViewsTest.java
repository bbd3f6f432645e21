package io.nodewright.api.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.api.Yaml;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.CompartmentSpec;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.rollout.Strategy;
import io.nodewright.engine.rollout.Strategy.Thresholds;
import io.nodewright.engine.snapshot.PolicyView;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// DeploymentPolicies as the engine sees them: 01 §5.1.
class PolicyViewsTest {

  @Test
  void everyFieldIsRead() {
    PolicyView view =
        view(
            """
            spec:
              resetBatchStateOnCompletion: false
              default:
                budget: {percent: 25}
                strategy: {fixed: {initialBatch: 3, batchThreshold: 90, failureThreshold: 2, safetyLimit: 40}}
              compartments:
                - name: canary
                  selector: {matchLabels: {tier: canary}}
                  budget: {count: 1}
                  strategy: {linear: {initialBatch: 1, delta: 2}}
                - name: rest
                  selector: {}
                  budget: {percent: 50}
                  strategy: {exponential: {growthFactor: 3, failureThreshold: null}}
            """);
    assertFalse(view.resetOnCompletion());
    assertEquals(
        new CompartmentSpec(
            "__default__",
            LabelSelector.EVERYTHING,
            new Budget.Percent(25),
            new Strategy.Fixed(3, new Thresholds(90, 2, 40))),
        view.defaults());
    assertEquals(
        List.of(
            new CompartmentSpec(
                "canary",
                new LabelSelector(new TreeMap<>(Map.of("tier", "canary")), List.of()),
                new Budget.Count(1),
                new Strategy.Linear(1, 2, Thresholds.DEFAULTS)),
            new CompartmentSpec(
                "rest",
                LabelSelector.EVERYTHING,
                new Budget.Percent(50),
                new Strategy.Exponential(1, 3, Thresholds.DEFAULTS))),
        view.compartments());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{fixed: {}}|Fixed[initialBatch=1, thresholds=%s]",
        "{linear: {}}|Linear[initialBatch=1, delta=1, thresholds=%s]",
        "{exponential: {}}|Exponential[initialBatch=1, growthFactor=2, thresholds=%s]",
        "null|None[]",
        "{}|Fixed[initialBatch=1, thresholds=%s]",
        "{fixed: {}, linear: {delta: 9}}|Fixed[initialBatch=1, thresholds=%s]"
      })
  void parametersHaveTheirDefaults(String strategy, String expected) {
    assertEquals(
        expected.formatted(Thresholds.DEFAULTS),
        view("spec: {default: {budget: {count: 1}, strategy: " + strategy + "}}")
            .defaults()
            .strategy()
            .toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "metadata: {}",
        "spec: {}",
        "spec: {default: {}}",
        "spec: {default: {budget: {}}}",
        "spec: {default: {budget: {percent: 50, count: 9}}}"
      })
  void anUnusableBudgetIsOneNode(String policy) {
    PolicyView view = view(policy);
    assertEquals(new Budget.Count(1), view.defaults().budget());
    assertTrue(view.resetOnCompletion());
  }

  @Test
  void aCompartmentWithoutReadableSelectorIsLeftOut() {
    PolicyView view =
        view(
            """
            spec:
              compartments:
                - {name: a, budget: {count: 1}}
                - {name: b, budget: {count: 1}, selector: {matchExpressions: [{key: x, operator: Lt}]}}
                - {name: c, budget: {count: 1}, selector: {}}
            """);
    assertEquals(List.of("c"), view.compartments().stream().map(CompartmentSpec::name).toList());
  }

  private static PolicyView view(String yaml) {
    String named = yaml.startsWith("metadata") ? "" : yaml;
    return PolicyViews.of(Yaml.read(DeploymentPolicy.class, "metadata: {name: p}\n" + named));
  }
}
