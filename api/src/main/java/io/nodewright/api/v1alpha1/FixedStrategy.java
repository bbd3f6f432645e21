package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import org.jspecify.annotations.Nullable;

/// Strategy `fixed` as stored (01 §5.1).
@Stored
public record FixedStrategy(
    @JsonPropertyDescription("Size of the first batch.") @Min(1) @Nullable Integer initialBatch,
    @JsonPropertyDescription("Share of a batch, in percent, that must succeed for it to pass.")
        @Min(1)
        @Max(100)
        @Nullable Integer batchThreshold,
    @JsonPropertyDescription("Failed batches in a row that stop the compartment; unset for never.")
        @Min(1)
        @Nullable Integer failureThreshold,
    @JsonPropertyDescription(
            "Progress in percent from which failures no longer stop or shrink the rollout.")
        @Min(1)
        @Max(100)
        @Nullable Integer safetyLimit) {}
