package io.nodewright.simulation.operator;

/// What became of one action.
sealed interface Outcome {

  /// It is done.
  ///
  /// @param changed whether a pass may find something else than before
  record Done(boolean changed) implements Outcome {}

  /// It is not, and that is known to whom it concerns: the list ends.
  record Ended(String why) implements Outcome {}

  /// Its request failed.
  record Failed(Failure failure) implements Outcome {}

  /// Done, and something is not as before.
  Outcome DONE = new Done(true);

  /// Nothing was to be done.
  Outcome UNCHANGED = new Done(false);
}
