package io.nodewright.cli.command;

import io.nodewright.cli.console.Failure;
import io.nodewright.engine.lifecycle.NodeState;

/// `<name>[:<version>]` (CE10).
///
/// @param name of the package
/// @param version of it; empty for all
record PackageArgument(String name, String version) {

  static PackageArgument parse(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String version = colon < 0 ? "" : text.substring(colon + 1);
    if (name.isBlank() || (colon >= 0 && version.isBlank())) {
      throw new Failure(
          "invalid --package \"" + text + "\": expected <name> or <name>:<version>"); // CE10
    }
    return new PackageArgument(name, version);
  }

  /// As it was written.
  String shown() {
    return version.isEmpty() ? name : name + ":" + version;
  }

  /// Whether a node has the package in any version, or cannot tell.
  boolean concerns(NodeState state) {
    return switch (state) {
      case NodeState.Known known ->
          known.entries().keySet().stream().anyMatch(ref -> ref.name().equals(name));
      case NodeState.Unreadable _ -> true;
    };
  }

  /// Whether something goes from that node.
  boolean goesFrom(NodeState state) {
    return switch (state) {
      case NodeState.Known known ->
          known.entries().keySet().stream()
              .anyMatch(
                  ref ->
                      ref.name().equals(name)
                          && (version.isEmpty() || ref.version().equals(version)));
      case NodeState.Unreadable _ -> false;
    };
  }
}
