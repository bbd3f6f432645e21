package io.nodewright.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.agent.config.PythonNotation;
import io.nodewright.agent.config.Step;
import io.nodewright.agent.record.MarkerNames;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The names of completion markers (06 §8.2).
class MarkerNamesTest {

  static Stream<Arguments> table8_2() {
    return Stream.of(
        arguments(
            "A28 path with directory",
            "scripts/apply.sh",
            List.of("--mode", "fast"),
            List.of(0L, 2L),
            Map.of(),
            true,
            "scripts/apply.sh_WyctLW1vZGUnLCAnZmFzdCddX1swLCAyXQ==",
            "f3f526b85e0a962f2b4b68089385cd5b4829c09a436112f6586ff5f288e4ecf4"),
        arguments(
            "A28 no arguments",
            "apply.sh",
            List.of(),
            List.of(0L),
            Map.of(),
            true,
            "apply.sh_W11fWzBd",
            "ed1503e591411906bc39ca63388f25b59c5b2c115e9a20beb654aeaaec2b5da7"),
        arguments(
            "A28 one argument",
            "shellscript_run.sh",
            List.of("apply"),
            List.of(0L),
            Map.of(),
            true,
            "shellscript_run.sh_WydhcHBseSddX1swXQ==",
            "508f1ee1a73a1d00994787e758801ef7e517c8f77d16847329ffa471d3c45d51"),
        arguments(
            "A28 signs to escape, env, in the container",
            "a.sh",
            List.of("x<y&z", "it's"),
            List.of(0L),
            Map.of("B", "2", "A", "1"),
            false,
            "a.sh_Wyd4PHkmeicsICJpdCdzIl1fWzBd",
            "0b2108a8822364ca1db2ae53a2c3c973ac52a23598d4d7af37225b1997667f0f"),
        arguments(
            "A28 base64 with a slash",
            "a.sh",
            List.of("?x"),
            List.of(0L),
            Map.of(),
            true,
            "a.sh_Wyc/eCddX1swXQ==",
            "5a5f4569662ce01e1e6b56e9da9a9ad8d434736095561f3ca25e822526086522"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table8_2")
  void names(
      String rule,
      String path,
      List<String> arguments,
      List<Long> codes,
      Map<String, String> env,
      boolean onHost,
      String legacy,
      String fingerprint) {
    MarkerNames names =
        MarkerNames.of(
            new Step("n", path, arguments, codes, onHost, false, false, new TreeMap<>(env)));

    String base = path.substring(path.lastIndexOf('/') + 1);
    assertEquals(
        List.of(legacy, fingerprint, base + "-" + fingerprint + ".flag"),
        List.of(names.legacy(), names.fingerprint(), names.fingerprintFile()));
  }

  static Stream<Arguments> literals() {
    return Stream.of(
        arguments("A28 plain", "plain", "['plain']"),
        arguments("A28 single quote", "it's", "[\"it's\"]"),
        arguments("A28 both quotes", "'\"", "['\\'\"']"),
        arguments("A28 double quote", "\"", "['\"']"),
        arguments("A28 backslash and line end", "\\\n\r\t", "['\\\\\\n\\r\\t']"),
        arguments("A28 control", "\u0001\u007f\u0085", "['\\x01\\x7f\\x85']"),
        arguments("A28 no-break space and zero width", "\u00a0\u200b", "['\\xa0\\u200b']"),
        arguments("A28 beyond 16 bits", "\udb40\udc01", "['\\U000e0001']"),
        arguments("A28 printable", "é 日 😀", "['é 日 😀']"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("literals")
  void pythonLiteral(String rule, String text, String expected) {
    assertEquals(expected, PythonNotation.texts(List.of(text)));
  }
}
