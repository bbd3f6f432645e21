package io.nodewright.agent.report;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/// Instants as text, always UTC and plain digits, whatever `TZ` and `LANG` say (06 §18, A102).
public final class UtcTime {

  private UtcTime() {}

  /// RFC 3339 with nanoseconds: `2026-06-30T19:34:56.123456789Z`.
  public static String rfc3339(Instant instant) {
    LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    StringBuilder text = date(time).append('T');
    digits(text, time.getHour(), 2).append(':');
    digits(text, time.getMinute(), 2).append(':');
    digits(text, time.getSecond(), 2).append('.');
    return digits(text, time.getNano(), 9).append('Z').toString();
  }

  /// The time in a log's name: `2026-06-30-193456.123456789` (06 §6.3).
  public static String forLogName(Instant instant) {
    LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    StringBuilder text = date(time).append('-');
    digits(text, time.getHour(), 2);
    digits(text, time.getMinute(), 2);
    digits(text, time.getSecond(), 2).append('.');
    return digits(text, time.getNano(), 9).toString();
  }

  private static StringBuilder date(LocalDateTime time) {
    StringBuilder text = new StringBuilder(32);
    digits(text, time.getYear(), 4).append('-');
    digits(text, time.getMonthValue(), 2).append('-');
    return digits(text, time.getDayOfMonth(), 2);
  }

  private static StringBuilder digits(StringBuilder text, int number, int width) {
    String plain = Integer.toString(number);
    for (int missing = width - plain.length(); missing > 0; missing--) {
      text.append('0');
    }
    return text.append(plain);
  }
}
