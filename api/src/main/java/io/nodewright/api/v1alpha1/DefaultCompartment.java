package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// `spec.default` of a DeploymentPolicy as stored (01 §5.1).
@Stored
public record DefaultCompartment(
    @JsonPropertyDescription("Ceiling of the nodes that no compartment matches.")
        @Nullable PolicyBudget budget,
    @JsonPropertyDescription("How their batches grow; absent for budget only.")
        @Nullable PolicyStrategy strategy) {}
