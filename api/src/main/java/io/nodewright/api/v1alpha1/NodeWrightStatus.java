package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `status` of a NodeWright (01 §4.1), written as a whole.
@Stored
public record NodeWrightStatus(
    @JsonPropertyDescription("What the resource as a whole is doing.") @Nullable String status,
    @JsonPropertyDescription("Generation that was last seen complete.") @Min(0)
        @Nullable Long observedGeneration,
    @JsonPropertyDescription("Status of each node.") @Nullable Map<String, String> nodeStatus,
    @JsonPropertyDescription("What each node records of each package, by package and version.")
        @Nullable Map<String, Map<String, PackageStatus>> nodeState,
    @JsonPropertyDescription("Nodes in progress or erroring.") @Default("0")
        @Nullable Integer nodesInProgress,
    @JsonPropertyDescription("Complete nodes of all nodes.") @Default("0/0")
        @Nullable String completeNodes,
    @JsonPropertyDescription("Packages with their versions.") @Nullable String packageList,
    @JsonPropertyDescription("Conditions, by type.") @Nullable List<Condition> conditions,
    @JsonPropertyDescription("Nodes that were picked, and when.")
        @Nullable Map<String, String> nodePriority,
    @JsonPropertyDescription("How many nodes have left nodePriority since ordering last restarted.")
        @Nullable Integer nodeOrderOffset,
    @JsonPropertyDescription("Order number that was pinned for each picked node.")
        @Nullable Map<String, Integer> nodeOrder,
    @JsonPropertyDescription("Last seen boot id of each node.")
        @Nullable Map<String, String> nodeBootIds,
    @JsonPropertyDescription("Changed configMap keys of each package that is not done with them.")
        @Nullable Map<String, List<String>> configUpdates,
    @JsonPropertyDescription("Progress of each compartment.")
        @Nullable Map<String, CompartmentStatus> compartmentStatuses) {}
