package io.nodewright.engine.lifecycle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the packages of one NodeWright wait for (02 §5.1).
///
/// @param missing dependencies that name nothing, as `name version`, by the package that has them
///   (LG1)
/// @param cyclic packages that depend on themselves by some way (LG6); never runnable
public record DependencyGraph(SortedMap<String, List<String>> missing, Collection<String> cyclic) {

  /// Copies the collections.
  public DependencyGraph {
    missing = Collections.unmodifiableSortedMap(new TreeMap<>(missing));
    cyclic = List.copyOf(cyclic);
  }

  /// The graph of a spec. Admission refuses both kinds of fault; a spec that came by it is still
  /// understood.
  public static DependencyGraph of(Map<String, PackageSpec> packages) {
    SortedMap<String, List<String>> missing = new TreeMap<>();
    List<String> cyclic = new ArrayList<>();
    for (PackageSpec spec : packages.values()) {
      List<String> absent = new ArrayList<>();
      for (Map.Entry<String, String> edge : spec.dependsOn().entrySet()) {
        PackageSpec target = packages.get(edge.getKey());
        if (target == null || !target.ref().version().equals(edge.getValue())) {
          absent.add(edge.getKey() + " " + edge.getValue());
        }
      }
      if (!absent.isEmpty()) {
        missing.put(spec.name(), absent);
      }
      if (reaches(spec.name(), spec.name(), packages, new ArrayList<>())) {
        cyclic.add(spec.name());
      }
    }
    return new DependencyGraph(missing, cyclic);
  }

  /// Dependencies that are not done on this node (LG2).
  public static List<PackageRef> notDone(
      PackageSpec spec,
      Map<String, PackageSpec> packages,
      Map<PackageRef, PackageRecord> entries,
      Map<String, List<String>> changedKeys,
      boolean nodeWrightDeleting) {
    List<PackageRef> waiting = new ArrayList<>();
    for (Map.Entry<String, String> edge : spec.dependsOn().entrySet()) {
      PackageSpec target = packages.get(edge.getKey());
      PackageRef wanted = new PackageRef(edge.getKey(), edge.getValue());
      if (target == null
          || !target.ref().equals(wanted)
          || PackageProgress.uninstallRequested(target, nodeWrightDeleting)
          || !PackageProgress.doneForGood(
              target, entries, changedKeys.getOrDefault(target.name(), List.of()))) {
        waiting.add(wanted);
      }
    }
    return waiting;
  }

  /// Packages that depend on this one and are being uninstalled too: they go first (02 §5.4).
  public static List<PackageRef> dependentsToGoFirst(
      PackageSpec spec,
      Map<String, PackageSpec> packages,
      Map<PackageRef, PackageRecord> entries,
      boolean nodeWrightDeleting) {
    return packages.values().stream()
        .filter(other -> other.dependsOn().containsKey(spec.name()))
        .filter(other -> PackageProgress.uninstallRequested(other, nodeWrightDeleting))
        .map(PackageSpec::ref)
        .filter(entries::containsKey)
        .toList();
  }

  private static boolean reaches(
      String from, String goal, Map<String, PackageSpec> packages, List<String> visited) {
    PackageSpec spec = packages.get(from);
    if (spec == null || visited.contains(from)) {
      return false;
    }
    visited.add(from);
    for (String next : spec.dependsOn().keySet()) {
      if (next.equals(goal) || reaches(next, goal, packages, visited)) {
        return true;
      }
    }
    return false;
  }
}
