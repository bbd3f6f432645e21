package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `spec` of a DeploymentPolicy as stored (01 §5.1).
@Stored
public record DeploymentPolicySpec(
    @JsonPropertyDescription("Budget and strategy of the nodes that no compartment matches.")
        @JsonProperty("default")
        @Required
        @Nullable DefaultCompartment defaults,
    @JsonPropertyDescription("Named groups of nodes; their order has no meaning.")
        @Nullable List<Compartment> compartments,
    @JsonPropertyDescription(
            "Whether batch counters start over on completion or on a change of a package version.")
        @Default("true")
        @Nullable Boolean resetBatchStateOnCompletion) {}
