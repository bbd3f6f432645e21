package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/// One of `status.compartmentStatuses` (01 §4.1).
@Stored
public record CompartmentStatus(
    @JsonPropertyDescription("Nodes of the compartment.") @Required @Nullable Integer matched,
    @JsonPropertyDescription("Ceiling by its budget.") @Required @Nullable Integer ceiling,
    @JsonPropertyDescription("Nodes in progress.") @Required @Nullable Integer inProgress,
    @JsonPropertyDescription("Complete nodes.") @Required @Nullable Integer completed,
    @JsonPropertyDescription("Completed share in percent.") @Required
        @Nullable Integer progressPercent,
    @JsonPropertyDescription("Memory of the batches; absent without a strategy.")
        @Nullable BatchStatus batchState) {}
