package io.nodewright.engine.lifecycle;

/// One environment variable of a package. Its source (a value, a Secret, a field …) is opaque here.
///
/// @param name the variable
/// @param definition the whole entry in one canonical text, so that equal definitions are equal
///   texts
public record EnvEntry(String name, String definition) {}
