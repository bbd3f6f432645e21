package io.nodewright.operator.metrics;

import java.util.List;

/// One number.
///
/// @param family of which metric
/// @param labels values of its labels in the family's order, the NodeWright's name first
/// @param value the number
record Sample(Family family, List<String> labels, double value) {

  Sample {
    labels = List.copyOf(labels);
  }
}
