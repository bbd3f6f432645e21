package io.nodewright.api.job;

import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.JobKey;

/// A Pod of a Job of ours.
///
/// @param jobUid UID of the Job that controls it; empty when it was taken from its Job
/// @param key what it is for, by its own annotation and labels
/// @param identified whether its package annotation can be read: if not, it tells nothing of its
///   Job's progress (02 §4.21)
/// @param attempt what was seen of it
public record OwnedAttempt(String jobUid, JobKey key, boolean identified, Attempt attempt) {

  /// The node it is bound to.
  public String node() {
    return key.node();
  }

  /// Whether it may still be at work on its node.
  public boolean alive() {
    return switch (attempt.phase()) {
      case PENDING, RUNNING, UNKNOWN -> true;
      case SUCCEEDED, FAILED -> false;
    };
  }
}
