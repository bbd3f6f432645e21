package io.nodewright.simulation.fault;

import java.time.Duration;

/// What becomes of a request.
public sealed interface RequestFate {

  /// The usual one.
  RequestFate QUICK = new Served(Duration.ofMillis(2), Duration.ofMillis(1));

  /// It is served and answered.
  ///
  /// @param there until the API server acts
  /// @param back until the answer arrives
  record Served(Duration there, Duration back) implements RequestFate {}

  /// The API server answers with an error and does nothing: 429, 500, 503.
  ///
  /// @param after until the answer arrives
  /// @param code HTTP status
  record Refused(Duration after, int code) implements RequestFate {}

  /// It never arrives; the client hears of that as of a broken connection.
  ///
  /// @param after until the client gives up
  record NeverArrived(Duration after) implements RequestFate {}

  /// The API server acts, and the answer is lost.
  ///
  /// @param there until the API server acts
  /// @param after until the client gives up, counted from sending
  record AnswerLost(Duration there, Duration after) implements RequestFate {}
}
