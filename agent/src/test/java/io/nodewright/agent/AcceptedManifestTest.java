package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.PackageJson.anApplyPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// config.json: what is accepted, with which warnings (06 §7, §14 B23, B24, B44, B45).
class AcceptedManifestTest {
  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory);
    host.script("a.sh", "echo ran").script("a_check.sh", "true");
  }

  private static Arguments top(String rule, PackageJson config, String text) {
    return arguments(rule, config.json(), text);
  }

  private static Arguments step(String rule, StepJson step, String text) {
    return top(rule, aPackage().steps("apply", step).steps("apply-check", aCheck()), text);
  }

  static Stream<Arguments> accepted() {
    List<Arguments> rows = new ArrayList<>();
    rows.add(top("A24 a good config", anApplyPackage(), ""));
    rows.add(
        top(
            "A24 check mode without work mode",
            anApplyPackage().steps("post-interrupt-check", aCheck()),
            ""));
    rows.add(top("A24 root_dir of tools", anApplyPackage().with("root_dir", "\"/\""), ""));
    rows.add(step("B23 0.0 is an integer", aStep("a.sh").codes("0.0"), ""));
    rows.add(step("B24 codes out of range", aStep("a.sh").codes("0, 256, -1"), "can never match"));
    rows.add(
        top(
            "B45 unknown field",
            anApplyPackage().with("on-host", "1"),
            "/on-host: unknown field, ignored"));
    rows.add(
        step(
            "B45 unknown field of a step",
            aStep("a.sh").with("return_codes", "[1]"),
            "/modes/apply/0/return_codes: unknown field, ignored"));
    rows.add(
        arguments(
            "B44 a doubled key, the last one counts",
            anApplyPackage().json().replaceFirst("\\{", "{\"package_name\": 5, "),
            "/package_name: the key stands twice"));
    rows.add(
        top(
            "B30 the mode interrupt is never run",
            anApplyPackage().steps("interrupt", aStep("a.sh")),
            "steps of mode \"interrupt\" are never run"));
    for (String version :
        List.of("1.0.0", "1.0.0-dev", "1.0.0+build1", "2024.12.19", "1.0.0-0.a-b")) {
      rows.add(top("B20 good version " + version, anApplyPackage().version(version), ""));
    }
    return rows.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("accepted")
  void isAccepted(String rule, String json, String warning) throws IOException {
    host.config(json);

    Ran ran = host.run("apply");

    assertEquals(0, ran.exit(), ran.stderr());
    assertTrue(ran.output().endsWith("ran\n"), ran.output());
    boolean warned = ran.warnings().stream().anyMatch(line -> line.contains(warning));
    assertTrue(warned, ran.stderr());
    // Prefix mode itself warns once.
    assertEquals(warning.isEmpty(), ran.warnings().size() == 1, ran.stderr());
  }

  static Stream<Arguments> checkNames() {
    return Stream.of(
        arguments("A24 rule 5: one extension", "b.sh", "b_check.sh"),
        arguments("A24 rule 5: no extension", "a", "a_check"),
        arguments("A24 rule 5: two extensions", "a.tar.gz", "a.tar_check.gz"),
        arguments("A24 rule 5: a dot at the end", "a.", "a_check"),
        arguments("A24 rule 5: a dot in a directory", "d.v1/a", "d.v1/a_check"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("checkNames")
  void missesItsCheck(String rule, String path, String check) throws IOException {
    host.script(path, "true");
    host.config(aPackage().steps("apply", aStep(path)).steps("apply-check", aCheck()));

    String warning = "step \"%s\" has no check \"%s\" in \"apply-check\"".formatted(path, check);
    assertTrue(host.run("apply").stderr().contains(warning), warning);

    host.script(check, "true");
    host.config(aPackage().steps("apply", aStep(path)).steps("apply-check", aStep(check)));
    assertEquals(1, host.run("apply").warnings().size());
  }
}
