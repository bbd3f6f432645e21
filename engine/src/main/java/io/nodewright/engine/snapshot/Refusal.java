package io.nodewright.engine.snapshot;

import io.nodewright.engine.lifecycle.JobKey;
import java.time.Instant;

/// A create that the API server refused; kept in memory for speed alone. Lost at a restart, it is
/// met again.
///
/// @param key the Job that was to be created; for a ConfigMap the stage is of no meaning
/// @param kind what happened
/// @param object kind and name of the object, such as `Job gpu-tuning-…`
/// @param message the API server's text, or who owns the name
/// @param since first time
/// @param retryAt not tried before
public record Refusal(
    JobKey key, Kind kind, String object, String message, Instant since, Instant retryAt) {

  /// Why it was refused.
  public enum Kind {
    /// An object of somebody else holds the name (03 §11.1).
    NAME_TAKEN,
    /// Admission, quota or another rule of the API server.
    REJECTED
  }
}
