package io.nodewright.operator.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads variables one by one, remembers what is wrong with them, and what holds in the end.
final class Variables {

  /// Turns the text of a variable into its value.
  interface Rule<T> {
    T parse(String text) throws BadValue;
  }

  private final Map<String, String> environment;
  private final List<String> problems = new ArrayList<>();
  private final SortedMap<String, String> effective = new TreeMap<>();

  Variables(Map<String, String> environment) {
    this.environment = environment;
  }

  /// The value of a variable; that of `fallback` when it is unset, empty or bad.
  <T> T read(String name, String fallback, Rule<T> rule) {
    String given = environment.getOrDefault(name, "");
    String text = given.isEmpty() ? fallback : given;
    effective.put(name, text);
    try {
      return rule.parse(text);
    } catch (BadValue bad) {
      problems.add(problem(name, given, bad));
      return parseFallback(name, fallback, rule);
    }
  }

  /// The text of a variable that has no default; as given when it is bad.
  String required(String name, Rule<String> rule) {
    String given = environment.getOrDefault(name, "");
    effective.put(name, given);
    try {
      return rule.parse(given);
    } catch (BadValue bad) {
      problems.add(problem(name, given, bad));
      return given;
    }
  }

  /// Problems in the order in which the variables were read.
  List<String> problems() {
    return problems;
  }

  /// Each variable with the text that holds.
  SortedMap<String, String> effective() {
    return Collections.unmodifiableSortedMap(effective);
  }

  private static String problem(String name, String given, BadValue bad) {
    return "%s: \"%s\" %s".formatted(name, given, bad.problem());
  }

  private static <T> T parseFallback(String name, String fallback, Rule<T> rule) {
    try {
      return rule.parse(fallback);
    } catch (BadValue ours) {
      throw new IllegalStateException("the default of " + name + " is bad: " + fallback, ours);
    }
  }
}
