package io.nodewright.api.admission;

/// Why a write is refused.
///
/// @param rule id of the rule in contract 01 §6, such as `V24`
/// @param path the field at fault, such as `spec.packages.tuning.version`
/// @param message what is wrong; it holds the fragments that clients match on
public record Violation(String rule, String path, String message) {}
