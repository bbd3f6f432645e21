package io.nodewright.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.settings.ContainerEnvironment;
import io.nodewright.agent.settings.ResourceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The agent's settings and the environment of steps (06 §3).
class SettingsTest {

  @TempDir Path directory;

  static Stream<Arguments> badResourceIds() {
    String form = "is not <id>_<package>_<version>";
    return Stream.of(
        arguments("A8 missing", "", form),
        arguments("B8 no part but one", "a", form),
        arguments("B8 two parts", "a_b", form),
        arguments("B8 empty id", "_p_1", form),
        arguments("B8 empty package", "a__1", form),
        arguments("B8 empty version", "a_p_", form),
        arguments(
            "B8 a package that climbs",
            "a_../x_1",
            "package \"../x\" is not a single path component"),
        arguments(
            "B8 a version that climbs", "a_p_..", "version \"..\" is not a single path component"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badResourceIds")
  void badResourceIdTouchesNothing(String rule, String id, String text) throws IOException {
    TestHost host = new TestHost(directory);
    host.config(PackageJson.anApplyPackage());
    List<String> before = host.everything();

    for (String mode : List.of("apply", "uninstall-check", "config")) {
      Ran ran = host.set("SKYHOOK_RESOURCE_ID", id).run(mode);

      assertEquals(1, ran.exit());
      assertEquals("", ran.stdout());
      assertEquals(1, ran.errors().size(), ran.stderr());
      assertTrue(ran.errors().getFirst().contains(text), ran.stderr());
    }
    assertEquals(before, host.everything());
  }

  @Test
  @DisplayName("A8 a resource id that is not set at all is refused in every mode")
  void noResourceId() throws IOException {
    TestHost host = new TestHost(directory);
    host.env.remove("SKYHOOK_RESOURCE_ID");
    List<String> before = host.everything();

    Ran ran =
        host.runArguments("interrupt", host.root.toString(), "/pkg", "eyJ0eXBlIjoibm9fb3AifQ==");

    assertEquals(1, ran.exit());
    assertEquals(before, host.everything());
  }

  @Test
  @DisplayName("A107 the operator's resource id has exactly three parts, the generation numeric")
  void operatorsResourceId() throws AgentFailure {
    ResourceId id = ResourceId.parse("bind-mount-5f3c9d2a-12_scratch-disk_0.1.0");

    assertEquals(List.of("scratch-disk", "0.1.0"), List.of(id.packageKey(), id.version()));
    String[] parts = id.text().split("_", -1);
    assertEquals(3, parts.length);
    assertTrue(parts[0].substring(parts[0].lastIndexOf('-') + 1).matches("[0-9]+"));
  }

  @Test
  @DisplayName("A10 a value that is no boolean is false, with a warning")
  void notBoolean() throws IOException {
    TestHost host = new TestHost(directory);
    host.script("a.sh", "true").script("a_check.sh", "true").config(PackageJson.anApplyPackage());

    Ran ran = host.set("SKYHOOK_AGENT_WRITE_LOGS", "yes").run("apply");

    assertEquals(0, ran.exit());
    assertTrue(ran.stdout().contains("SKYHOOK_AGENT_WRITE_LOGS: False\n"));
    assertTrue(
        ran.stderr()
            .contains(
                "SKYHOOK_AGENT_WRITE_LOGS is neither true nor false: taken as false\""
                    + " value=\"yes\""),
        ran.stderr());
    assertFalse(host.exists(TestHost.LOGS));
  }

  static Stream<Arguments> climbing() {
    return Stream.of(
        arguments("A13 a state root that climbs", "SKYHOOK_ROOT_DIR", "../../x"),
        arguments("B12 a state root that goes down and climbs", "SKYHOOK_ROOT_DIR", "/a/../../x"),
        arguments("A13 a log root that climbs", "SKYHOOK_LOG_DIR", "/../x"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("climbing")
  void climbingRootIsRefused(String rule, String name, String value) throws IOException {
    TestHost host = new TestHost(directory);
    host.script("a.sh", "true").script("a_check.sh", "true").config(PackageJson.anApplyPackage());
    List<String> before = host.everything();

    Ran ran = host.set(name, value).run("apply");

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors().getFirst().contains(name + " \"" + value + "\" leads out of the host root"),
        ran.stderr());
    assertEquals(before, host.everything());
    assertFalse(Files.exists(directory.resolve("x")));
  }

  static Stream<Arguments> ownEnvironment() {
    Map<String, String> image =
        Map.of(
            "JAVA_TOOL_OPTIONS",
            "-Xmx32m",
            "NODEWRIGHT_AGENT_OWN_ENV",
            "JAVA_TOOL_OPTIONS=-Xmx32m;LC_ALL=C.UTF-8",
            "LC_ALL",
            "C.UTF-8");
    return Stream.of(
        arguments("A22 set by the image: absent", image, Map.of(), "JAVA_TOOL_OPTIONS", ""),
        arguments("A22 any marked value: absent", image, Map.of(), "LC_ALL", ""),
        arguments(
            "A22 set by package env: present",
            image,
            Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g"),
            "JAVA_TOOL_OPTIONS",
            "-Xmx1g"),
        arguments(
            "A22 set by package env, unmarked: present",
            image,
            Map.of("CLASSPATH", "/x"),
            "CLASSPATH",
            "/x"),
        arguments(
            "A22 without a list of marks: absent",
            Map.of("JAVA_HOME", "/j"),
            Map.of(),
            "JAVA_HOME",
            ""),
        arguments(
            "A22 the flags of Java's own cache without a list of marks: absent",
            Map.of("JDK_AOT_VM_OPTIONS", "-Xmx1g"),
            Map.of(),
            "JDK_AOT_VM_OPTIONS",
            ""),
        arguments(
            "A22 the marks themselves: absent", image, Map.of(), "NODEWRIGHT_AGENT_OWN_ENV", ""),
        arguments(
            "A22 PATH without the product's directories",
            Map.of("PATH", "/opt/java/bin:/usr/bin:/opt/java"),
            Map.of(),
            "PATH",
            "/usr/bin"),
        arguments(
            "A22 PATH with nothing left",
            Map.of("PATH", "/opt/java/bin"),
            Map.of(),
            "PATH",
            "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"),
        arguments(
            "A22 a neighbour of the product's directory stays in PATH",
            Map.of("PATH", "/opt/java-tools"),
            Map.of(),
            "PATH",
            "/opt/java-tools"),
        arguments(
            "A23 SKYHOOK_NODE_ORDER",
            image,
            Map.of("SKYHOOK_NODE_ORDER", "3"),
            "SKYHOOK_NODE_ORDER",
            "3"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("ownEnvironment")
  void stepsSee(
      String rule,
      Map<String, String> image,
      Map<String, String> pod,
      String name,
      String expected) {
    Map<String, String> all = new LinkedHashMap<>(image);
    all.putAll(pod);

    assertEquals(expected, ContainerEnvironment.forSteps(all, "/opt/java").getOrDefault(name, ""));
  }
}
