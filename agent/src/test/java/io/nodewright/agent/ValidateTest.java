package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.PackageJson.anApplyPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `agent validate`: a package looked over by its author (06 §17).
class ValidateTest {

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aPackageDirectory() throws IOException {
    host = new TestHost(directory);
    host.env.clear(); // no resource id, nothing
    host.script("a.sh", "echo ran").script("a_check.sh", "true").config(anApplyPackage());
  }

  private Ran validate(String... options) {
    String[] words =
        Stream.concat(Stream.of("validate", copy()), Stream.of(options)).toArray(String[]::new);
    return host.runArguments(words);
  }

  private String copy() {
    return host.path(TestHost.COPY).toString();
  }

  @ParameterizedTest(name = "A103 U20 the sample {0} is valid, without a word")
  @ValueSource(strings = {"motd", "sysctl-lite", "kernel-modules"})
  void samples(String name) {
    Path sample = Path.of(System.getProperty("project.root", ".."), "samples/packages", name);

    assertEquals(new Ran(0, "", ""), host.runArguments("validate", sample.toString()));
    assertEquals(
        new Ran(0, "[]\n", ""),
        host.runArguments("validate", "--json", "--strict", sample + "/config.json"));
  }

  static Stream<Arguments> badConfigs() {
    return ManifestTest.allRefused("A103");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badConfigs")
  void isRefused(String rule, String json, String text) throws IOException {
    host.config(json);
    List<String> before = host.everything();

    Ran ran = validate();

    assertEquals(1, ran.exit());
    assertEquals("", ran.stderr());
    String found =
        text.replaceFirst("^config.json does not fit schema v1: ", "")
            .replaceFirst("^config.json: ", "");
    assertTrue(
        ran.stdout().lines().anyMatch(line -> line.startsWith("ERROR /") && line.contains(found)),
        ran.stdout());
    assertEquals(before, host.everything());
  }

  @Test
  @DisplayName("A103 every schema error has a line of its own")
  void everyFinding() throws IOException {
    host.config(
        anApplyPackage()
            .without("package_name")
            .with("more", "1")
            .steps("apply", aStep("a.sh").without("on_host").codes("")));

    assertEquals(
        """
        ERROR /: required property "package_name" is missing
        WARN /more: unknown field, ignored
        ERROR /modes/apply/0: required property "on_host" is missing
        ERROR /modes/apply/0/returncodes: at least one exit code is needed
        """,
        validate().stdout());
  }

  @Test
  @DisplayName("A103 no config.json, or no such directory")
  void nothingThere() throws IOException {
    Files.delete(host.path(TestHost.COPY + "/config.json"));

    assertEquals(
        new Ran(
            1,
            "ERROR /: \"" + copy() + "/config.json\" cannot be read: no such file or directory\n",
            ""),
        validate());
    assertEquals(1, host.runArguments("validate", copy() + "/none").exit());
  }

  @Test
  @DisplayName(
      "A103 B44 a doubled key is an error here, and what follows is looked at all the same")
  void doubledKey() throws IOException {
    String json = anApplyPackage().json().replace("\"modes\"", "\"modes\": {}, \"modes\"");
    host.config(json);
    Files.setPosixFilePermissions(host.step("a.sh"), PosixFilePermissions.fromString("rw-r--r--"));

    Ran ran = validate();

    assertEquals(1, ran.exit());
    assertEquals(
        """
        ERROR /modes: the key stands twice, the last one counts
        WARN /modes/apply/0/path: step "a.sh" is not executable; chmod 755 it in the package
        """,
        ran.stdout());
  }

  static Stream<Arguments> warnings() {
    return Stream.of(
        arguments(
            "A103 B45 unknown field", anApplyPackage().with("on-host", "1"), "/on-host: unkn"),
        arguments(
            "A103 B24 code out of range",
            aPackage().steps("apply", aStep("a.sh").codes("0, 256")).steps("apply-check", aCheck()),
            "/modes/apply/0/returncodes: 256 can never match"),
        arguments(
            "A103 no key of a configMap",
            anApplyPackage().expects("ok.conf", "sub/x"),
            "/expected_config_files/1: \"sub/x\" cannot be a key of a configMap"),
        arguments(
            "A103 a beginning that no key of a configMap has",
            anApplyPackage().expects("..data"),
            "/expected_config_files/0: \"..data\" cannot be a key of a configMap"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("warnings")
  void warns(String rule, PackageJson config, String line) throws IOException {
    host.config(config);

    Ran ran = validate();

    assertEquals(0, ran.exit());
    assertEquals(1, ran.stdout().lines().count(), ran.stdout());
    assertTrue(ran.stdout().startsWith("WARN " + line), ran.stdout());
    assertEquals(1, validate("--strict").exit());
  }

  static Stream<Arguments> files() {
    return Stream.of(
        arguments("A103 B37 no #! line", "echo x\n", "has no \"#!\" line and is no program"),
        arguments("A103 B37 empty", "", "has no \"#!\" line and is no program"),
        arguments("A103 B38 Windows line ends", "#!/bin/sh\r\necho\r\n", "has Windows line ends"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void stepFile(String rule, String content, String text) throws IOException {
    Files.writeString(host.step("a.sh"), content);

    Ran ran = validate();

    assertEquals(1, ran.exit());
    assertTrue(
        ran.stdout().startsWith("ERROR /modes/apply/0/path: step \"a.sh\" " + text), ran.stdout());
  }

  @Test
  @DisplayName("A103 B35 B36 a step that is a directory, or a link out of the package")
  void noFile() throws IOException {
    Files.delete(host.step("a.sh"));
    Files.createDirectory(host.step("a.sh"));
    assertTrue(validate().stdout().contains("step \"a.sh\" is not a regular file"));

    Files.delete(host.step("a.sh"));
    Files.createSymbolicLink(host.step("a.sh"), Path.of("/bin/sh"));
    assertTrue(validate().stdout().contains("step \"a.sh\" leads outside the package directory"));
  }

  @Test
  @DisplayName("A103 A98 a step path that no file can have: half a character")
  void halfACharacter() throws IOException {
    host.config(anApplyPackage().json().replace("a.sh", "a.sh\\udc00"));

    Ran ran = validate();

    assertEquals(1, ran.exit());
    assertTrue(
        ran.stdout()
            .contains(
                "ERROR /: step \"a.sh\\udc00\" cannot be looked up: not a file name in the"
                    + " container's locale\n"),
        ran.stdout());
    assertEquals(1, host.run("apply").exit());
  }

  @Test
  @DisplayName("A103 A66 U19 an expected file that leads out of configmaps")
  void expectedFileOutside() throws IOException {
    host.config(anApplyPackage().expects("../config.json"));

    assertEquals(
        new Ran(
            1,
            "ERROR /expected_config_files/0: expected config file \"../config.json\" leads out of"
                + " configmaps\n",
            ""),
        validate());
  }

  @Test
  @DisplayName("A103 --json: an array of level, pointer and message")
  void json() throws IOException {
    host.config(anApplyPackage().with("a\"b", "1"));

    assertEquals(
        "[{\"level\":\"WARN\",\"pointer\":\"/a\\\"b\",\"message\":\"unknown field, ignored\"}]\n",
        validate("--json").stdout());
  }

  @ParameterizedTest(name = "A103 usage: {0}")
  @MethodSource("misuses")
  void misuse(List<String> words, String reason) {
    Ran ran = host.runArguments(words.toArray(String[]::new));

    assertEquals(2, ran.exit());
    assertEquals("", ran.stdout());
    assertTrue(ran.stderr().startsWith(reason + "\nusage: "), ran.stderr());
  }

  static Stream<Arguments> misuses() {
    return Stream.of(
        arguments(List.of("validate"), "validate needs one PATH, not 0"),
        arguments(List.of("validate", "a", "b"), "validate needs one PATH, not 2"),
        arguments(List.of("validate", "a", "--x"), "validate has no option \"--x\""));
  }
}
