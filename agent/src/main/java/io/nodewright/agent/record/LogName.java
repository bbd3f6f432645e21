package io.nodewright.agent.record;

import java.util.Optional;

/// The name of one log: `<base>-<time>[-<n>].log`, the time with nanoseconds or, from 6.x, without
/// (06 §6.3).
///
/// @param file the whole name, without directory
/// @param time as written
/// @param number tells logs of the same time apart; 0 when the name has none
record LogName(String file, String time, long number) {

  private static final String SUFFIX = ".log";
  private static final String PLAIN_TIME = "dddd-dd-dd-dddddd";
  private static final String NANO_TIME = PLAIN_TIME + ".ddddddddd";
  private static final int MAX_DIGITS = 9;

  /// Oldest first. A time without nanoseconds is the beginning of its second.
  static int byAge(LogName one, LogName other) {
    int times = one.time.compareTo(other.time);
    return times != 0 ? times : Long.compare(one.number, other.number);
  }

  static LogName of(String base, String time, long number) {
    String tail = number == 0 ? "" : "-" + number;
    return new LogName(base + "-" + time + tail + SUFFIX, time, number);
  }

  /// The log that a file is, empty if it is none of that base name. The base name is literal text,
  /// never a pattern.
  static Optional<LogName> parse(String file, String base) {
    String prefix = base + "-";
    if (!file.startsWith(prefix) || !file.endsWith(SUFFIX)) {
      return Optional.empty();
    }
    int end = file.length() - SUFFIX.length();
    if (end <= prefix.length()) {
      return Optional.empty();
    }
    String middle = file.substring(prefix.length(), end);
    int timeEnd = timeLength(middle);
    if (timeEnd == 0) {
      return Optional.empty();
    }
    String time = middle.substring(0, timeEnd);
    String tail = middle.substring(timeEnd);
    if (tail.isEmpty()) {
      return Optional.of(new LogName(file, time, 0));
    }
    boolean isNumber =
        tail.length() > 1 && tail.length() <= MAX_DIGITS + 1 && tail.charAt(0) == '-';
    if (!isNumber || !tail.substring(1).chars().allMatch(LogName::isDigit)) {
      return Optional.empty();
    }
    return Optional.of(new LogName(file, time, Long.parseLong(tail.substring(1))));
  }

  private static int timeLength(String text) {
    if (hasShape(text, NANO_TIME)) {
      return NANO_TIME.length();
    }
    return hasShape(text, PLAIN_TIME) ? PLAIN_TIME.length() : 0;
  }

  private static boolean hasShape(String text, String shape) {
    if (text.length() < shape.length()) {
      return false;
    }
    for (int i = 0; i < shape.length(); i++) {
      char wanted = shape.charAt(i);
      char found = text.charAt(i);
      if (wanted == 'd' ? !isDigit(found) : wanted != found) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
