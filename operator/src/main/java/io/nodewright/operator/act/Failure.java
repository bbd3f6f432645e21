package io.nodewright.operator.act;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;

/// Why a request did not do what it was to do.
///
/// @param kind what follows from it
/// @param message the API server's text, or the connection's
/// @param retryAfter what the API server asked for; zero when it asked for nothing
record Failure(Kind kind, String message, Duration retryAfter) {

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

  static final Failure NOT_LEADING = new Failure(Kind.NOT_LEADING, "not leading", Duration.ZERO);

  static Failure of(KubernetesClientException e) {
    Status status = e.getStatus();
    String message =
        status != null && status.getMessage() != null
            ? status.getMessage()
            : String.valueOf(e.getMessage());
    return new Failure(kind(e.getCode()), message, retryAfter(status));
  }

  // A JSON Patch whose test fails is answered 422; creates, where 422 is a refusal, look
  // themselves.
  private static Kind kind(int code) {
    return switch (code) {
      case 404, 409, 410, 412, 422 -> Kind.PRECONDITION;
      case -1, 0 -> Kind.UNANSWERED; // what the library has without an answer
      case 429, 500, 502, 503, 504 -> Kind.BUSY;
      default -> Kind.REFUSED;
    };
  }

  private static Duration retryAfter(Status status) {
    return status == null
            || status.getDetails() == null
            || status.getDetails().getRetryAfterSeconds() == null
        ? Duration.ZERO
        : Duration.ofSeconds(status.getDetails().getRetryAfterSeconds());
  }
}
