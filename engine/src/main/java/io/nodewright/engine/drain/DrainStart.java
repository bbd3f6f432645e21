package io.nodewright.engine.drain;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// The annotation `drainStart_<nw>`: RFC 3339, written in UTC with seconds (04 §1.1).
public final class DrainStart {

  private DrainStart() {}

  /// The time as it is stored: whole seconds, so that it is never after a call of the same pass.
  public static Instant of(Instant now) {
    return now.truncatedTo(ChronoUnit.SECONDS);
  }

  /// The text that is stored.
  public static String write(Instant start) {
    return of(start).toString();
  }

  /// Reads a stored text, with any fraction and offset; empty when it is absent or cannot be read,
  /// and the clock then starts anew.
  public static Optional<Instant> read(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
