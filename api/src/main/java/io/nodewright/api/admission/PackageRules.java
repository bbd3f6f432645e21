package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.UninstallSettings;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Versions that can be ordered (V13), uninstalls that can run (V17), dependencies with a version
/// (V19).
final class PackageRules {

  private PackageRules() {}

  static List<Violation> versions(NodeWrightWrite write) {
    List<Violation> found = new ArrayList<>();
    write
        .packages()
        .forEach(
            (name, each) -> {
              String version = Absent.text(each.version());
              if (Version.parse(version).isEmpty()) {
                found.add(
                    new Violation(
                        "V13",
                        "spec.packages." + name + ".version",
                        "error version string for %s is invalid: %s".formatted(name, version)));
              }
            });
    return found;
  }

  static List<Violation> uninstalls(NodeWrightWrite write) {
    List<Violation> found = new ArrayList<>();
    write
        .packages()
        .forEach(
            (name, each) -> {
              UninstallSettings uninstall = each.uninstall();
              if (uninstall != null
                  && Absent.flag(uninstall.apply(), false)
                  && !Absent.flag(uninstall.enabled(), false)) {
                found.add(
                    new Violation(
                        "V17",
                        "spec.packages." + name + ".uninstall.apply",
                        "uninstall.apply requires uninstall.enabled to be true"));
              }
            });
    return found;
  }

  static List<Violation> dependencyVersions(NodeWrightWrite write) {
    List<Violation> found = new ArrayList<>();
    write
        .packages()
        .forEach(
            (name, each) ->
                new TreeMap<>(Absent.map(each.dependsOn()))
                    .forEach(
                        (dependency, version) -> {
                          if (Absent.text(version).isEmpty()) {
                            found.add(
                                new Violation(
                                    "V19",
                                    "spec.packages.%s.dependsOn.%s".formatted(name, dependency),
                                    "DependsOn version is empty for [%s]".formatted(dependency)));
                          }
                        }));
    return found;
  }
}
