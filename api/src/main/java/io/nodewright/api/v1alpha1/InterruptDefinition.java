package io.nodewright.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An interrupt as stored (01 §3).
@Stored
public record InterruptDefinition(
    @JsonPropertyDescription("What has to happen on the host.") @Required @Nullable String type,
    @JsonPropertyDescription("systemd units that an interrupt of type service restarts.")
        @Nullable List<String> services) {}
