package io.nodewright.api.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {

  @ParameterizedTest
  @CsvSource({
    "2026-11-29T20:03:11Z, 2026-11-29T20:03:11Z",
    "2028-02-29T23:59:59Z, 2028-02-29T23:59:59Z",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
    "1969-12-31T23:59:59Z, 1969-12-31T23:59:59Z",
    "2026-11-29T20:03:11.123456Z, 2026-11-29T20:03:11.123456Z",
    "2026-11-29T21:03:11+01:00, 2026-11-29T20:03:11Z"
  })
  void isRead(String text, Instant expected) {
    assertEquals(Optional.of(expected), Times.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2026-11-29",
        "1764446591",
        "2026-02-29T20:03:11Z",
        "2026-13-29T20:03:11Z",
        "2026-11-29T24:00:00Z",
        "2026-11-29T20:60:11Z",
        "2026-11-29T20:03:60Z",
        "2026-11-29 20:03:11Z"
      })
  void isAbsentWhenUnreadable(String text) {
    assertEquals(Optional.empty(), Times.parse(text));
  }

  @Test
  void isWrittenWithSeconds() {
    assertEquals("2026-11-29T20:03:00Z", Times.text(Instant.parse("2026-11-29T20:03:00.9Z")));
  }
}
