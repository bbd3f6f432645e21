package io.nodewright.api.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Durations of 01 §0, as Go reads them.
class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "1h30m, PT1H30M",
    "90s, PT1M30S",
    "0, PT0S",
    "+0, PT0S",
    "-0, PT0S",
    "0s, PT0S",
    "1.5h, PT1H30M",
    "1.h, PT1H",
    ".5m, PT30S",
    "-1m, PT-1M",
    "+5s, PT5S",
    "10ms, PT0.01S",
    "1us, PT0.000001S",
    "1\u00b5s, PT0.000001S",
    "1\u03bcs, PT0.000001S",
    "7ns, PT0.000000007S",
    "1.9ns, PT0.000000001S",
    "1h1m1s1ms, PT1H1M1.001S",
    "1m1h, PT1H1M",
    "9223372036s, PT2562047H47M16S"
  })
  void isRead(String text, Duration expected) {
    assertEquals(Optional.of(expected), Durations.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10",
        "1d",
        "10 m",
        "10 minutes",
        "5",
        "-",
        "+",
        ".",
        "m",
        ".h",
        "1h 1m",
        "1hh",
        "--1m",
        "1,5h",
        "00",
        "9223372037s",
        "1H"
      })
  void isRefused(String text) {
    assertEquals(Optional.empty(), Durations.parse(text));
  }
}
