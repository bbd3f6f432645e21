package io.nodewright.cli.cluster;

import io.nodewright.cli.console.Failure;

/// The API server did not do what was asked, or did not answer.
public final class ApiFailure extends Failure {

  private static final long serialVersionUID = 1L;
  private static final int UNANSWERED = 0;
  private final int code;

  ApiFailure(int code, String message) {
    super(message);
    this.code = code;
  }

  static ApiFailure unanswered(String message) {
    return new ApiFailure(UNANSWERED, message);
  }

  /// Whether there is no such object.
  public boolean notFound() {
    return code == 404;
  }

  /// Whether the object is not any more as it was read.
  public boolean conflict() {
    return code == 409;
  }

  /// Whether the caller may not.
  public boolean forbidden() {
    return code == 403;
  }

  /// Whether what to go on from is too old, so that one has to list again.
  public boolean expired() {
    return code == 410;
  }
}
