package io.nodewright.api.value;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Times of the API: RFC 3339, written in UTC with seconds.
public final class Times {

  private static final String PLAIN = "0000-00-00T00:00:00Z";
  private static final long SECONDS_OF_DAY = 86_400;

  private Times() {}

  /// Reads a time with any offset and any fraction of a second; empty when absent or unreadable.
  public static Optional<Instant> parse(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(isPlain(text) ? plain(text) : OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /// Whether it has the form in which nearly all times come, `2027-01-01T00:00:00Z`, by its digits:
  /// the general parser costs fifty times as much.
  private static boolean isPlain(String text) {
    if (text.length() != PLAIN.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean right = PLAIN.charAt(i) == '0' ? c >= '0' && c <= '9' : c == PLAIN.charAt(i);
      if (!right) {
        return false;
      }
    }
    return true;
  }

  /// @throws DateTimeException when there is no such day or time of day
  private static Instant plain(String text) {
    LocalDate day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
    LocalTime time = LocalTime.of(number(text, 11, 13), number(text, 14, 16), number(text, 17, 19));
    return Instant.ofEpochSecond(day.toEpochDay() * SECONDS_OF_DAY + time.toSecondOfDay());
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }

  /// Writes a time in UTC; fractions of a second are cut off.
  public static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
