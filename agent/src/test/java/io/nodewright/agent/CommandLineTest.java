package io.nodewright.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The command forms (06 §2) and their refusals (06 §14 B1 to B8).
class CommandLineTest {

  static Stream<Arguments> refusedArguments() {
    return Stream.of(
        arguments("A2 U8 no arguments", List.of(), "2, 3 or 4 arguments are needed, not 0"),
        arguments("A2 U8 one argument", List.of("apply"), "arguments are needed, not 1"),
        arguments(
            "A2 U8 five arguments", List.of("apply", "/a", "/b", "", ""), "are needed, not 5"),
        arguments("A2 U8 --version x", List.of("--version", "x"), "--version takes no arguments"),
        arguments("B1 an unknown word alone", List.of("overhaul"), "are needed, not 1"),
        arguments(
            "A5 relative ROOT",
            List.of("apply", "host", "/pkg"),
            "ROOT \"host\" is not an absolute path"),
        arguments(
            "A5 relative COPY",
            List.of("apply", "/host", "pkg"),
            "COPY \"pkg\" is not an absolute path"),
        arguments(
            "B2 relative ROOT of a check",
            List.of("config-check", "host", "/pkg"),
            "ROOT \"host\" is not an absolute path"),
        arguments(
            "B3 relative COPY of the short form",
            List.of("apply", "pkg"),
            "COPY \"pkg\" is not an absolute path"),
        arguments(
            "B4 an interrupt with empty DATA",
            List.of("interrupt", "/host", "/pkg", ""),
            "interrupt needs DATA"),
        arguments(
            "B5 DATA for another mode",
            List.of("apply", "/host", "/pkg", "x"),
            "mode \"apply\" takes no DATA"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusedArguments")
  void exitsWithTwo(String rule, List<String> given, String reason, @TempDir Path directory)
      throws IOException {
    Ran ran = new TestHost(directory).runArguments(given.toArray(new String[0]));

    assertEquals(2, ran.exit());
    assertEquals("", ran.stdout());
    assertTrue(ran.stderr().contains(reason), ran.stderr());
    assertTrue(ran.stderr().contains("usage: agent MODE [ROOT] COPY [DATA]"), ran.stderr());
  }

  static Stream<Arguments> readArguments() {
    return Stream.of(
        arguments("A3 apply COPY", List.of("apply", "/c"), "apply", "/root", "/c", ""),
        arguments("A3 apply ROOT COPY", List.of("apply", "/r", "/c"), "apply", "/r", "/c", ""),
        arguments(
            "A3 apply ROOT COPY with empty DATA",
            List.of("apply", "/r", "/c", ""),
            "apply",
            "/r",
            "/c",
            ""),
        arguments(
            "A4 interrupt COPY DATA",
            List.of("interrupt", "/c", "e30="),
            "interrupt",
            "/root",
            "/c",
            "e30="),
        arguments(
            "A4 interrupt ROOT COPY DATA",
            List.of("interrupt", "/r", "/c", "e30="),
            "interrupt",
            "/r",
            "/c",
            "e30="));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("readArguments")
  void areReadAs(
      String rule, List<String> given, String mode, String root, String copy, String data) {
    Invocation.Run run = (Invocation.Run) Invocation.parse(given, Container.real().hostMount());

    assertEquals(
        List.of(mode, root, copy, data),
        List.of(run.mode().word(), run.root(), run.copy(), run.data()));
  }

  static Stream<Arguments> unknownModes() {
    return Stream.of(
        arguments("A6 an unknown mode", List.of("prepare", "/host", "/pkg")),
        arguments("A6 an unknown mode wins over bad paths", List.of("prepare", "host", "pkg")),
        arguments("B7 a misspelt mode", List.of("aply", "/host", "/pkg")),
        arguments("B7 a mode in capitals", List.of("Apply", "/host", "/pkg")),
        arguments("B7 a stage that is no mode", List.of("uninstall-interrupt", "/pkg", "e30=")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unknownModes")
  void unknownModeIsDoneWithAWarning(String rule, List<String> given, @TempDir Path directory)
      throws IOException {
    TestHost host = new TestHost(directory);
    List<String> before = host.everything();

    Ran ran = host.runArguments(given.toArray(new String[0]));

    assertEquals(0, ran.exit());
    assertEquals("", ran.stdout());
    assertEquals(before, host.everything());
    assertEquals(1, ran.warnings().size());
    String warning = ran.warnings().getFirst();
    assertTrue(warning.contains("unknown mode \"" + given.getFirst() + "\""), warning);
    assertTrue(
        warning.contains(
            "uninstall, uninstall-check, upgrade, upgrade-check, apply, apply-check, config,"
                + " config-check, interrupt, post-interrupt, post-interrupt-check"),
        warning);
  }

  @Test
  @DisplayName("B6 an interrupt without DATA is read as the short form and hinted at")
  void forgottenData(@TempDir Path directory) throws IOException {
    TestHost host = new TestHost(directory);

    Ran ran = host.runArguments("interrupt", "/root", "/pkg");

    assertEquals(1, ran.exit());
    assertTrue(ran.stdout().contains("copy_dir: /root\ninterrupt_data: /pkg\n"), ran.stdout());
    String error = ran.errors().getFirst();
    assertTrue(error.contains("not base64 of a JSON object with a text \"type\""), error);
    assertTrue(error.contains("three arguments mean COPY and DATA"), error);
  }
}
