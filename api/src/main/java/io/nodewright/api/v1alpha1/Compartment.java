package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.LabelSelector;
import org.jspecify.annotations.Nullable;

/// One of `spec.compartments` of a DeploymentPolicy as stored (01 §5.1).
@Stored
public record Compartment(
    @JsonPropertyDescription("Unique name.") @Required @Size(min = 1) @Nullable String name,
    @JsonPropertyDescription("Nodes of the compartment, by their labels. Empty selects every node.")
        @Required
        @Nullable LabelSelector selector,
    @JsonPropertyDescription("Ceiling.") @Required @Nullable PolicyBudget budget,
    @JsonPropertyDescription("How its batches grow; absent for budget only.")
        @Nullable PolicyStrategy strategy) {}
