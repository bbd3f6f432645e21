package io.nodewright.engine.snapshot;

/// A node-metadata ConfigMap as it was seen (03 §10.2); its data is never read back.
///
/// @param nodeWright owner by label
/// @param node the node it describes, from its annotation
/// @param name object name
/// @param uid its UID
/// @param packages fingerprint of the packages that it tells of; empty when it has none
public record MetadataView(
    String nodeWright, String node, String name, String uid, String packages) {}
