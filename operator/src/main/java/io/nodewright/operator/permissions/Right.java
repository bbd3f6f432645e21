package io.nodewright.operator.permissions;

/// One thing that the API server is asked about: one verb on one resource.
///
/// @param name of the one object that it is about; empty for all
record Right(String group, String resource, String verb, String namespace, String name) {}
