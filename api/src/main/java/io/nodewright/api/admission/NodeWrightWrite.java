package io.nodewright.api.admission;

import io.nodewright.api.Keys;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightSpec;
import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.PackageSpec;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A create or an update of a NodeWright, with what the rules ask about it.
final class NodeWrightWrite {

  private static final NodeWrightSpec NOTHING =
      new NodeWrightSpec(
          null, null, null, null, null, null, null, null, null, null, null, null, null, null);

  private final @Nullable NodeWright before;
  private final NodeWright after;
  private final Surroundings around;
  private final SortedMap<String, PackageSpec> packagesBefore;
  private final SortedMap<String, PackageSpec> packagesAfter;

  /// @param before the stored object; null on a create
  NodeWrightWrite(@Nullable NodeWright before, NodeWright after, Surroundings around) {
    this.before = before;
    this.after = after;
    this.around = around;
    packagesBefore = before == null ? Collections.emptySortedMap() : packagesOf(before);
    packagesAfter = packagesOf(after);
  }

  /// Whether there was no object before.
  boolean creates() {
    return before == null;
  }

  /// Whether an update leaves the spec as it is, as metadata edits do.
  boolean keepsTheSpec() {
    return before != null && Objects.equals(before.getSpec(), after.getSpec());
  }

  /// Whether the object mirrors one of the older group.
  boolean mirrored() {
    return Absent.map(after.getMetadata().getAnnotations()).containsKey(Keys.MIRRORED_FROM);
  }

  /// The object's name.
  String name() {
    return Absent.text(after.getMetadata().getName());
  }

  /// The spec as it would be stored; an absent one says nothing.
  NodeWrightSpec spec() {
    return after.getSpec() == null ? NOTHING : after.getSpec();
  }

  /// The stored spec; one that says nothing when there is none.
  NodeWrightSpec specBefore() {
    return before == null || before.getSpec() == null ? NOTHING : before.getSpec();
  }

  /// The packages as they would be stored, by name.
  SortedMap<String, PackageDefinition> packages() {
    return present(spec());
  }

  /// The stored packages, by name; none on a create.
  SortedMap<String, PackageDefinition> storedPackages() {
    return present(specBefore());
  }

  /// The stored packages as the engine reads them; one without name or version is left out.
  SortedMap<String, PackageSpec> packagesBefore() {
    return packagesBefore;
  }

  /// The packages as the engine would read them; one without name or version is left out.
  SortedMap<String, PackageSpec> packagesAfter() {
    return packagesAfter;
  }

  /// What is known beside the object.
  Surroundings around() {
    return around;
  }

  private static SortedMap<String, PackageDefinition> present(NodeWrightSpec spec) {
    SortedMap<String, PackageDefinition> packages = new TreeMap<>(Absent.map(spec.packages()));
    packages.values().removeIf(Objects::isNull);
    return packages;
  }

  private static SortedMap<String, PackageSpec> packagesOf(NodeWright stored) {
    return NodeWrightViews.of(stored).spec().packages();
  }
}
