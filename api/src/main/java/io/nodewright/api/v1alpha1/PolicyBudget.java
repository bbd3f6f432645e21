package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import org.jspecify.annotations.Nullable;

/// A budget of a DeploymentPolicy as stored (01 §5.1); exactly one of the two is set (V30).
@Stored
public record PolicyBudget(
    @JsonPropertyDescription("Share of the compartment's nodes.") @Min(1) @Max(100)
        @Nullable Integer percent,
    @JsonPropertyDescription("Number of nodes.") @Min(1) @Nullable Integer count) {}
