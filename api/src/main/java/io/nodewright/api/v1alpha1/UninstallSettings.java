package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/// `uninstall` of a package as stored (01 §3).
@Stored
public record UninstallSettings(
    @JsonPropertyDescription("Whether the package ships uninstall scripts.")
        @Required
        @Default("false")
        @Nullable Boolean enabled,
    @JsonPropertyDescription("Run the uninstall on every target node; back to false cancels it.")
        @Required
        @Default("false")
        @Nullable Boolean apply) {}
