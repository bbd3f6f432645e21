package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import org.jspecify.annotations.Nullable;

/// `spec.interruptionBudget` as stored (01 §2); at most one of the two is set (V1).
@Stored
public record InterruptionBudget(
    @JsonPropertyDescription(
            "Share of the matching nodes, rounded down; one node is always admitted.")
        @Min(0)
        @Max(100)
        @Nullable Integer percent,
    @JsonPropertyDescription("Number of nodes; 0 behaves as 1.") @Min(0) @Nullable Integer count) {}
