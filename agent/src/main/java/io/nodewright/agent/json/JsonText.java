package io.nodewright.agent.json;

/// Writes JSON strings.
public final class JsonText {

  private JsonText() {}

  /// A quoted string. Escaped are quote, backslash, control characters and, since the fingerprints
  /// of contract 06 §8.2 are taken over this form, `<`, `>`, `&`, U+2028 and U+2029; other
  /// non-ASCII stays.
  public static String quote(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        case '\b' -> json.append("\\b");
        case '\f' -> json.append("\\f");
        case '<', '>', '&', '\u2028', '\u2029' -> unicode(json, c);
        default -> {
          if (c < ' ') {
            unicode(json, c);
          } else {
            json.append(c);
          }
        }
      }
    }
    return json.append('"').toString();
  }

  private static void unicode(StringBuilder json, char c) {
    json.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      json.append(Character.forDigit((c >> shift) & 0xf, 16));
    }
  }
}
