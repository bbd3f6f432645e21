package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.anApplyPackage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.agent.host.HostRoot;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a run lays down on the host before its steps (06 §10).
class HostPreparationTest {

  private static final String ROOT_DIR = TestHost.COPY + "/root_dir";
  private static final String CONFIG_MAPS = TestHost.COPY + "/configmaps/";

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory);
    host.script("a.sh", "echo ran").script("a_check.sh", "true").config(anApplyPackage());
  }

  private static void mode(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private void assertRefused(Ran ran, String text) {
    assertEquals(1, ran.exit());
    assertEquals(1, ran.errors().size(), ran.stderr());
    assertTrue(ran.errors().getFirst().contains(text), ran.stderr());
    assertFalse(ran.output().contains("ran\n"), ran.output());
  }

  @Test
  @DisplayName("A61 an absent COPY is filled from the data directory, node files on top")
  void fillsCopy() throws IOException {
    Path image = host.imageDirectory();
    Files.createDirectories(image.getParent());
    Files.move(host.path(TestHost.COPY), image);
    Files.writeString(image.resolve("skyhook_dir/note"), "from the image");
    Files.createDirectories(host.container.nodeFiles().resolve("skyhook_dir"));
    Files.writeString(host.container.nodeFiles().resolve("skyhook_dir/note"), "from the node");
    Files.createDirectories(image.resolve("node-metadata/..1"));
    Files.writeString(image.resolve("node-metadata/..1/labels.json"), "{\"zone\": \"a\"}");
    Files.createSymbolicLink(image.resolve("node-metadata/..data"), Path.of("..1"));
    Files.createSymbolicLink(
        image.resolve("node-metadata/labels.json"), Path.of("..data/labels.json"));
    host.imageScript("a.sh", "cat $STEP_ROOT/note $SKYHOOK_DIR/node-metadata/labels.json");

    Ran ran = host.run("apply");

    assertEquals(0, ran.exit(), ran.stderr());
    assertTrue(ran.output().endsWith("from the node{\"zone\": \"a\"}"), ran.output());
    assertEquals(
        List.of("flags", "tuning-1.1.6-u-3"), host.names(TestHost.STATE), "no stray directory");
  }

  @Test
  @DisplayName("B11 COPY and data directory absent")
  void nothingToFillFrom() throws IOException {
    host.runArguments("apply", host.root.toString(), "/copy");

    Ran ran = host.runArguments("apply", host.root.toString(), "/copy");

    assertRefused(ran, "package data directory \"" + host.imageDirectory() + "\" not found");
    assertFalse(host.exists("/copy"));
  }

  @Test
  @DisplayName("B11 a relative data directory")
  void relativeDataDirectory() throws IOException {
    Ran ran = host.set("SKYHOOK_DATA_DIR", "image").run("apply");

    assertRefused(ran, "SKYHOOK_DATA_DIR \"image\" is not an absolute path");
  }

  @Test
  @DisplayName("B10 COPY is a file")
  void copyIsFile() throws IOException {
    host.write("/copy", "");

    Ran ran = host.runArguments("apply", host.root.toString(), "/copy");

    assertRefused(ran, "package data: COPY \"/copy\" is not a directory");
  }

  @Test
  @DisplayName("B9 ROOT does not exist, then is a file")
  void rootIsNoDirectory() throws IOException {
    Path root = directory.resolve("no-root");

    Ran absent = host.runArguments("apply", root.toString(), TestHost.COPY);
    Files.createFile(root);
    Ran file = host.runArguments("apply", root.toString(), TestHost.COPY);

    assertRefused(absent, "ROOT \"" + root + "\" is not a directory");
    assertRefused(file, "ROOT \"" + root + "\" is not a directory");
  }

  static Stream<Arguments> expected() {
    return Stream.of(
        arguments("A65 missing files", List.of("b", "a"), "expected config files missing: b, a"),
        arguments(
            "A66 U19 ../config.json",
            List.of("../config.json"),
            "expected config file \"../config.json\" leads out of configmaps"),
        arguments(
            "B43 /etc/passwd",
            List.of("/etc/passwd"),
            "expected config file \"/etc/passwd\" leads out of configmaps"),
        arguments(
            "B43 a directory",
            List.of("dir"),
            "expected config file \"dir\" is not a regular file"),
        arguments(
            "B43 all problems in one message",
            List.of("/x", "dir", "a"),
            "expected config file \"/x\" leads out of configmaps; expected config file \"dir\" is"
                + " not a regular file; expected config files missing: a"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("expected")
  void expectedFile(String rule, List<String> names, String text) throws IOException {
    host.config(anApplyPackage().expects(names.toArray(new String[0])));
    host.write(ROOT_DIR + "/etc/x", "x");
    host.write(CONFIG_MAPS + "dir/f", "");
    List<String> before = host.everything();

    for (String mode : List.of("apply", "config", "apply-check")) {
      assertRefused(host.run(mode), text);
    }
    assertEquals(before, host.everything());
  }

  @Test
  @DisplayName("A65 an expected file that is there, by a link and empty, is fine")
  void expectedFileThere() throws IOException {
    host.config(anApplyPackage().expects("key"));
    host.write(CONFIG_MAPS + "..data/key", "");
    Files.createSymbolicLink(host.path(CONFIG_MAPS + "key"), Path.of("..data/key"));

    assertEquals(0, host.run("apply").exit());
  }

  @ParameterizedTest(name = "A67 {0} checks no expected file")
  @ValueSource(strings = {"uninstall", "uninstall-check"})
  void notExpected(String mode) throws IOException {
    host.config(anApplyPackage().expects("key"));

    assertEquals(0, host.run(mode).exit());
  }

  @Test
  @DisplayName("A68 an absolute link in resolv.conf's place is followed inside ROOT")
  void resolvConf() throws IOException {
    Files.writeString(host.container.resolvConf(), "nameserver 10.0.0.10\n");
    mode(host.container.resolvConf(), "rw-r-----");
    Files.createSymbolicLink(
        host.path("/etc/resolv.conf"), Path.of("/run/resolve/stub-resolv.conf"));

    assertEquals(0, host.set("COPY_RESOLV", "true").run("apply").exit());

    assertTrue(Files.isSymbolicLink(host.path("/etc/resolv.conf")));
    assertEquals("nameserver 10.0.0.10\n", host.read("/run/resolve/stub-resolv.conf"));
    assertEquals("rw-r-----", mode(host.path("/run/resolve/stub-resolv.conf")));
    assertEquals("nameserver 10.0.0.10\n", Files.readString(host.container.resolvConf()));
  }

  @Test
  @DisplayName("A68 a resolv.conf of the container that is missing fails its phase")
  void noResolvConf() {
    Ran ran = host.set("COPY_RESOLV", "true").run("apply");

    assertRefused(ran, "resolv.conf: cannot be copied: no such file");
  }

  @Test
  @DisplayName("A69 COPY_RESOLV=false leaves the host's file alone")
  void resolvConfLeftAlone() throws IOException {
    Files.writeString(host.container.resolvConf(), "new");
    host.write("/etc/resolv.conf", "old");

    assertEquals(0, host.set("COPY_RESOLV", "False").run("apply").exit());

    assertEquals("old", host.read("/etc/resolv.conf"));
  }

  @Test
  @DisplayName("A70 U20 node metadata is read through the kubelet's links")
  void nodeMetadata() throws IOException {
    String metadata = TestHost.COPY + "/node-metadata/";
    host.write(metadata + "..2026/labels.json", "{\"kubernetes.io/hostname\":\"gpu1\"}");
    Files.createSymbolicLink(host.path(metadata + "..data"), Path.of("..2026"));
    Files.createSymbolicLink(host.path(metadata + "labels.json"), Path.of("..data/labels.json"));
    host.script("a.sh", "cat $SKYHOOK_DIR/node-metadata/labels.json");

    Ran ran = host.run("apply");

    assertTrue(ran.output().endsWith("{\"kubernetes.io/hostname\":\"gpu1\"}"), ran.output());
  }

  static Stream<Arguments> links() {
    return Stream.of(
        arguments("A99 plain", "/etc/x", "/etc/x"),
        arguments("A99 .. at the top stays", "/../../etc", "/etc"),
        arguments("A99 an absolute link begins at ROOT", "/abs/x", "/etc/x"),
        arguments("A99 a relative link", "/etc/rel/x", "/usr/x"),
        arguments("A99 a link that climbs out ends at ROOT", "/out/x", "/x"),
        arguments("A99 .. after a link goes up from its target", "/deep/../x", "/usr/x"),
        arguments("A99 what is not there is taken as written", "/no/such/x", "/no/such/x"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("links")
  void resolves(String rule, String hostPath, String expected) throws IOException {
    Files.createDirectories(host.path("/usr/share"));
    Files.createSymbolicLink(host.path("/abs"), Path.of("/etc"));
    Files.createSymbolicLink(host.path("/etc/rel"), Path.of("../usr"));
    Files.createSymbolicLink(host.path("/out"), Path.of("../../.."));
    Files.createSymbolicLink(host.path("/deep"), Path.of("usr/share"));

    HostRoot root = new HostRoot(host.root);

    assertEquals(expected, root.hostPath(root.resolve(hostPath)));
  }

  @Test
  @DisplayName("A99 a circle of links is an error, not an endless walk")
  void circle() throws IOException {
    Files.createSymbolicLink(host.path("/one"), Path.of("/two"));
    Files.createSymbolicLink(host.path("/two"), Path.of("one"));

    Assertions.assertThrows(
        FileSystemLoopException.class, () -> new HostRoot(host.root).resolve("/one/x"));
  }
}
