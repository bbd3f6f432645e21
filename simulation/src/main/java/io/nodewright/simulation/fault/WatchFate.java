package io.nodewright.simulation.fault;

import java.time.Duration;

/// How a change reaches a subscriber. Changes of one kind never overtake each other.
public sealed interface WatchFate {

  /// The usual one.
  WatchFate AT_ONCE = new Delivered(Duration.ofMillis(2));

  /// It arrives.
  ///
  /// @param lag how long it takes
  record Delivered(Duration lag) implements WatchFate {}

  /// Until it arrives, later changes of the same object take its place: only the last is delivered.
  ///
  /// @param lag how long it waits for later ones
  record Merged(Duration lag) implements WatchFate {}

  /// It arrives, and later once more: the object seems to go back, and then forward to the latest
  /// that was delivered.
  ///
  /// @param lag how long it takes
  /// @param again how long after the first delivery
  record Redelivered(Duration lag, Duration again) implements WatchFate {}

  /// The watch breaks before it arrives; after a while the subscriber lists anew.
  ///
  /// @param until how long the subscriber is without a watch
  /// @param emptyFirst whether the first list it gets is empty, wrongly; a right one follows after
  ///   the same time again
  record Broken(Duration until, boolean emptyFirst) implements WatchFate {}
}
