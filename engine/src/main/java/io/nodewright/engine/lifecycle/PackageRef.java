package io.nodewright.engine.lifecycle;

/// A package at one version. The version is the literal text of the spec: `v1.2.3` and `1.2.3`
/// differ (01 §0).
///
/// @param name the package's key in `spec.packages`; never blank
/// @param version the version as written in the spec; never blank
public record PackageRef(String name, String version) implements Comparable<PackageRef> {

  private static final char SEPARATOR = '|';

  /// Refuses blank parts and a name that holds the separator.
  ///
  /// @throws IllegalArgumentException naming the wrong part
  public PackageRef {
    if (name.isBlank() || name.contains("|")) {
      throw new IllegalArgumentException("package name \"" + name + "\" is blank or holds a \"|\"");
    }
    if (version.isBlank()) {
      throw new IllegalArgumentException("version of package \"" + name + "\" is blank");
    }
  }

  /// Reads a unique name such as `tuning|1.2.3` (01 §0).
  ///
  /// @throws IllegalArgumentException naming the wrong part
  public static PackageRef parse(String key) {
    int bar = key.indexOf('|');
    if (bar < 0) {
      throw new IllegalArgumentException("\"" + key + "\" is not <package>|<version>");
    }
    return new PackageRef(key.substring(0, bar), key.substring(bar + 1));
  }

  /// The unique name, such as `tuning|1.2.3`.
  public String key() {
    return name + "|" + version;
  }

  /// The form of messages, such as `tuning:1.2.3`.
  public String shown() {
    return name + ":" + version;
  }

  /// Orders by unique name, as the members of the node annotation are (02 §2.1). The unique names
  /// are not built for it: maps of records compare all the time.
  @Override
  public int compareTo(PackageRef other) {
    int byName = name.compareTo(other.name);
    if (byName == 0) {
      return version.compareTo(other.version);
    }
    if (other.name.startsWith(name)) {
      return SEPARATOR - other.name.charAt(name.length());
    }
    if (name.startsWith(other.name)) {
      return name.charAt(other.name.length()) - SEPARATOR;
    }
    return byName;
  }

  @Override
  public String toString() {
    return key();
  }
}
