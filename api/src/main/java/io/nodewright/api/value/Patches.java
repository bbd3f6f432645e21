package io.nodewright.api.value;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The bodies of patches that are no node's: conditional on the UID, or on UID and version.
public final class Patches {

  /// Members by name: the same patch is the same text in every process, whatever map it came from.
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private Patches() {}

  /// A merge patch of an object with that UID. For another object the API server refuses it (422).
  ///
  /// @param metadata further members of `metadata`; a null value removes a member
  /// @param others members beside `metadata`
  public static String merge(String uid, Map<String, ?> metadata, Map<String, ?> others) {
    Map<String, Object> withUid = new LinkedHashMap<>();
    withUid.put("uid", uid);
    withUid.putAll(metadata);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("metadata", withUid);
    body.putAll(others);
    return JSON.writeValueAsString(body);
  }

  /// A JSON Patch that puts one value in the place of what is there, of exactly that version of the
  /// object. For another one the API server answers 422.
  ///
  /// @param pointer where, as a JSON pointer
  public static String replacing(String uid, String resourceVersion, String pointer, Object value) {
    return JSON.writeValueAsString(
        List.of(
            operation("test", "/metadata/uid", uid),
            operation("test", "/metadata/resourceVersion", resourceVersion),
            operation("add", pointer, value)));
  }

  /// As [#replacing(String, String, String, Object)], and takes away what is at `removed`, which
  /// has to be there.
  public static String replacing(
      String uid, String resourceVersion, String pointer, Object value, String removed) {
    return JSON.writeValueAsString(
        List.of(
            operation("test", "/metadata/uid", uid),
            operation("test", "/metadata/resourceVersion", resourceVersion),
            operation("add", pointer, value),
            Map.of("op", "remove", "path", removed)));
  }

  private static Map<String, Object> operation(String op, String pointer, Object value) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("op", op);
    members.put("path", pointer);
    members.put("value", value);
    return members;
  }
}
