package io.nodewright.api.admission;

import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.lifecycle.PackageSpec;
import java.util.Collections;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// A create or an update of a NodeWright.
final class NodeWrightEdit {

  private final NodeWright after;
  private final RecordedPackages recorded;
  private final SortedMap<String, PackageSpec> packagesBefore;
  private final SortedMap<String, PackageSpec> packagesAfter;

  /// An edit; without an object before it is a create.
  NodeWrightEdit(@Nullable NodeWright before, NodeWright after, RecordedPackages recorded) {
    this.after = after;
    this.recorded = recorded;
    packagesBefore = before == null ? Collections.emptySortedMap() : packagesOf(before);
    packagesAfter = packagesOf(after);
  }

  /// The object as it would be stored.
  NodeWright after() {
    return after;
  }

  /// Which nodes record which package.
  RecordedPackages recorded() {
    return recorded;
  }

  /// The packages that the stored object has, by name; none on a create.
  SortedMap<String, PackageSpec> packagesBefore() {
    return packagesBefore;
  }

  /// The packages that the object would have, by name.
  SortedMap<String, PackageSpec> packagesAfter() {
    return packagesAfter;
  }

  private static SortedMap<String, PackageSpec> packagesOf(NodeWright stored) {
    return NodeWrightViews.of(stored).spec().packages();
  }
}
