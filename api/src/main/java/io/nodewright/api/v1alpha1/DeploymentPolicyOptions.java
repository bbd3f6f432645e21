package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import org.jspecify.annotations.Nullable;

/// `spec.deploymentPolicyOptions` as stored (01 §2). The object's presence alone sets the override,
/// by the schema's default.
@Stored
public record DeploymentPolicyOptions(
    @JsonPropertyDescription(
            "Whether batch counters start over on completion or on a change of a package version.")
        @Default("true")
        @Nullable Boolean resetBatchStateOnCompletion) {}
