package io.nodewright.packages.lint;

/// One thing that is wrong with a package.
///
/// @param level an error keeps the package from running; a warning does not
/// @param file relative to the package's folder
/// @param place in the file: a line number, or a JSON pointer; empty for the file as a whole
/// @param problem what is wrong
/// @param fix what to do about it
public record Issue(Level level, String file, String place, String problem, String fix) {

  /// How bad it is.
  public enum Level {
    ERROR,
    WARN
  }

  /// The first of two lines for people, `ERROR skyhook_dir/a.sh:7: what`; the fix is the second.
  public String line() {
    String at =
        place.isEmpty() ? file : place.startsWith("/") ? file + " " + place : file + ":" + place;
    return level + " " + at + ": " + problem;
  }
}
