package io.nodewright.operator.answer;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Why a request did not do what it was to do.
///
/// @param kind what follows from it
/// @param message the API server's text, or the connection's
/// @param retryAfter what the API server asked for; zero when it asked for nothing
public record Failure(Kind kind, String message, Duration retryAfter) {

  /// What follows from a failure.
  public enum Kind {
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

  /// What a closed fence answers.
  public static final Failure NOT_LEADING =
      new Failure(Kind.NOT_LEADING, "not leading", Duration.ZERO);

  private static final int UNPROCESSABLE = 422;
  private static final String BY_WEBHOOK = "admission webhook";

  /// What an answer means for the request that got it. A create looks itself: there, 409 is not
  /// about what was decided on.
  public static Failure of(KubernetesClientException e) {
    Status status = e.getStatus();
    String message =
        status != null && status.getMessage() != null
            ? status.getMessage()
            : String.valueOf(e.getMessage());
    return new Failure(kind(e.getCode(), message, status), message, retryAfter(status));
  }

  private static Kind kind(int code, String message, @Nullable Status status) {
    return switch (code) {
      case 404, 409, 410, 412 -> Kind.PRECONDITION;
      case UNPROCESSABLE -> changedSince(message, status) ? Kind.PRECONDITION : Kind.REFUSED;
      case -1, 0 -> Kind.UNANSWERED; // what the library has without an answer
      case 429, 500, 502, 503, 504 -> Kind.BUSY;
      default -> Kind.REFUSED;
    };
  }

  /// Whether a 422 is about what was seen. A JSON Patch that does not apply, since a test of it
  /// fails, is answered without a word on any object. A merge patch of an object that has another
  /// UID by now is answered as a change of that field. All else is a verdict on what the object
  /// would be: of its schema, its validation, a policy or a webhook.
  private static boolean changedSince(String message, @Nullable Status status) {
    StatusDetails details = status == null ? null : status.getDetails();
    if (details == null) {
      return !message.startsWith(BY_WEBHOOK);
    }
    List<StatusCause> causes = details.getCauses() == null ? List.of() : details.getCauses();
    if (causes.stream().anyMatch(cause -> "metadata.uid".equals(cause.getField()))) {
      return true;
    }
    boolean onAnObject = details.getKind() != null && !details.getKind().isEmpty();
    return !onAnObject && causes.isEmpty() && !message.startsWith(BY_WEBHOOK);
  }

  private static Duration retryAfter(@Nullable Status status) {
    return status == null
            || status.getDetails() == null
            || status.getDetails().getRetryAfterSeconds() == null
        ? Duration.ZERO
        : Duration.ofSeconds(status.getDetails().getRetryAfterSeconds());
  }
}
