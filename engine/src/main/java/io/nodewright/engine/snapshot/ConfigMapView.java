package io.nodewright.engine.snapshot;

import io.nodewright.engine.lifecycle.PackageRef;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A package's ConfigMap as it was seen (03 §10.1).
///
/// @param nodeWright owner by label
/// @param ref package and version, from its annotations
/// @param name object name
/// @param uid its UID
/// @param resourceVersion its version, for conditional writes
/// @param ownerUid UID of its controller owner; empty when it has none
/// @param deleting whether it has a deletion timestamp
/// @param gateOpen whether it is marked that the gate of 02 §6 has opened for the data that the
///   spec wants and that this does not have yet
/// @param data its data
public record ConfigMapView(
    String nodeWright,
    PackageRef ref,
    String name,
    String uid,
    String resourceVersion,
    String ownerUid,
    boolean deleting,
    boolean gateOpen,
    SortedMap<String, String> data) {

  /// Copies the data.
  public ConfigMapView {
    data = Collections.unmodifiableSortedMap(new TreeMap<>(data));
  }
}
