package io.nodewright.packages.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.packages.skeleton.Skeleton;
import io.nodewright.packages.skeleton.SkeletonInterrupt;
import io.nodewright.packages.skeleton.SkeletonStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Packages with one fault each: what is said names the place and the fix, and nothing else is
/// said.
class BrokenPackagesTest {

  @TempDir Path folder;

  @BeforeEach
  void aGoodPackage() throws IOException {
    new Skeleton("demo", "1.0.0", EnumSet.allOf(SkeletonStage.class), new SkeletonInterrupt.None())
        .write(folder);
  }

  @Test
  @DisplayName("A103 a new package has nothing wrong")
  void good() throws IOException {
    assertEquals(List.of(), Lint.of(folder));
    assertEquals(List.of(), Lint.of(folder.resolve("config.json")));
  }

  /// Breaks a package.
  interface Fault {
    void in(Path folder) throws IOException;
  }

  private static Fault config(String before, String after) {
    return folder -> replace(folder.resolve("config.json"), before, after);
  }

  private static Fault script(String name, String content) {
    return folder -> Files.writeString(folder.resolve("skyhook_dir").resolve(name), content);
  }

  private static void replace(Path file, String before, String after) throws IOException {
    String text = Files.readString(file);
    assertTrue(text.contains(before), before);
    int at = text.indexOf(before);
    Files.writeString(file, text.substring(0, at) + after + text.substring(at + before.length()));
  }

  private static Arguments fault(String name, Fault fault, String line, String fix) {
    return arguments(name, fault, line, fix);
  }

  static Stream<Arguments> faults() {
    return Stream.concat(inConfig(), inFiles());
  }

  private static Stream<Arguments> inConfig() {
    String apply = "\"path\": \"apply.sh\"";
    return Stream.of(
        fault(
            "B15 a comma too many",
            config("\"v1\",", "\"v1\",,"),
            "ERROR config.json:2: not JSON: column",
            "correct that place"),
        fault(
            "B17 no schema version",
            config("  \"schema_version\": \"v1\",\n", ""),
            "ERROR config.json: schema_version is missing",
            "add \"schema_version\": \"v1\""),
        fault(
            "B18 another schema version",
            config("\"v1\"", "\"v2\""),
            "ERROR config.json: unknown schema version \"v2\"",
            "write \"schema_version\": \"v1\""),
        fault(
            "B19 a field is missing",
            config("  \"expected_config_files\": [\"settings\"],\n", ""),
            "ERROR config.json: required property \"expected_config_files\" is missing",
            "add \"expected_config_files\": []"),
        fault(
            "B20 two numbers for a version",
            config("\"1.0.0\"", "\"1.0\""),
            "ERROR config.json /package_version: \"1.0\" is not a version",
            "three numbers"),
        fault(
            "B21 a name with a slash",
            config("\"demo\"", "\"team/demo\""),
            "ERROR config.json /package_name: package_name \"team/demo\" is not",
            "without \"/\""),
        fault(
            "B22 a field of a step is missing",
            config("\"on_host\": true,", ""),
            "ERROR config.json /modes/apply/0: required property \"on_host\" is missing",
            "add \"on_host\": true"),
        fault(
            "B23 no return code",
            config("\"returncodes\": [0]", "\"returncodes\": []"),
            "ERROR config.json /modes/apply/0/returncodes: at least one",
            "write \"returncodes\": [0]"),
        fault(
            "B24 a return code that cannot be",
            config("\"returncodes\": [0]", "\"returncodes\": [0, 256]"),
            "WARN config.json /modes/apply/0/returncodes: 256 can never match",
            "0 to 255"),
        fault(
            "B25 a truth in quotes",
            config("\"on_host\": true", "\"on_host\": \"true\""),
            "ERROR config.json /modes/apply/0/on_host: boolean expected",
            "without quotes"),
        fault(
            "B29 a stage without its check",
            config("\"apply-check\"", "\"uninstall-chek\""),
            "ERROR config.json /modes: unknown mode \"uninstall-chek\"",
            "did you mean \"uninstall-check\"?"),
        fault(
            "B31 an upgrade step elsewhere",
            config("\"upgrade_step\": false", "\"upgrade_step\": true"),
            "ERROR config.json /modes/apply/0: upgrade_step is allowed in upgrade",
            "\"upgrade_step\": false"),
        fault(
            "B32 an upgrade step with arguments",
            folder -> {
              Path file = folder.resolve("config.json");
              String text = Files.readString(file);
              int upgrade = text.indexOf("\"upgrade\"");
              Files.writeString(
                  file,
                  text.substring(0, upgrade)
                      + text.substring(upgrade).replaceFirst("\\[],", "[\"x\"],"));
            },
            "ERROR config.json /modes/upgrade/0: an upgrade step takes no arguments",
            "\"arguments\": []"),
        fault(
            "B33 a path out of the package",
            config(apply, "\"path\": \"../apply.sh\""),
            "ERROR config.json: step path \"../apply.sh\" leads out of skyhook_dir",
            "below skyhook_dir"),
        fault(
            "B34 a step whose file is not there",
            config(apply, "\"path\": \"Apply.sh\""),
            "ERROR config.json: step files not found: Apply.sh",
            "upper and lower case count"),
        fault(
            "B44 a key twice",
            config("  \"modes\"", "  \"package_name\": \"demo\",\n  \"modes\""),
            "ERROR config.json /package_name: the key stands twice",
            "remove one"),
        fault(
            "B45 a field nobody knows",
            config("\"on_host\": true,", "\"on_host\": true, \"return_codes\": [0],"),
            "WARN config.json /modes/apply/0/return_codes: unknown field",
            "did you mean \"returncodes\"?"),
        fault(
            "B43 a config key that is a path",
            config("[\"settings\"]", "[\"settings\", \"../settings\"]"),
            "ERROR config.json /expected_config_files/1: expected config file \"../settings\" leads",
            "without a path"),
        fault(
            "a key that no step reads",
            config("[\"settings\"]", "[\"settings\", \"colours\"]"),
            "WARN config.json /expected_config_files/1: no step reads the key \"colours\"",
            "configmaps/colours"));
  }

