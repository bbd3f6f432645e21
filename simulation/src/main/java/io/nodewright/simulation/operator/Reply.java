package io.nodewright.simulation.operator;

/// What came back of a request.
///
/// @param <T> what is answered when all goes well
sealed interface Reply<T> {

  /// The answer.
  record Answered<T>(T value) implements Reply<T> {}

  /// None, or an error.
  record Failed<T>(Failure failure) implements Reply<T> {}
}
