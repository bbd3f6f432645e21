package io.nodewright.engine.status;

import java.time.Instant;

/// A condition of a NodeWright (01 §4.3).
///
/// @param type such as `Ready`; deprecated twins carry the group's prefix, which the border adds
/// @param deprecatedTwin whether this is the prefixed twin of a bare condition
/// @param holds its status: true for `True`
/// @param reason one word
/// @param message for people
/// @param observedGeneration generation that it speaks of
/// @param since when `holds` last changed
public record Condition(
    String type,
    boolean deprecatedTwin,
    boolean holds,
    String reason,
    String message,
    long observedGeneration,
    Instant since) {}
