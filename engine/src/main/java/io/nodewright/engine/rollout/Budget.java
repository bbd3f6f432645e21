package io.nodewright.engine.rollout;

/// How many nodes of a population may be worked on at once (05 §4).
public sealed interface Budget {

  /// No limit: all at once.
  record Unset() implements Budget {}

  /// An absolute number.
  ///
  /// @param nodes 0 or more; 0 admits one node all the same
  record Count(int nodes) implements Budget {}

  /// A share.
  ///
  /// @param percent 0 to 100
  record Percent(int percent) implements Budget {}

  /// The ceiling for that population, as status reports it: a count as given, a percentage rounded
  /// down but at least 1, and 0 when nothing matches a percentage (05 §4).
  default int ceiling(int population) {
    return switch (this) {
      case Unset _ -> population;
      case Count(int nodes) -> nodes;
      case Percent(int percent) ->
          population == 0 ? 0 : (int) Math.max(1, (long) population * percent / 100);
    };
  }
}
