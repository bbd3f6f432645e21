package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.InterruptionBudget;
import io.nodewright.api.value.Absent;
import java.util.List;

/// One source of concurrency: percent or count (V1), and neither beside a policy (V2, R23).
final class BudgetRules {

  private BudgetRules() {}

  static List<Violation> notBoth(NodeWrightWrite write) {
    InterruptionBudget budget = write.spec().interruptionBudget();
    return budget != null && budget.percent() != null && budget.count() != null
        ? List.of(
            new Violation(
                "V1",
                "spec.interruptionBudget",
                "both percent and count can not be set at the same time"))
        : List.of();
  }

  static List<Violation> notBesideAPolicy(NodeWrightWrite write) {
    InterruptionBudget budget = write.spec().interruptionBudget();
    boolean limits = budget != null && (budget.percent() != null || budget.count() != null);
    return limits && !Absent.text(write.spec().deploymentPolicy()).isEmpty()
        ? List.of(
            new Violation(
                "V2",
                "spec.deploymentPolicy",
                "deploymentPolicy and interruptionBudget are mutually exclusive"))
        : List.of();
  }
}
