package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// A strategy as stored (01 §5.1); exactly one of the three is set (V31).
@Stored
public record PolicyStrategy(
    @JsonPropertyDescription("Batches of one size.") @Nullable FixedStrategy fixed,
    @JsonPropertyDescription("Batches that grow by a step.") @Nullable LinearStrategy linear,
    @JsonPropertyDescription("Batches that grow by a factor.")
        @Nullable ExponentialStrategy exponential) {}
