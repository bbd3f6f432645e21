package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import org.jspecify.annotations.Nullable;

/// `resources` of a package as stored (01 §3): texts, so that what a user wrote is kept.
@Stored
public record ResourceOverrides(
    @JsonPropertyDescription("CPU request of each container.") @Pattern(QuantityText.PATTERN)
        @Nullable String cpuRequest,
    @JsonPropertyDescription("CPU limit of each container.") @Pattern(QuantityText.PATTERN)
        @Nullable String cpuLimit,
    @JsonPropertyDescription("Memory request of each container.") @Pattern(QuantityText.PATTERN)
        @Nullable String memoryRequest,
    @JsonPropertyDescription("Memory limit of each container.") @Pattern(QuantityText.PATTERN)
        @Nullable String memoryLimit) {}
