package io.nodewright.api.job;

import io.nodewright.engine.lifecycle.Attempt;

/// A Pod of a Job of ours.
///
/// @param jobUid UID of the Job that controls it
/// @param node the node it is bound to
/// @param attempt what was seen of it
public record OwnedAttempt(String jobUid, String node, Attempt attempt) {}
