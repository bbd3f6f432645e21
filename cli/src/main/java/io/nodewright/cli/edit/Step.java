package io.nodewright.cli.edit;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What a command wants of one node, worked out from how it was read.
public sealed interface Step {

  /// It is to be changed.
  ///
  /// @param patch a merge patch, without a version
  /// @param plan what will be done, for a preview
  /// @param done what was done
  /// @param notes of it, said after the change
  record Change(ObjectNode patch, String plan, String done, List<String> notes) implements Step {
    /// Copies the notes.
    public Change {
      notes = List.copyOf(notes);
    }
  }

  /// It is left alone.
  ///
  /// @param reason for programs
  /// @param said the line for people
  /// @param warning whether that line is a warning
  record Skip(String reason, String said, boolean warning) implements Step {}

  /// It is left alone, and whoever asked is told that this is an error.
  ///
  /// @param error the line
  record Refuse(String error) implements Step {}

  /// CW7.
  static Skip skipped(String node, String reason) {
    return new Skip(reason, "node \"%s\": %s; skipped".formatted(node, reason), true);
  }
}
