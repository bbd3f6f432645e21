package io.nodewright.agent.config;

import java.util.List;

/// Lists as Python prints them: the step header and the legacy marker names are made of these (06
/// §4, §8.2).
public final class PythonNotation {

  private PythonNotation() {}

  /// `['plain', "it's"]`.
  public static String texts(List<String> texts) {
    StringBuilder list = new StringBuilder("[");
    for (String text : texts) {
      separate(list);
      literal(list, text);
    }
    return list.append(']').toString();
  }

  /// `[0, 2]`.
  public static String numbers(List<Long> numbers) {
    StringBuilder list = new StringBuilder("[");
    for (Long number : numbers) {
      separate(list);
      list.append(number);
    }
    return list.append(']').toString();
  }

  /// `True` or `False`.
  public static String truth(boolean value) {
    return value ? "True" : "False";
  }

  private static void separate(StringBuilder list) {
    if (list.length() > 1) {
      list.append(", ");
    }
  }

  private static void literal(StringBuilder list, String text) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    list.append(quote);
    text.codePoints().forEach(c -> character(list, c, quote));
    list.append(quote);
  }

  private static void character(StringBuilder list, int c, char quote) {
    switch (c) {
      case '\\' -> list.append("\\\\");
      case '\n' -> list.append("\\n");
      case '\r' -> list.append("\\r");
      case '\t' -> list.append("\\t");
      default -> {
        if (c == quote) {
          list.append('\\').append(quote);
        } else if (printable(c)) {
          list.appendCodePoint(c);
        } else if (c <= 0xff) {
          hex(list.append("\\x"), c, 2);
        } else if (c <= 0xffff) {
          hex(list.append("\\u"), c, 4);
        } else {
          hex(list.append("\\U"), c, 8);
        }
      }
    }
  }

  /// Python's notion: everything but control, format, surrogate, private, unassigned characters and
  /// separators other than the blank.
  private static boolean printable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> c == ' ';
      default -> true;
    };
  }

  private static void hex(StringBuilder list, int c, int width) {
    for (int shift = 4 * (width - 1); shift >= 0; shift -= 4) {
      list.append(Character.forDigit((c >> shift) & 0xf, 16));
    }
  }
}
