package io.nodewright.simulation.conformance;

import java.util.ArrayList;
import java.util.List;

/// The whole suite.
public final class Conformance {

  private Conformance() {}

  /// All rows, in the order of their tables.
  public static List<Row> rows() {
    List<Row> rows = new ArrayList<>(JobRows.ALL);
    rows.addAll(DisturbanceRows.ALL);
    rows.addAll(ServerRows.ALL);
    return rows;
  }
}
