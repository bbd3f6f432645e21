package io.nodewright.simulation.scenario;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.nodewright.api.v1alpha1.DeploymentPolicyOptions;
import io.nodewright.api.v1alpha1.DrainConfig;
import io.nodewright.api.v1alpha1.InterruptionBudget;
import io.nodewright.api.v1alpha1.NodeWrightSpec;
import io.nodewright.api.v1alpha1.PackageDefinition;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Specs of NodeWrights: new ones, and changes of their packages.
public final class SpecDraft {

  private SpecDraft() {}

  /// A spec with its packages replaced.
  public static NodeWrightSpec withPackages(
      NodeWrightSpec from, UnaryOperator<Map<String, PackageDefinition>> change) {
    Map<String, PackageDefinition> before = from.packages();
    Map<String, PackageDefinition> packages =
        change.apply(before == null ? new TreeMap<>() : new TreeMap<>(before));
    return new NodeWrightSpec(
        from.nodeSelectors(),
        from.interruptionBudget(),
        from.deploymentPolicy(),
        from.deploymentPolicyOptions(),
        from.priority(),
        from.sequencing(),
        from.serial(),
        from.podNonInterruptLabels(),
        from.drainConfig(),
        from.additionalTolerations(),
        from.runtimeRequired(),
        from.autoTaintNewNodes(),
        from.runtimeRequiredCordonAfter(),
        packages);
  }

  /// A spec that spares Pods and drains otherwise.
  public static NodeWrightSpec withDrain(
      NodeWrightSpec from, @Nullable LabelSelector spared, DrainConfig drain) {
    return new NodeWrightSpec(
        from.nodeSelectors(),
        from.interruptionBudget(),
        from.deploymentPolicy(),
        from.deploymentPolicyOptions(),
        from.priority(),
        from.sequencing(),
        from.serial(),
        spared,
        drain,
        from.additionalTolerations(),
        from.runtimeRequired(),
        from.autoTaintNewNodes(),
        from.runtimeRequiredCordonAfter(),
        from.packages());
  }

  /// A spec that is rolled out otherwise.
  ///
  /// @param policy empty for none
  /// @param options for a policy alone; null for none
  public static NodeWrightSpec withRollout(
      NodeWrightSpec from,
      @Nullable InterruptionBudget budget,
      String policy,
      @Nullable DeploymentPolicyOptions options) {
    return new NodeWrightSpec(
        from.nodeSelectors(),
        policy.isEmpty() ? budget : null,
        policy.isEmpty() ? null : policy,
        policy.isEmpty() ? null : options,
        from.priority(),
        from.sequencing(),
        from.serial(),
        from.podNonInterruptLabels(),
        from.drainConfig(),
        from.additionalTolerations(),
        from.runtimeRequired(),
        from.autoTaintNewNodes(),
        from.runtimeRequiredCordonAfter(),
        from.packages());
  }

  /// A spec with another place among the others.
  public static NodeWrightSpec withOrder(NodeWrightSpec from, int priority, String sequencing) {
    return new NodeWrightSpec(
        from.nodeSelectors(),
        from.interruptionBudget(),
        from.deploymentPolicy(),
        from.deploymentPolicyOptions(),
        priority,
        sequencing,
        from.serial(),
        from.podNonInterruptLabels(),
        from.drainConfig(),
        from.additionalTolerations(),
        from.runtimeRequired(),
        from.autoTaintNewNodes(),
        from.runtimeRequiredCordonAfter(),
        from.packages());
  }

  /// A spec that has otherwise to do with tainted nodes.
  public static NodeWrightSpec withGate(
      NodeWrightSpec from,
      @Nullable List<Toleration> tolerations,
      boolean required,
      boolean autoTaint,
      boolean cordonAfter) {
    return new NodeWrightSpec(
        from.nodeSelectors(),
        from.interruptionBudget(),
        from.deploymentPolicy(),
        from.deploymentPolicyOptions(),
        from.priority(),
        from.sequencing(),
        from.serial(),
        from.podNonInterruptLabels(),
        from.drainConfig(),
        tolerations,
        required,
        required && autoTaint,
        required && cordonAfter,
        from.packages());
  }

  /// A spec.
  ///
  /// @param zone nodes of that zone alone; empty for all
  /// @param budget of the flat rollout; 0 for none, positive for a count, negative for a percentage
  /// @param policy empty for none
  /// @param resets `resetBatchStateOnCompletion` of the options
  public static NodeWrightSpec of(
      String zone,
      int budget,
      String policy,
      boolean resets,
      int priority,
      String sequencing,
      boolean serial,
      Map<String, PackageDefinition> packages) {
    return new NodeWrightSpec(
        zone.isEmpty() ? null : new LabelSelectorBuilder().addToMatchLabels("zone", zone).build(),
        budget == 0 || !policy.isEmpty()
            ? null
            : budget > 0
                ? new InterruptionBudget(null, budget)
                : new InterruptionBudget(-budget, null),
        policy.isEmpty() ? null : policy,
        policy.isEmpty() ? null : new DeploymentPolicyOptions(resets),
        priority,
        sequencing,
        serial,
        null,
        null,
        null,
        null,
        null,
        null,
        packages);
  }
}
