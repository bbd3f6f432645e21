package io.nodewright.simulation.invariant;

import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.value.Absent;
import java.util.SortedMap;
import java.util.TreeMap;

/// The versions that a NodeWright's packages had at some moment, by package.
record VersionsSeen(SortedMap<String, String> byPackage) {

  VersionsSeen {
    byPackage = new TreeMap<>(byPackage);
  }

  static VersionsSeen of(NodeWright nodeWright) {
    SortedMap<String, String> versions = new TreeMap<>();
    Absent.map(nodeWright.getSpec().packages())
        .forEach(
            (String name, PackageDefinition of) -> versions.put(name, Absent.text(of.version())));
    return new VersionsSeen(versions);
  }

  /// Whether a package that was there has another version later.
  boolean changedIn(VersionsSeen later) {
    return byPackage.entrySet().stream()
        .anyMatch(
            each -> {
              String now = later.byPackage.get(each.getKey());
              return now != null && !now.equals(each.getValue());
            });
  }
}
