package io.nodewright.api.admission;

/// What a writer should know about a write that is accepted (01 §6.7).
///
/// @param rule its id, such as `W3`
/// @param message for people
public record Warning(String rule, String message) {}
