package io.nodewright.simulation.scenario;

import java.time.Duration;
import java.util.Locale;

/// Times as traces show them.
public final class Shown {

  private Shown() {}

  /// A time span such as `1:02:03.450`.
  public static String span(Duration span) {
    return String.format(
        Locale.ROOT,
        "%d:%02d:%02d.%03d",
        span.toHours(),
        span.toMinutesPart(),
        span.toSecondsPart(),
        span.toMillisPart());
  }
}
