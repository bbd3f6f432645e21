package io.nodewright.api.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Go's durations, such as `1h30m` (01 §0).
public final class Durations {

  private static final Pattern PAIR =
      Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)");
  private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE);

  private Durations() {}

  /// Reads a duration as Go does: an optional sign, then number and unit pairs, or a bare `0`.
  /// Empty when the text is none, or is longer than Go can hold (292 years).
  public static Optional<Duration> parse(String text) {
    boolean negative = text.startsWith("-");
    String rest = negative || text.startsWith("+") ? text.substring(1) : text;
    if (rest.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    BigInteger nanos = BigInteger.ZERO;
    Matcher pair = PAIR.matcher(rest);
    int end = 0;
    while (end < rest.length()) {
      if (!pair.find() || pair.start() != end) {
        return Optional.empty();
      }
      BigDecimal unit = BigDecimal.valueOf(nanosOf(pair.group(2)));
      nanos = nanos.add(new BigDecimal(number(pair.group(1))).multiply(unit).toBigInteger());
      end = pair.end();
    }
    if (end == 0 || nanos.compareTo(LONGEST) > 0) {
      return Optional.empty();
    }
    return Optional.of(Duration.ofNanos(negative ? -nanos.longValue() : nanos.longValue()));
  }

  /// Whole seconds, rounded up: a bound is never shorter than what was asked for.
  public static long wholeSeconds(Duration duration) {
    return duration.plusSeconds(1).minusNanos(1).toSeconds();
  }

  private static String number(String digits) {
    return digits.endsWith(".") ? digits + "0" : digits;
  }

  private static long nanosOf(String unit) {
    return switch (unit) {
      case "ns" -> 1L;
      case "ms" -> 1_000_000L;
      case "s" -> 1_000_000_000L;
      case "m" -> 60_000_000_000L;
      case "h" -> 3_600_000_000_000L;
      default -> 1_000L; // the three spellings of microseconds
    };
  }
}
