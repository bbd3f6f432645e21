package io.nodewright.cli.cluster;

import io.nodewright.api.Keys;
import io.nodewright.cli.console.Failure;
import tools.jackson.databind.JsonNode;

/// Looks whether the cluster serves our group (contract 07 §4).
public final class Preflight {

  private Preflight() {}

  /// Passes, or says why not.
  ///
  /// @throws Failure CE1, CE2, or the API server's own
  public static void check(ApiServer api) {
    boolean ours = false;
    boolean legacy = false;
    for (JsonNode group : api.json("/apis").path("groups")) {
      String name = group.path("name").stringValue("");
      ours |= name.equals(Keys.GROUP);
      legacy |= name.equals(Keys.LEGACY_GROUP);
    }
    if (ours) {
      return;
    }
    throw new Failure(
        legacy
            ? "this cluster serves "
                + Keys.LEGACY_GROUP
                + " but not "
                + Keys.GROUP
                + "; upgrade the operator to a NodeWright-capable version to use this CLI" // CE1
            : "this cluster does not serve "
                + Keys.GROUP
                + "; is the NodeWright operator installed?"); // CE2
  }
}
