package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `spec` of a NodeWright as stored (01 §2); we never write it. Every field may be absent.
@Stored
public record NodeWrightSpec(
    @JsonPropertyDescription("Nodes that this is for, by their labels. Empty selects every node.")
        @Nullable LabelSelector nodeSelectors,
    @JsonPropertyDescription("How many matching nodes are worked on at once. Unset for all.")
        @Nullable InterruptionBudget interruptionBudget,
    @JsonPropertyDescription("Name of the DeploymentPolicy that replaces the budget.")
        @Nullable String deploymentPolicy,
    @JsonPropertyDescription("What this resource overrides of the named policy.")
        @Nullable DeploymentPolicyOptions deploymentPolicyOptions,
    @JsonPropertyDescription("Order across NodeWrights: lower runs first, then the name decides.")
        @Min(1)
        @Default("200")
        @Nullable Integer priority,
    @JsonPropertyDescription(
            "node: each node moves on by itself. all: nothing later starts anywhere until every node here is complete.")
        @Default("node")
        @Nullable String sequencing,
    @JsonPropertyDescription("One package at a time on each node.") @Default("false")
        @Nullable Boolean serial,
    @JsonPropertyDescription(
            "Pods that must have left a node before its drain starts. Empty protects none.")
        @Nullable LabelSelector podNonInterruptLabels,
    @JsonPropertyDescription("How nodes are drained before interrupts.")
        @Nullable DrainConfig drainConfig,
    @JsonPropertyDescription("Tolerations of every pod of this resource, beside the built-in ones.")
        @Nullable List<Toleration> additionalTolerations,
    @JsonPropertyDescription(
            "Whether a node keeps the runtime-required taint until it is complete here.")
        @Default("false")
        @Nullable Boolean runtimeRequired,
    @JsonPropertyDescription(
            "Whether new nodes get the runtime-required taint. Needs runtimeRequired.")
        @Default("false")
        @Nullable Boolean autoTaintNewNodes,
    @JsonPropertyDescription(
            "Whether a node is cordoned when that taint is removed. Needs runtimeRequired.")
        @Default("false")
        @Nullable Boolean runtimeRequiredCordonAfter,
    @JsonPropertyDescription("The packages by name.")
        @Nullable Map<String, PackageDefinition> packages) {}
