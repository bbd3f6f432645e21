package io.nodewright.api.value;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Times of the API: RFC 3339, written in UTC with seconds.
public final class Times {

  private Times() {}

  /// Reads a time with any offset and any fraction of a second; empty when absent or unreadable.
  public static Optional<Instant> parse(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /// Writes a time in UTC; fractions of a second are cut off.
  public static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
