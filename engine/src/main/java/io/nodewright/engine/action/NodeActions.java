package io.nodewright.engine.action;

import java.util.List;

/// What is done for one node, in order; the first action that fails ends the list for this pass.
///
/// @param node the node's name, which need not exist any more
/// @param atWork whether the node was at work before: such lists are started before lists that
///   begin new work
/// @param actions in order; never empty
public record NodeActions(String node, boolean atWork, List<Action> actions) {
  /// Copies the actions.
  public NodeActions {
    actions = List.copyOf(actions);
  }
}
