package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.PackageJson.anApplyPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// config.json: what is refused (06 §7, §14 B14 to B34, B58). Every refusal is also A27: that
/// message, no step, a host untouched; and A98: one ERROR line and no stack trace.
class ManifestTest {

  private static final String FIT = "config.json does not fit schema v1: ";

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory);
    host.script("a.sh", "echo ran").script("a_check.sh", "true");
  }

  static Stream<Arguments> refusedTexts() {
    return Stream.of(
        arguments("B15 empty file", "", "config.json: not JSON: line 1, column 1"),
        arguments("B15 broken off", "{", "config.json: not JSON: line 1, column 2"),
        arguments("B15 comment", "{\n // no\n}", "config.json: not JSON: line 2, column"),
        arguments("B15 byte order mark", "\uFEFF{}", "not JSON: line 1, column 1: begins with"),
        arguments("B15 trailing text", "{} x", "config.json: not JSON: line 1, column"),
        arguments("B15 a second value", "{}{}", "config.json: not JSON: line 1, column"),
        arguments("B16 an array", "[]", FIT + "object expected"),
        arguments("B16 null", "null", FIT + "object expected"),
        arguments("B58 over 1 MiB", " ".repeat(1 << 20) + "{}", "config.json: too large"),
        arguments(
            "B58 65 levels", "[".repeat(65) + "]".repeat(65), "config.json: nested too deeply"));
  }

  static Stream<Arguments> refusedDocuments() {
    return Stream.of(
        top(
            "B17 no schema_version",
            anApplyPackage().without("schema_version"),
            "config.json: schema_version is missing"),
        top(
            "B18 a number",
            anApplyPackage().with("schema_version", "1"),
            "config.json: schema_version: text expected"),
        top(
            "B18 v2",
            anApplyPackage().with("schema_version", "\"v2\""),
            "config.json: unknown schema version \"v2\" (known: v1)"),
        top(
            "A25 U21 schema_version v2",
            anApplyPackage().with("schema_version", "\"v2\""),
            "unknown schema version \"v2\" (known: v1)"),
        top(
            "B18 latest",
            anApplyPackage().with("schema_version", "\"latest\""),
            "unknown schema version \"latest\" (known: v1)"),
        top(
            "B18 V1",
            anApplyPackage().with("schema_version", "\"V1\""),
            "unknown schema version \"V1\" (known: v1)"),
        missing("package_name"),
        missing("package_version"),
        missing("expected_config_files"),
        missing("modes"),
        top(
            "B21 empty name",
            anApplyPackage().with("package_name", "\"\""),
            "package_name \"\" is not a single path component"),
        top(
            "B21 name of two components",
            anApplyPackage().with("package_name", "\"a/b\""),
            "package_name \"a/b\" is not a single path component"),
        top(
            "B21 name that climbs",
            anApplyPackage().with("package_name", "\"..\""),
            "package_name \"..\" is not a single path component"),
        top("B27 no modes", aPackage(), "config.json: modes: no mode has a step"),
        top(
            "B27 only empty arrays",
            aPackage().with("modes", "{\"apply\": []}"),
            "no mode has a step"),
        top(
            "B28 only check modes",
            aPackage().steps("post-interrupt-check", aCheck()),
            "only check modes have steps; one of apply, config, post-interrupt, uninstall,"
                + " upgrade is needed"),
        top("B30 aply", aPackage().steps("aply", aStep("a.sh")), "/modes: unknown mode \"aply\""),
        top("B30 Apply", aPackage().steps("Apply", aStep("a.sh")), "unknown mode \"Apply\""),
        top(
            "B30 interrupt-check",
            anApplyPackage().steps("interrupt-check", aCheck()),
            "unknown mode \"interrupt-check\""),
        top(
            "B31 upgrade step in config",
            aPackage().steps("config", aStep("a.sh").upgradeStep()).steps("config-check", aCheck()),
            "/modes/config/0: upgrade_step is allowed in upgrade and upgrade-check only"),
        top(
            "B32 upgrade step with arguments",
            aPackage()
                .steps("upgrade", aStep("a.sh").upgradeStep().arguments("x"))
                .steps("upgrade-check", aCheck()),
            "/modes/upgrade/0: an upgrade step takes no arguments"));
  }

  static Stream<Arguments> refusedVersions() {
    return Stream.of("1.0", "a", "1.0.0-", "1.0.0_", "2024.01.01", "", "1.0.0\\n", "v1.0.0")
        .map(
            version ->
                top(
                    "B20 " + version,
                    anApplyPackage().with("package_version", "\"" + version + "\""),
                    FIT + "/package_version: "));
  }

  static Stream<Arguments> refusedPairs() {
    return Stream.of("apply", "config", "post-interrupt", "uninstall", "upgrade")
        .map(
            mode ->
                top(
                    "B29 " + mode,
                    aPackage().steps(mode, aStep("a.sh")),
                    "mode \"" + mode + "\" has steps but \"" + mode + "-check\" has none"));
  }

  static Stream<Arguments> refusedStepFields() {
    return Stream.of(
            "name", "path", "arguments", "returncodes", "on_host", "idempotence", "upgrade_step")
        .map(
            field ->
                step(
                    "B22 " + field,
                    aStep("a.sh").without(field),
                    FIT + "/modes/apply/0: required property \"" + field + "\" is missing"));
  }

  static Stream<Arguments> refusedSteps() {
    String codes = FIT + "/modes/apply/0/returncodes";
    return Stream.of(
        step("B23 no code", aStep("a.sh").codes(""), codes + ": at least one"),
        step("B23 a text", aStep("a.sh").codes("\"0\""), codes + "/0: integer expected"),
        step("B23 a fraction", aStep("a.sh").codes("0.5"), codes + "/0: integer expected"),
        step("B23 no array", aStep("a.sh").with("returncodes", "0"), codes + ": array expected"),
        step(
            "B25 arguments no array",
            aStep("a.sh").with("arguments", "\"x\""),
            FIT + "/modes/apply/0/arguments: array expected"),
        step(
            "B25 arguments of numbers",
            aStep("a.sh").with("arguments", "[1]"),
            FIT + "/modes/apply/0/arguments/0: text expected"),
        step(
            "B25 env of numbers",
            aStep("a.sh").with("env", "{\"A\": 1}"),
            FIT + "/modes/apply/0/env/A: text expected"),
        step(
            "B25 env null",
            aStep("a.sh").with("env", "null"),
            FIT + "/modes/apply/0/env: object expected"),
        step(
            "A19 B25 env of a name that sets another variable",
            aStep("a.sh").with("env", "{\"STEP_ROOT=/x:\": \"y\"}"),
            FIT + "/modes/apply/0/env: \"STEP_ROOT=/x:\" cannot be the name of a variable"),
        step(
            "B25 on_host a text",
            aStep("a.sh").with("on_host", "\"true\""),
            FIT + "/modes/apply/0/on_host: boolean expected"),
        step(
            "B26 name with a blank",
            aStep("a.sh").with("name", "\"a b\""),
            "/modes/apply/0/name: \"a b\" does not match ^[a-zA-Z0-9_\\-.]+$"),
        step(
            "B26 empty name",
            aStep("a.sh").with("name", "\"\""),
            "/modes/apply/0/name: \"\" does not match"),
        step(
            "B26 name with a slash",
            aStep("a.sh").with("name", "\"a/b\""),
            "/modes/apply/0/name: \"a/b\" does not match"),
        step(
            "B33 path climbs",
            aStep("../x"),
            "config.json: step path \"../x\" leads out of skyhook_dir"),
        step(
            "B33 path is absolute",
            aStep("/bin/sh"),
            "step path \"/bin/sh\" leads out of skyhook_dir"),
        step("B33 path is empty", aStep(""), "step path \"\" leads out of skyhook_dir"),
        step(
            "B33 path goes down and climbs",
            aStep("a/../../x"),
            "step path \"a/../../x\" leads out of skyhook_dir"));
  }

  /// Every row of the tables above, led by those ids.
  static Stream<Arguments> allRefused(String ids) {
    return Stream.of(
            refusedTexts(),
            refusedDocuments(),
            refusedVersions(),
            refusedPairs(),
            refusedStepFields(),
            refusedSteps())
        .flatMap(rows -> rows)
        .map(Arguments::get)
        .map(row -> arguments(ids + " " + row[0], row[1], row[2]));
  }

  static Stream<Arguments> refused() {
    return allRefused("A27 A98 U8");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void isRefused(String rule, String json, String text) throws IOException {
    host.config(json);
    List<String> before = host.everything();

    Ran ran = host.run("apply");

    assertEquals(1, ran.exit());
    assertEquals("", ran.output());
    assertEquals(1, ran.errors().size(), ran.stderr());
    assertTrue(ran.errors().getFirst().contains(text), ran.stderr());
    assertTrue(ran.stderr().lines().allMatch(line -> line.startsWith("time=")), ran.stderr());
    assertEquals(before, host.everything());
  }

  @Test
  @DisplayName("A27 A98 B14 config.json absent, then a directory")
  void cannotBeRead() throws IOException {
    assertRefused(host.run("apply"), "config.json: cannot be read: no such file");

    Files.createDirectory(host.path(TestHost.COPY + "/config.json"));
    assertRefused(host.run("apply"), "config.json: cannot be read: is a directory");
  }

  @Test
  @DisplayName("A27 A98 B15 not UTF-8")
  void notUtf8() throws IOException {
    Files.write(
        host.path(TestHost.COPY + "/config.json"),
        "{\n \"é\"".getBytes(StandardCharsets.ISO_8859_1));

    assertRefused(host.run("apply"), "config.json: not JSON: line 2, column 3: not UTF-8");
  }

  @Test
  @DisplayName("A27 A98 B34 missing step files are listed, sorted, in every mode")
  void missingStepFiles() throws IOException {
    host.config(
        anApplyPackage()
            .steps("config", aStep("c.sh"), aStep("b.sh"))
            .steps("config-check", aCheck()));

    for (String mode : List.of("apply", "apply-check", "uninstall", "upgrade-check")) {
      assertRefused(host.run(mode), "config.json: step files not found: b.sh, c.sh");
    }
  }

  @Test
  @DisplayName("A26 several schema errors are all reported with their pointers")
  void allErrors() throws IOException {
    host.config(
        anApplyPackage()
            .without("expected_config_files")
            .steps("apply", aStep("a.sh").without("on_host").codes("")));

    Ran ran = host.run("apply");

    String error = ran.errors().getFirst();
    assertTrue(error.contains("required property \"expected_config_files\" is missing"), error);
    assertTrue(error.contains("/modes/apply/0: required property \"on_host\" is missing"), error);
    assertTrue(error.contains("/modes/apply/0/returncodes: at least one"), error);
  }

  private static Arguments top(String rule, PackageJson config, String text) {
    return arguments(rule, config.json(), text);
  }

  private static Arguments missing(String field) {
    return top(
        "B19 " + field,
        anApplyPackage().without(field),
        FIT + "required property \"" + field + "\" is missing");
  }

  private static Arguments step(String rule, StepJson step, String text) {
    return top(rule, aPackage().steps("apply", step).steps("apply-check", aCheck()), text);
  }

  private static void assertRefused(Ran ran, String text) {
    assertEquals(1, ran.exit());
    assertEquals(1, ran.errors().size(), ran.stderr());
    assertTrue(ran.errors().getFirst().contains(text), ran.stderr());
  }
}
