package io.nodewright.simulation.run;

/// Exceptions as violations show them: what, and where first in our code.
final class Bug {

  private static final int MOST_FRAMES = 6;

  private Bug() {}

  static String shown(RuntimeException bug) {
    Throwable cause = bug;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    StringBuilder text = new StringBuilder(cause.toString());
    int frames = 0;
    for (StackTraceElement frame : cause.getStackTrace()) {
      if (frame.getClassName().startsWith("io.nodewright") && frames++ < MOST_FRAMES) {
        text.append(System.lineSeparator()).append("    at ").append(frame);
      }
    }
    return text.toString();
  }
}
