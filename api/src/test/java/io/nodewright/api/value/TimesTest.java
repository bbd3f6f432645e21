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
    "2026-11-29T20:03:11.123456Z, 2026-11-29T20:03:11.123456Z",
    "2026-11-29T21:03:11+01:00, 2026-11-29T20:03:11Z"
  })
  void isRead(String text, Instant expected) {
    assertEquals(Optional.of(expected), Times.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "2026-11-29", "1764446591"})
  void isAbsentWhenUnreadable(String text) {
    assertEquals(Optional.empty(), Times.parse(text));
  }

  @Test
  void isWrittenWithSeconds() {
    assertEquals("2026-11-29T20:03:00Z", Times.text(Instant.parse("2026-11-29T20:03:00.9Z")));
  }
}
