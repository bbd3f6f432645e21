package io.nodewright.operator.metrics;

/// Whether who asks may read the metrics.
enum Access {
  GRANTED,
  /// The token is nobody's.
  UNKNOWN_READER,
  DENIED,
  /// The API server did not say; nobody is let in then.
  UNDECIDED
}