  private static Stream<Arguments> inFiles() {
    return Stream.of(
        fault(
            "B14 no config.json",
            folder -> Files.delete(folder.resolve("config.json")),
            "ERROR config.json: ",
            "package init"),
        fault(
            "B36 a step that is a link out of the package",
            folder -> {
              Files.delete(folder.resolve("skyhook_dir/apply.sh"));
              Files.createSymbolicLink(folder.resolve("skyhook_dir/apply.sh"), Path.of("/bin/sh"));
            },
            "ERROR skyhook_dir/apply.sh: leads outside the package directory",
            "copy of the file"),
        fault(
            "B37 no first line",
            script("post_interrupt_check.sh", "test -d /etc/demo || exit 1\n"),
            "ERROR skyhook_dir/post_interrupt_check.sh:1: has no \"#!\" line",
            "#!/usr/bin/env bash"),
        fault(
            "B38 Windows line ends",
            script("post_interrupt.sh", "#!/bin/bash\r\ntest -d /etc/demo\r\n"),
            "ERROR skyhook_dir/post_interrupt.sh:1: has Windows line ends",
            "sed -i 's/\\r$//' skyhook_dir/post_interrupt.sh"),
        fault(
            "Windows line ends in a file that is sourced",
            folder ->
                replace(folder.resolve("skyhook_dir/lib/common.sh"), "die() {\n", "die() {\r\n"),
            "ERROR skyhook_dir/lib/common.sh:9: has Windows line ends",
            "sed -i 's/\\r$//' skyhook_dir/lib/common.sh"),
        fault(
            "B41 a step that is not executable",
            folder ->
                Files.setPosixFilePermissions(
                    folder.resolve("skyhook_dir/apply.sh"),
                    PosixFilePermissions.fromString("rw-r--r--")),
            "WARN skyhook_dir/apply.sh: is not executable",
            "chmod 755 skyhook_dir/apply.sh"),
        fault(
            "shell that does not parse",
            script("post_interrupt.sh", "#!/bin/bash\ntest -d /etc/demo\nfi\n"),
            "ERROR skyhook_dir/post_interrupt.sh:3: syntax error near unexpected token `fi'",
            "bash -n skyhook_dir/post_interrupt.sh"),
        fault(
            "sh that does not parse",
            script("post_interrupt.sh", "#!/bin/sh\nif true; then\n  test -d /etc/demo\n"),
            "ERROR skyhook_dir/post_interrupt.sh:4: ",
            "sh -n skyhook_dir/post_interrupt.sh"),
        fault(
            "a check that looks at nothing",
            script("apply_check.sh", "#!/bin/bash\n# later\necho fine\nexit 0\n"),
            "WARN skyhook_dir/apply_check.sh: this check looks at nothing",
            "exit 1"),
        fault(
            "a check whose finding is lost",
            script("apply_check.sh", "#!/bin/sh\ntest -e /etc/demo/defaults\necho looked\n"),
            "WARN skyhook_dir/apply_check.sh: this check can never fail",
            "set -euo pipefail"),
        fault(
            "a check whose finding is excused",
            script(
                "apply_check.sh", "#!/bin/sh\nset -e\ngrep -q blue /etc/demo/defaults || true\n"),
            "WARN skyhook_dir/apply_check.sh: this check can never fail",
            "exit 1"),
        fault(
            "a file that no step uses",
            script("old_apply.sh", "#!/bin/sh\necho old\n"),
            "WARN skyhook_dir/old_apply.sh: no step uses this file",
            "remove it"),
        fault(
            "a file that does not become part of the image",
            folder -> Files.writeString(folder.resolve("extra.conf"), "a = b\n"),
            "WARN extra.conf: does not become part of the image",
            "below skyhook_dir"),
        fault(
            "a folder that the operator overwrites",
            folder -> Files.createDirectory(folder.resolve("node-metadata")),
            "WARN node-metadata: the operator puts its own",
            "remove it"));
  }

  @ParameterizedTest(name = "A103 {0}")
  @MethodSource("faults")
  void oneFault(String name, Fault fault, String line, String fix) throws IOException {
    fault.in(folder);
    List<Issue> issues = Lint.of(folder);
    assertEquals(1, issues.size(), issues::toString);
    assertTrue(issues.getFirst().line().startsWith(line), issues::toString);
    assertTrue(issues.getFirst().fix().contains(fix), issues::toString);
  }

  @Test
  @DisplayName("A103 B29 a stage without its check, and a package without a way back")
  void missing() throws IOException {
    Path config = folder.resolve("config.json");
    String good = Files.readString(config);
    Files.writeString(config, good.replace("\"apply-check\"", "\"interrupt\""));
    assertTrue(
        Lint.of(folder).stream()
            .anyMatch(
                issue ->
                    issue.problem().equals("mode \"apply\" has steps but \"apply-check\" has none")
                        && issue.fix().contains("proves what \"apply\" has done")));

    Files.writeString(config, good.replaceAll("(?s)\"uninstall\": .*", "\"uninstall\": []\n}}\n"));
    assertTrue(
        Lint.of(folder).stream()
            .anyMatch(
                issue ->
                    issue.line().startsWith("WARN config.json /modes: no uninstall")
                        && issue.fix().contains("\"uninstall-check\"")));
  }
}
