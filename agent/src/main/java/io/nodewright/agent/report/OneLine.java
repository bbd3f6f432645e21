package io.nodewright.agent.report;

/// Text that stays on one line whatever it holds.
public final class OneLine {

  private OneLine() {}

  /// Line ends, control characters and half characters as escapes; all else as it is.
  public static String of(String text) {
    StringBuilder line = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\t' -> line.append("\\t");
        default -> {
          if (breaksTheLine(text, i)) {
            escape(line, c);
          } else {
            line.append(c);
          }
        }
      }
    }
    return line.toString();
  }

  private static boolean breaksTheLine(String text, int i) {
    char c = text.charAt(i);
    if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
      return true;
    }
    return Character.isHighSurrogate(c)
        ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
        : Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }

  private static void escape(StringBuilder line, char c) {
    line.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      line.append(Character.forDigit(c >> shift & 0xf, 16));
    }
  }
}
