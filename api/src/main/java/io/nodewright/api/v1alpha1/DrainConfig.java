package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import org.jspecify.annotations.Nullable;

/// `spec.drainConfig` as stored (01 §2); durations are texts, which admission parses (V26).
@Stored
public record DrainConfig(
    @JsonPropertyDescription(
            "Delete pods instead of evicting them; PodDisruptionBudgets are then not asked.")
        @Default("false")
        @Nullable Boolean disableEviction,
    @JsonPropertyDescription(
            "Whether pods with an emptyDir volume may go; if not, they block the drain.")
        @Default("true")
        @Nullable Boolean deleteEmptyDirData,
    @JsonPropertyDescription(
            "Whether pods without a controller may go; if not, they block the drain.")
        @Default("true")
        @Nullable Boolean force,
    @JsonPropertyDescription("Leave pods of DaemonSets alone.") @Default("true")
        @Nullable Boolean ignoreDaemonSets,
    @JsonPropertyDescription(
            "Bound of the whole drain, such as 10m; 0 or unset for none. When it is over, the node is erroring.")
        @Nullable String timeout,
    @JsonPropertyDescription(
            "Termination grace of each pod, such as 30s; unset for the pod's own, 0 for at once.")
        @Nullable String gracePeriod) {}
