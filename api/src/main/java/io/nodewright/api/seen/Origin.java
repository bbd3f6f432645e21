package io.nodewright.api.seen;

/// How this process learned of a change.
public enum Origin {
  /// From a watch or a list.
  WATCHED,
  /// From the answer to a request of its own, whose sender wakes whom it concerns.
  ANSWERED
}
