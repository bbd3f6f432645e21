package io.nodewright.engine;

import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.provider.Arguments;

/// One row of a rule table: its ids and words, and what is to be seen.
public record Row(String rule, Executable scenario) {

  /// A row.
  public static Row row(String rule, Executable scenario) {
    return new Row(rule, scenario);
  }

  /// Rows as arguments of a parameterized test whose name is `{0}`.
  public static Stream<Arguments> table(Row... rows) {
    return Stream.of(rows).map(row -> Arguments.of(row.rule, row.scenario));
  }
}
