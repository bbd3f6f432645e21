package io.nodewright.operator.act;

/// How one action ended.
sealed interface Outcome {

  /// It did what it was to do, or that was done already.
  ///
  /// @param changed whether a pass may find something else than before
  record Done(boolean changed) implements Outcome {}

  /// It did not, and that is known to whom it concerns: the list ends.
  ///
  /// @param why for the log
  record Ended(String why) implements Outcome {}

  /// Done, and something is not as before.
  Outcome DONE = new Done(true);

  /// Nothing was to be done.
  Outcome UNCHANGED = new Done(false);
}
