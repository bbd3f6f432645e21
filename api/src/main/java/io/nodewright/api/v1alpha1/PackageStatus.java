package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/// What a node records of a package, as copied into the status (01 §4.1).
@Stored
public record PackageStatus(
    @JsonPropertyDescription("Package name.") @Required @Nullable String name,
    @JsonPropertyDescription("Package version.") @Required @Nullable String version,
    @JsonPropertyDescription("Image as in the spec.") @Required @Nullable String image,
    @JsonPropertyDescription("Digest that was deployed, when one is pinned.")
        @Nullable String containerSHA,
    @JsonPropertyDescription("Current stage.") @Required @Nullable String stage,
    @JsonPropertyDescription("State of that stage.") @Required @Nullable String state,
    @JsonPropertyDescription("Failed attempts of that stage; omitted when 0.")
        @Nullable Integer restarts,
    @JsonPropertyDescription("Whether the package's own interrupt is still owed on this node.")
        @Nullable Boolean interruptPending) {}
