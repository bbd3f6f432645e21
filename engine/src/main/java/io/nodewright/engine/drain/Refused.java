package io.nodewright.engine.drain;

import java.time.Instant;

/// An eviction that a PodDisruptionBudget refused (04 §6.4). Kept in memory alone: after a restart
/// it is tried again at once.
///
/// @param pod which pod
/// @param nodeWright on whose behalf
/// @param message the API server's text
/// @param at when
public record Refused(PodRef pod, String nodeWright, String message, Instant at) {}
