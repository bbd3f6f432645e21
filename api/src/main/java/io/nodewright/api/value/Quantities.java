package io.nodewright.api.value;

import io.fabric8.kubernetes.api.model.Quantity;
import io.nodewright.engine.lifecycle.Resources;
import java.math.BigDecimal;
import java.util.Optional;

/// Kubernetes quantities, compared as numbers (01 §0).
public final class Quantities {

  private Quantities() {}

  /// Reads a quantity; the text is kept beside its number. Empty when the text is none.
  public static Optional<Resources.Amount> parse(String text) {
    try {
      BigDecimal value = Quantity.getAmountInBytes(Quantity.parse(text));
      return Optional.of(new Resources.Amount(text, value));
    } catch (IllegalArgumentException | ArithmeticException e) {
      return Optional.empty();
    }
  }
}
