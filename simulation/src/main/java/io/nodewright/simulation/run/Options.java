package io.nodewright.simulation.run;

import io.nodewright.simulation.operator.Protection;
import io.nodewright.simulation.operator.Protections;
import io.nodewright.simulation.scenario.Mix;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What the command line asks for.
///
/// @param seeds how many
/// @param from the first
/// @param one one seed alone, with its timeline; negative for none
/// @param without disturbances of that seed that are left out
/// @param report whether counts are printed
/// @param most seeds are left out once so many failed
/// @param mutant the protection that is left out; null for none
/// @param mix of what kind the scenarios are
record Options(
    long seeds,
    long from,
    long one,
    Set<Integer> without,
    boolean report,
    int most,
    @Nullable Protection mutant,
    Mix mix) {

  /// Reads arguments.
  ///
  /// @throws IllegalArgumentException naming the wrong one
  static Options of(List<String> arguments) {
    Options options = new Options(2_000, 0, -1, Set.of(), false, 5, null, Mix.ALL);
    for (int i = 0; i < arguments.size(); i++) {
      String name = arguments.get(i);
      if (name.equals("--report")) {
        options = options.withReport();
        continue;
      }
      if (i + 1 == arguments.size()) {
        throw new IllegalArgumentException(
            name + ": a value is missing, or there is no such option");
      }
      options = options.with(name, arguments.get(++i));
    }
    return options;
  }

  Protections protections() {
    return mutant == null ? Protections.ALL : Protections.without(mutant);
  }

  private Options withReport() {
    return new Options(seeds, from, one, without, true, most, mutant, mix);
  }

  private Options with(String name, String value) {
    return switch (name) {
      case "--seeds" ->
          new Options(number(name, value), from, one, without, report, most, mutant, mix);
      case "--from" ->
          new Options(seeds, number(name, value), one, without, report, most, mutant, mix);
      case "--seed" ->
          new Options(seeds, from, number(name, value), without, report, most, mutant, mix);
      case "--without" -> new Options(seeds, from, one, ids(value), report, most, mutant, mix);
      case "--most" ->
          new Options(seeds, from, one, without, report, (int) number(name, value), mutant, mix);
      case "--mutant" ->
          new Options(
              seeds,
              from,
              one,
              without,
              report,
              most,
              Protection.of(value)
                  .orElseThrow(() -> new IllegalArgumentException("--mutant: no " + value)),
              mix);
      case "--only" -> new Options(seeds, from, one, without, report, most, mutant, Mix.of(value));
      default -> throw new IllegalArgumentException(name + ": no such option");
    };
  }

  private static long number(String name, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + ": \"" + value + "\" is no number", e);
    }
  }

  private static Set<Integer> ids(String value) {
    Set<Integer> ids = new TreeSet<>();
    for (String id : value.split(",", -1)) {
      ids.add((int) number("--without", id));
    }
    return ids;
  }
}
