package io.nodewright.operator.admission;

/// What one webhook says to requests.
@FunctionalInterface
interface Answerer {

  /// The answer; a failure that is not the writer's is thrown, and the API server refuses the
  /// write.
  AdmissionAnswer answer(AdmissionRequest request);
}
