package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A package of `spec.packages` as stored (01 §3); its key in the map is its name.
@Stored
public record PackageDefinition(
    @JsonPropertyDescription("Leave out: the key of the package is its name.")
        @Size(max = 43)
        @Pattern("^[a-z][-a-z0-9]{0,41}[a-z]$")
        @Nullable String name,
    @JsonPropertyDescription(
            "Semantic version; it is also the tag of the image, and orders upgrades and downgrades.")
        @Required
        @Nullable String version,
    @JsonPropertyDescription("Registry and repository, without tag or digest.")
        @Required
        @Pattern("^\\S+$")
        @Nullable String image,
    @JsonPropertyDescription("Digest that is pulled instead of the tag.")
        @Pattern("^sha256:[0-9a-f]{64}$")
        @Nullable String containerSHA,
    @JsonPropertyDescription("Full reference of the agent image for this package alone.")
        @Nullable String agentImageOverride,
    @JsonPropertyDescription(
            "Interrupt after config. Its presence makes nodes cordon and drain first.")
        @Nullable InterruptDefinition interrupt,
    @JsonPropertyDescription("Version by name of the packages here that must be complete first.")
        @Nullable Map<String, String> dependsOn,
    @JsonPropertyDescription("Config files by key.") @Nullable Map<String, String> configMap,
    @JsonPropertyDescription(
            "Interrupt by configMap key, or by glob with *, that runs when such a key changes.")
        @Nullable Map<String, InterruptDefinition> configInterrupts,
    @JsonPropertyDescription(
            "Environment of the package's containers, before the operator's own variables.")
        @Nullable List<EnvVar> env,
    @JsonPropertyDescription("Requests and limits of the package's containers: all four or none.")
        @Nullable ResourceOverrides resources,
    @JsonPropertyDescription("Termination grace of the package's pods, such as 5m.")
        @Nullable String gracefulShutdown,
    @JsonPropertyDescription(
            "Bound of one attempt of a stage, such as 30m; 0 for none. An interrupt stage is bound as a whole.")
        @Nullable String stageTimeout,
    @JsonPropertyDescription("Explicit uninstall.") @Nullable UninstallSettings uninstall) {}
