package io.nodewright.simulation.conformance;

import java.util.function.Consumer;

/// One fact of the suite.
///
/// @param text the contract's section that relies on it, and the fact
/// @param proof throws when the fact does not hold
public record Row(String text, Consumer<JobWorld> proof) {
  @Override
  public String toString() {
    return text;
  }
}
