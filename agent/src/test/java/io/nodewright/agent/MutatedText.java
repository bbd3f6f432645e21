package io.nodewright.agent;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Damages a text the way editors, templates, disks and enemies do. The same seed gives the same
/// damage.
///
/// @param tokens words that mean something in such texts, put in at random places
record MutatedText(List<String> tokens) {

  static final List<String> JSON =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\\",
          "null",
          "true",
          "false",
          "0",
          "-1",
          "256",
          "0.0",
          "1e400",
          "-0",
          "1e999999999",
          "123456789012345678901234567890",
          "\"\"",
          "{}",
          "[]",
          "[[[[",
          "{\"a\":",
          "\\u0000",
          "\\ud800",
          "\\udc00\\ud800",
          "\\n",
          "\u0000",
          "\uFEFF",
          "\u2028",
          "é",
          "日本",
          "//",
          "/*",
          "'",
          "\r\n",
          "\t",
          "../",
          "/",
          "..",
          ".",
          "\u007f",
          "env:",
          "NaN",
          "Infinity");

  byte[] of(String text, Random random) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int times = 1 + random.nextInt(4);
    for (int i = 0; i < times; i++) {
      bytes = once(bytes, random);
    }
    return bytes;
  }

  private byte[] once(byte[] bytes, Random random) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + 1 + random.nextInt(1 + random.nextInt(40)));
    return switch (random.nextInt(7)) {
      case 0 -> spliced(bytes, from, to, new byte[0]); // lost
      case 1 -> spliced(bytes, from, from, Arrays.copyOfRange(bytes, from, to)); // doubled
      case 2 -> spliced(bytes, from, from, token(random));
      case 3 -> spliced(bytes, from, to, token(random));
      case 4 -> {
        byte[] other = bytes.clone();
        if (from < other.length) {
          other[from] = (byte) random.nextInt(256);
        }
        yield other;
      }
      case 5 -> {
        int elsewhere = random.nextInt(bytes.length + 1);
        yield spliced(bytes, elsewhere, elsewhere, Arrays.copyOfRange(bytes, from, to));
      }
      default -> random.nextInt(10) == 0 ? Arrays.copyOf(bytes, from) : bytes; // broken off
    };
  }

  private byte[] token(Random random) {
    return tokens.get(random.nextInt(tokens.size())).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] middle) {
    byte[] result = new byte[from + middle.length + bytes.length - to];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(middle, 0, result, from, middle.length);
    System.arraycopy(bytes, to, result, from + middle.length, bytes.length - to);
    return result;
  }
}
