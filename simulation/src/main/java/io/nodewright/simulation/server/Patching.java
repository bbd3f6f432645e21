package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/// Applies the body of a patch: the members that it touches are laid out as JSON, patched as the
/// RFCs have it, and taken back.
final class Patching {

  private Patching() {}

  /// The object as the patch wants it; not stored yet.
  ///
  /// @throws ApiFailure 400 for what is no JSON, 422 for a JSON Patch that does not apply
  /// @throws IllegalStateException for a member that is not modelled
  static <T extends HasMetadata> T apply(
      Kind<T> kind, T stored, PatchKind form, String body, Part part) {
    JsonNode patch = parse(body);
    ObjectNode before = Member.JSON.createObjectNode();
    List<Member<T>> touched = new ArrayList<>();
    List<List<String>> paths = form == PatchKind.JSON ? JsonPatching.paths(patch) : leaves(patch);
    for (Member<T> member : Member.of(kind)) {
      if (paths.stream().anyMatch(path -> related(path, member.at()))) {
        touched.add(member);
        lay(before, member, stored);
      }
    }
    refuseUnknown(kind, paths, touched, body);
    JsonNode after =
        switch (form) {
          case JSON -> JsonPatching.apply(before, patch);
          case MERGE -> Merging.merge(before, patch, false);
          case STRATEGIC -> Merging.merge(before, patch, true);
        };
    T next = kind.copy(stored);
    for (Member<T> member : touched) {
      JsonNode old = at(before, member.at());
      JsonNode now = at(after, member.at());
      if (!java.util.Objects.equals(old, now)) {
        member.write().accept(next, now);
      }
    }
    checkVersion(kind, stored, next, form);
    return next;
  }

  private static JsonNode parse(String body) {
    try {
      return Member.JSON.readTree(body);
    } catch (JacksonException e) {
      throw new ApiFailure(400, "BadRequest", "body of a patch: " + e.getMessage());
    }
  }

  /// A version in a merge is a precondition; in a JSON Patch only a test makes it one.
  private static <T extends HasMetadata> void checkVersion(
      Kind<T> kind, T stored, T next, PatchKind form) {
    String version = stored.getMetadata().getResourceVersion();
    if (form != PatchKind.JSON && !version.equals(next.getMetadata().getResourceVersion())) {
      throw Writes.modified(kind, stored.getMetadata().getName());
    }
  }

  private static boolean related(List<String> path, List<String> member) {
    int shared = Math.min(path.size(), member.size());
    return path.subList(0, shared).equals(member.subList(0, shared));
  }

  private static <T extends HasMetadata> void refuseUnknown(
      Kind<T> kind, List<List<String>> paths, List<Member<T>> touched, String body) {
    for (List<String> path : paths) {
      boolean known =
          touched.stream()
              .anyMatch(member -> path.size() >= member.at().size() && related(path, member.at()));
      if (!known) {
        throw new IllegalStateException(
            "the simulation does not know %s of a %s, which a patch touches: %s"
                .formatted(String.join("/", path), kind.name(), body));
      }
    }
  }

  private static <T> void lay(ObjectNode document, Member<T> member, T stored) {
    Object value = member.read().apply(stored);
    ObjectNode parent = document;
    List<String> at = member.at();
    for (String name : at.subList(0, at.size() - 1)) {
      JsonNode child = parent.get(name);
      parent = child instanceof ObjectNode object ? object : parent.putObject(name);
    }
    if (value != null) {
      parent.set(at.getLast(), Member.JSON.valueToTree(value));
    }
  }

  private static @Nullable JsonNode at(JsonNode document, List<String> path) {
    JsonNode node = document;
    for (String name : path) {
      if (node == null) {
        return null;
      }
      node = node.get(name);
    }
    return node instanceof NullNode ? null : node;
  }

  /// Where a merge patch changes something: down to what is no object, or an empty one.
  private static List<List<String>> leaves(JsonNode patch) {
    List<List<String>> paths = new ArrayList<>();
    collect(patch, List.of(), paths);
    return paths;
  }

  private static void collect(JsonNode node, List<String> at, List<List<String>> paths) {
    if (!(node instanceof ObjectNode object) || object.isEmpty()) {
      paths.add(at);
      return;
    }
    for (String name : new TreeSet<>(object.propertyNames())) {
      List<String> below = new ArrayList<>(at);
      below.add(name);
      JsonNode child = object.get(name);
      if (child != null) {
        collect(child, below, paths);
      }
    }
  }
}
