package io.nodewright.operator.metrics;

/// Who says whether a token may read the metrics.
interface Reviews {

  /// What holds for a token now.
  Access review(String token);
}
