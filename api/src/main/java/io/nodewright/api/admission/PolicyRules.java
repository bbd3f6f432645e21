package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.Compartment;
import io.nodewright.api.v1alpha1.DefaultCompartment;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.DeploymentPolicySpec;
import io.nodewright.api.v1alpha1.PolicyBudget;
import io.nodewright.api.v1alpha1.PolicyStrategy;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.rollout.CompartmentSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rules for DeploymentPolicies (01 §6.6).
public final class PolicyRules {

  private final List<Violation> found = new ArrayList<>();

  private PolicyRules() {}

  /// The answer to creating this object.
  public static Review onCreate(DeploymentPolicy created) {
    return new PolicyRules().review(created);
  }

  /// The answer to this update. One that is being deleted, or whose spec stays as it is, may always
  /// be written.
  public static Review onUpdate(DeploymentPolicy stored, DeploymentPolicy updated) {
    boolean free =
        updated.getMetadata().getDeletionTimestamp() != null
            || Objects.equals(stored.getSpec(), updated.getSpec());
    return free ? Review.ACCEPTED : new PolicyRules().review(updated);
  }

  /// The answer to deleting the policy (V36).
  ///
  /// @param users names of the NodeWrights that name it, those that are being deleted among them
  public static Review onDelete(String name, Collection<String> users) {
    return users.isEmpty()
        ? Review.ACCEPTED
        : new Review(
            "",
            List.of(
                new Violation(
                    "V36",
                    "metadata.name",
                    "cannot delete DeploymentPolicy \"%s\": still referenced by %d NodeWright(s): [%s]"
                        .formatted(name, users.size(), String.join(" ", new TreeSet<>(users))))),
            List.of());
  }

  private Review review(DeploymentPolicy policy) {
    DeploymentPolicySpec spec = policy.getSpec();
    DefaultCompartment defaults = spec == null ? null : spec.defaults();
    budget("spec.default", "default ", defaults == null ? null : defaults.budget());
    strategy("spec.default", "default ", defaults == null ? null : defaults.strategy());
    List<Compartment> compartments =
        spec == null
            ? List.of()
            : Absent.list(spec.compartments()).stream().filter(Objects::nonNull).toList();
    for (int i = 0; i < compartments.size(); i++) {
      compartment(i, compartments.get(i), compartments.subList(0, i));
    }
    return new Review("", found, List.of());
  }

  private void compartment(int index, Compartment each, List<Compartment> earlier) {
    String path = "spec.compartments[%d]".formatted(index);
    String name = Absent.text(each.name());
    if (name.equals(CompartmentSpec.DEFAULT)) {
      add(
          "V32",
          path + ".name",
          "compartment name \"%s\" is reserved and cannot be used".formatted(name));
    }
    if (earlier.stream().anyMatch(other -> name.equals(Absent.text(other.name())))) {
      add("V33", path + ".name", "compartment name \"%s\" is not unique".formatted(name));
    }
    String place = "compartment \"%s\" ".formatted(name);
    budget(path, place, each.budget());
    strategy(path, place, each.strategy());
    SelectorProblem.of(each.selector())
        .ifPresent(
            problem -> add("V34", path + ".selector", place + "has invalid selector: " + problem));
    earlier.stream()
        .filter(other -> SameSelector.of(each.selector(), other.selector()))
        .findFirst()
        .ifPresent(
            other ->
                add(
                    "V35",
                    path + ".selector",
                    place
                        + "has identical selector to compartment \"%s\""
                            .formatted(Absent.text(other.name()))));
  }

  private void budget(String path, String place, @Nullable PolicyBudget budget) {
    boolean percent = budget != null && budget.percent() != null;
    boolean count = budget != null && budget.count() != null;
    if (percent && count) {
      add("V30", path + ".budget", place + "budget: percent and count are mutually exclusive");
    } else if (!percent && !count) {
      add("V30", path + ".budget", place + "budget: exactly one of percent or count must be set");
    }
  }

  private void strategy(String path, String place, @Nullable PolicyStrategy strategy) {
    if (strategy == null) {
      return;
    }
    long classes =
        Stream.of(strategy.fixed(), strategy.linear(), strategy.exponential())
            .filter(Objects::nonNull)
            .count();
    if (classes != 1) {
      add(
          "V31",
          path + ".strategy",
          place + "strategy: exactly one of fixed, linear, or exponential must be set");
    }
  }

  private void add(String rule, String path, String message) {
    found.add(new Violation(rule, path, message));
  }
}
