package io.nodewright.api.job;

import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The annotation `package` of Jobs and Pods: the full identity that labels may shorten (03 §4).
///
/// @param ref name and version
/// @param nodeWright the owner's name
/// @param stage the stage
/// @param image the bare image
/// @param containerSha the pinned digest; empty when none is pinned
public record PackageIdentity(
    PackageRef ref, String nodeWright, Stage stage, String image, String containerSha) {

  private static final JsonMapper JSON = new JsonMapper();

  /// Identity of a package for the stage of a Job.
  public static PackageIdentity of(JobKey key, PackageSpec spec) {
    return new PackageIdentity(
        spec.ref(), key.nodeWright(), key.stage(), spec.image(), spec.containerSha());
  }

  /// Reads the annotation; empty when it is absent or unreadable. The older member `invalid` and
  /// members of something newer do not matter.
  public static Optional<PackageIdentity> parse(@Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      JsonNode json = JSON.readTree(text);
      PackageRef ref = new PackageRef(member(json, "name"), member(json, "version"));
      String nodeWright = member(json, "skyhook");
      return nodeWright.isEmpty()
          ? Optional.empty()
          : Stage.of(member(json, "stage"))
              .map(
                  stage ->
                      new PackageIdentity(
                          ref,
                          nodeWright,
                          stage,
                          member(json, "image"),
                          member(json, "containerSHA")));
    } catch (JacksonException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// The annotation's value: compact, members in the order of 03 §4.
  public String json() {
    ObjectNode json = JSON.createObjectNode();
    json.put("name", ref.name());
    json.put("version", ref.version());
    json.put("skyhook", nodeWright);
    json.put("stage", stage.word());
    json.put("image", image);
    if (!containerSha.isEmpty()) {
      json.put("containerSHA", containerSha);
    }
    return JSON.writeValueAsString(json);
  }

  private static String member(JsonNode json, String name) {
    JsonNode value = json.get(name);
    return value != null && value.isString() ? value.stringValue() : "";
  }
}
