package io.nodewright.api.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.nodewright.engine.lifecycle.Resources.Amount;
import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Quantities of 01 §0: every text that the schema lets through is a number.
class QuantitiesTest {

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1000m, 1",
    "500m, 0.5",
    "0.5, 0.5",
    ".5, 0.5",
    "5., 5",
    "+1, 1",
    "-1Mi, -1048576",
    "128Mi, 134217728",
    "8192Mi, 8589934592",
    "1Gi, 1073741824",
    "1G, 1000000000",
    "1k, 1000",
    "3u, 0.000003",
    "7n, 0.000000007",
    "1e3, 1000",
    "1E3, 1000",
    "1e-3, 0.001",
    "1E, 1000000000000000000",
    "1Ei, 1152921504606846976",
    "0, 0",
    "0Mi, 0"
  })
  void isRead(String text, BigDecimal expected) {
    assertEquals(new Amount(text, expected), Quantities.parse(text).orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1 core", "Mi", "1MB", "1.2.3", "abc", "1e", "--1", "1mi", "1 Gi"})
  void isRefused(String text) {
    assertEquals(Optional.empty(), Quantities.parse(text));
  }

  @ParameterizedTest
  @CsvSource({"1, 1001m", "1Gi, 1G"})
  void differ(String one, String other) {
    assertNotEquals(Quantities.parse(one), Quantities.parse(other));
  }
}
