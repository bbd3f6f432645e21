package io.nodewright.api.job;

import io.nodewright.engine.lifecycle.PackageRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The annotation `covers` of interrupt Jobs: which packages the interrupt satisfies (03 §4).
public final class CoveredPackages {

  private static final JsonMapper JSON = new JsonMapper();
  private static final TypeReference<List<String>> NAMES = new TypeReference<>() {};

  private CoveredPackages() {}

  /// Reads the annotation; unreadable, it covers the winner alone.
  static SortedSet<PackageRef> parse(@Nullable String text, PackageRef winner) {
    SortedSet<PackageRef> covered = new TreeSet<>();
    covered.add(winner);
    if (text != null) {
      try {
        JSON.readValue(text, NAMES).forEach(name -> covered.add(PackageRef.parse(name)));
      } catch (JacksonException | IllegalArgumentException e) {
        return new TreeSet<>(List.of(winner));
      }
    }
    return covered;
  }

  /// The annotation's value: the winner first, then the others by unique name.
  public static String json(PackageRef winner, Collection<PackageRef> covered) {
    List<String> names = new ArrayList<>(List.of(winner.key()));
    covered.stream()
        .filter(each -> !each.equals(winner))
        .sorted()
        .forEach(each -> names.add(each.key()));
    return JSON.writeValueAsString(names);
  }
}
