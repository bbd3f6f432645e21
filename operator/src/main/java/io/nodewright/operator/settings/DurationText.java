package io.nodewright.operator.settings;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations as contract 01 §0 writes them, without a sign: `1h30m`, `90s`, `1.5h`, `0`.
final class DurationText {

  private static final Pattern WHOLE =
      Pattern.compile("((([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(ns|us|µs|μs|ms|s|m|h))+");
  private static final Pattern PART = Pattern.compile("([0-9.]+)(ns|us|µs|μs|ms|s|m|h)");

  private DurationText() {}

  /// The duration; empty when the text is none, or more than 292 years.
  static Optional<Duration> parse(String text) {
    if (text.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    if (!WHOLE.matcher(text).matches()) {
      return Optional.empty();
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(nanosOf(part.group(2))));
    }
    return nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(nanos.longValue()));
  }

  private static BigDecimal nanosOf(String unit) {
    Duration one =
        switch (unit) {
          case "ns" -> Duration.ofNanos(1);
          case "ms" -> Duration.ofMillis(1);
          case "s" -> Duration.ofSeconds(1);
          case "m" -> Duration.ofMinutes(1);
          case "h" -> Duration.ofHours(1);
          default -> Duration.ofNanos(1000); // the three spellings of microseconds
        };
    return BigDecimal.valueOf(one.toNanos());
  }
}
