package io.nodewright.agent.settings;

import io.nodewright.agent.report.AgentFailure;
import org.jspecify.annotations.Nullable;

/// `SKYHOOK_RESOURCE_ID` taken apart: `<id>_<package>_<version>` (06 §3). The package part is the
/// map key in the resource and may hold `_`; the id part ends at the first `_`, the version begins
/// after the last.
///
/// @param text the whole value
/// @param packageKey KEY of the contract; a single path component
/// @param version a single path component
public record ResourceId(String text, String packageKey, String version) {

  private static final String NAME = "SKYHOOK_RESOURCE_ID";

  /// Takes the value of the variable apart.
  ///
  /// @param value null when the variable is not set
  /// @throws AgentFailure naming the wrong part (06 B8)
  public static ResourceId parse(@Nullable String value) throws AgentFailure {
    String text = value == null ? "" : value;
    int first = text.indexOf('_');
    int last = text.lastIndexOf('_');
    if (first <= 0 || last <= first + 1 || last == text.length() - 1) {
      throw AgentFailure.of(NAME + " \"" + text + "\" is not <id>_<package>_<version>");
    }
    ResourceId id = new ResourceId(text, text.substring(first + 1, last), text.substring(last + 1));
    id.requireComponent("package", id.packageKey);
    id.requireComponent("version", id.version);
    return id;
  }

  /// An interrupt keeps its markers in a directory of this name, so the whole text must be one path
  /// component.
  ///
  /// @throws AgentFailure when it is not
  public void requireOneComponent() throws AgentFailure {
    requireComponent("the value", text);
  }

  /// Whether a name can be one component of a path: not empty, no `/`, neither `.` nor `..`.
  public static boolean isPathComponent(String name) {
    return !name.isEmpty()
        && name.indexOf('/') < 0
        && name.indexOf('\0') < 0
        && !name.equals(".")
        && !name.equals("..");
  }

  private void requireComponent(String what, String part) throws AgentFailure {
    if (!isPathComponent(part)) {
      throw AgentFailure.of(
          "%s \"%s\": %s \"%s\" is not a single path component".formatted(NAME, text, what, part));
    }
  }
}
