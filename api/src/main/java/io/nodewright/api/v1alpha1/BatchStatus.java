package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `batchState` of a compartment (01 §4.1); zero values are left out.
@Stored
public record BatchStatus(
    @JsonPropertyDescription("Number of the batch that runs or comes next, from 1.")
        @Nullable Integer currentBatch,
    @JsonPropertyDescription("Failed batches in a row.") @Nullable Integer consecutiveFailures,
    @JsonPropertyDescription("Nodes that completed, over all batches.")
        @Nullable Integer completedNodes,
    @JsonPropertyDescription("Nodes that failed, over all batches.") @Nullable Integer failedNodes,
    @JsonPropertyDescription("Whether the compartment is stopped.") @Nullable Boolean shouldStop,
    @JsonPropertyDescription("Nodes of the last evaluated batch.") @Nullable Integer lastBatchSize,
    @JsonPropertyDescription("Whether that batch missed its pass mark.")
        @Nullable Boolean lastBatchFailed,
    @JsonPropertyDescription("Names of the running batch's nodes, sorted.")
        @Nullable List<String> currentBatchNodes) {}
