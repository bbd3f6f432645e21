package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the API server answers in place of an object.
public final class ApiFailure extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final int code;
  private final String reason;
  private final transient @Nullable Status status;

  /// @param code HTTP status
  /// @param reason the API's word, such as `Conflict`
  public ApiFailure(int code, String reason, String message) {
    this(code, reason, message, null);
  }

  private ApiFailure(int code, String reason, String message, @Nullable Status status) {
    super(message, null, false, false); // an answer, not a bug: no stack is wanted
    this.code = code;
    this.reason = reason;
    this.status = status;
  }

  /// What an eviction is answered that a budget does not allow.
  ///
  /// @param why the text of its cause
  public static ApiFailure budget(String why) {
    String message = "Cannot evict pod as it would violate the pod's disruption budget.";
    Status status =
        new StatusBuilder()
            .withCode(429)
            .withReason("TooManyRequests")
            .withMessage(message)
            .withNewDetails()
            .addNewCause(null, why, "DisruptionBudget")
            .endDetails()
            .build();
    return new ApiFailure(429, "TooManyRequests", message, status);
  }

  /// The answer's body, where it says more than code, reason and message.
  public Optional<Status> status() {
    return Optional.ofNullable(status);
  }

  /// HTTP status.
  public int code() {
    return code;
  }

  /// The API's word, such as `Conflict`.
  public String reason() {
    return reason;
  }

  /// The message, never null.
  public String text() {
    return String.valueOf(getMessage());
  }

  static ApiFailure notFound(Kind<?> kind, String name) {
    return new ApiFailure(404, "NotFound", "%s \"%s\" not found".formatted(kind.plural(), name));
  }

  static ApiFailure exists(Kind<?> kind, String name) {
    return new ApiFailure(
        409, "AlreadyExists", "%s \"%s\" already exists".formatted(kind.plural(), name));
  }

  static ApiFailure conflict(Kind<?> kind, String name, String why) {
    return new ApiFailure(
        409,
        "Conflict",
        "Operation cannot be fulfilled on %s \"%s\": %s".formatted(kind.plural(), name, why));
  }

  static ApiFailure invalid(Kind<?> kind, String name, String why) {
    return new ApiFailure(
        422, "Invalid", "%s \"%s\" is invalid: %s".formatted(kind.name(), name, why));
  }

  /// What admission answers that does not want it.
  public static ApiFailure forbidden(Kind<?> kind, String name, String why) {
    return new ApiFailure(
        403, "Forbidden", "%s \"%s\" is forbidden: %s".formatted(kind.plural(), name, why));
  }

  static ApiFailure unprocessable(String why) {
    return new ApiFailure(
        422, "Invalid", "the server rejected our request due to an error in our request: " + why);
  }

  static ApiFailure tooLarge(String why) {
    return new ApiFailure(413, "RequestEntityTooLarge", why);
  }
}
