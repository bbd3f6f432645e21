package io.nodewright.engine.lifecycle;

import java.math.BigDecimal;

/// Requests and limits of a package's containers: all four or none (01 §3).
public sealed interface Resources {

  /// None set; the namespace's LimitRange may fill in.
  record Unset() implements Resources {}

  /// All four set. Values compare as numbers, `1000m` = `1`; the text is what the spec says.
  ///
  /// @param cpuRequest cores
  /// @param cpuLimit cores
  /// @param memoryRequest bytes
  /// @param memoryLimit bytes
  record Given(Amount cpuRequest, Amount cpuLimit, Amount memoryRequest, Amount memoryLimit)
      implements Resources {}

  /// A quantity.
  ///
  /// @param text as written
  /// @param value its number
  record Amount(String text, BigDecimal value) {
    /// Equal numbers are equal amounts, whatever the text (03 §11.2).
    @Override
    public boolean equals(Object other) {
      return other instanceof Amount amount && value.compareTo(amount.value) == 0;
    }

    @Override
    public int hashCode() {
      return value.stripTrailingZeros().hashCode();
    }
  }
}
