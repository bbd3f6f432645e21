package io.nodewright.simulation.operator;

import io.nodewright.simulation.server.ApiFailure;

/// Why a request did not do what it was to do.
///
/// @param kind what follows from it
/// @param code HTTP status; 0 when there was no answer
/// @param message the API server's text
record Failure(Kind kind, int code, String message) {

  /// What follows from a failure.
  enum Kind {
    /// The world is not as it was decided on: read it again, decide again.
    PRECONDITION,
    /// The API server is busy or broken: the same request again, later.
    BUSY,
    /// Nobody knows whether it was done: read before deciding again.
    UNANSWERED,
    /// The API server does not allow it: later, for others may have to change something.
    REFUSED,
    /// This process does not lead: nothing was sent.
    NOT_LEADING
  }

  static final Failure NOT_LEADING = new Failure(Kind.NOT_LEADING, 0, "not leading");
  static final Failure UNANSWERED = new Failure(Kind.UNANSWERED, 0, "no answer");

  /// A name that was taken a moment ago and is not any more. Tried again, and less often each time,
  /// lest an API server that goes on saying so is asked without end.
  static final Failure WENT = new Failure(Kind.PRECONDITION, 409, "it went just now");

  static Failure of(ApiFailure failure) {
    return of(failure.code(), failure.text());
  }

  static Failure of(int code, String message) {
    return new Failure(
        switch (code) {
          case 404, 409, 410, 412, 422 -> Kind.PRECONDITION;
          case 429, 500, 502, 503, 504 -> Kind.BUSY;
          default -> Kind.REFUSED;
        },
        code,
        message);
  }

  /// What it means for a create: the name is taken.
  boolean exists() {
    return code == 409;
  }

  /// What it means for a create: the API server does not allow the object.
  boolean createRefused() {
    return switch (code) {
      case 400, 403, 404, 413, 422 -> true;
      default -> false;
    };
  }
}
