package io.nodewright.simulation.conformance;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The simulated cluster keeps to what the suite says of Kubernetes.
class VirtualConformanceTest {

  static List<Row> rows() {
    return Conformance.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void holds(Row row) {
    row.proof().accept(new VirtualWorld());
  }
}
