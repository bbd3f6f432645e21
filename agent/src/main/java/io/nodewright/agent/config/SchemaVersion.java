package io.nodewright.agent.config;

import io.nodewright.agent.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/// One version of the manifest's schema, as data: its check and the way to the next version (06
/// §7.1). A second version is one more entry of the list and a reader of its own.
///
/// @param name the value of `schema_version`
/// @param check finds what does not fit
/// @param toNext the same document in the next version; the identity for the newest
record SchemaVersion(
    String name, BiConsumer<Json.Obj, Findings> check, UnaryOperator<Json.Obj> toNext) {

  /// Oldest first; versions are ordered by their number, so `v10` comes after `v2`.
  private static final List<SchemaVersion> KNOWN =
      List.of(new SchemaVersion("v1", SchemaV1::read, UnaryOperator.identity()));

  /// The version of that exact name and all later ones, oldest first; empty if the name is unknown.
  static Optional<List<SchemaVersion>> from(String name) {
    for (int i = 0; i < KNOWN.size(); i++) {
      if (KNOWN.get(i).name.equals(name)) {
        return Optional.of(KNOWN.subList(i, KNOWN.size()));
      }
    }
    return Optional.empty();
  }

  static String known() {
    List<String> names = new ArrayList<>();
    for (SchemaVersion version : KNOWN) {
      names.add(version.name);
    }
    return String.join(", ", names);
  }
}
