package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.anApplyPackage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `root_dir` laid over the host (06 §10).
class OverlayTest {

  private static final String ROOT_DIR = TestHost.COPY + "/root_dir";
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
  @DisplayName("A63 U7 root_dir replaces files with their modes and leaves directories their own")
  void overlay() throws IOException {
    host.write("/etc/x", "old");
    host.write("/etc/y", "untouched");
    mode(host.root, "rwxr-xr-x");
    mode(host.path("/etc"), "rwxr-x--x");
    host.write(ROOT_DIR + "/etc/x", "new");
    host.write(ROOT_DIR + "/opt/tool/bin/t", "tool");
    mode(host.path(ROOT_DIR), "rwx------");
    mode(host.path(ROOT_DIR + "/etc"), "rwx------");
    mode(host.path(ROOT_DIR + "/etc/x"), "r-xr-----");
    mode(host.path(ROOT_DIR + "/opt/tool"), "rwxrwx---");

    assertEquals(0, host.run("apply").exit());

    assertEquals("new", host.read("/etc/x"));
    assertEquals("r-xr-----", mode(host.path("/etc/x")));
    assertEquals("rwxr-xr-x", mode(host.root));
    assertEquals("rwxr-x--x", mode(host.path("/etc")));
    assertEquals("rwxrwx---", mode(host.path("/opt/tool")));
    assertEquals("tool", host.read("/opt/tool/bin/t"));
    assertEquals(List.of("x", "y"), host.names("/etc"));
  }

  @Test
  @DisplayName("A63 a killed run leaves no directory with other bits, nor an unfinished one")
  void newDirectories() throws IOException {
    host.write(ROOT_DIR + "/opt/tool/t", "tool");
    mode(host.path(ROOT_DIR + "/opt/tool"), "rwxrwx---");
    assertEquals(0, host.run("apply").exit());
    assertEquals("rwxrwx---", mode(host.path("/opt/tool")));
    assertEquals(List.of("tool"), host.names("/opt"));

    // As if the run had been killed between making the directory and giving it its name.
    String owner = Integer.toHexString((TestHost.STATE + " tuning").hashCode());
    Files.createDirectory(host.path("/opt/.nw-" + owner + "-1-1"));
    Files.createDirectory(host.path("/opt/.nw-other-1-1"));
    Files.delete(host.path("/opt/tool/t"));
    Files.delete(host.path("/opt/tool"));

    assertEquals(0, host.run("apply").exit());

    assertEquals("rwxrwx---", mode(host.path("/opt/tool")));
    assertEquals(List.of(".nw-other-1-1", "tool"), host.names("/opt"));
  }

  @Test
  @DisplayName("A63 U7 targets are resolved as the host would, never out of ROOT")
  void overlayThroughLinks() throws IOException {
    host.write("/usr/lib/keep", "");
    Files.createSymbolicLink(host.path("/lib"), Path.of("/usr/lib"));
    Files.createSymbolicLink(host.path("/up"), Path.of("../../../../escaped"));
    Files.createSymbolicLink(host.path("/etc/link"), Path.of("/target/new"));
    host.write(ROOT_DIR + "/lib/a", "a");
    host.write(ROOT_DIR + "/up/b", "b");
    host.write(ROOT_DIR + "/etc/link", "c");

    assertEquals(0, host.run("apply").exit());

    assertEquals(List.of("a", "keep"), host.names("/usr/lib"));
    assertEquals("b", host.read("/escaped/b"));
    assertEquals("c", host.read("/target/new"));
    assertTrue(Files.isSymbolicLink(host.path("/etc/link")));
    assertFalse(Files.exists(directory.resolve("escaped")));
  }

  @Test
  @DisplayName("A63 U7 links in root_dir are copied as what they point to")
  void overlayOfLinks() throws IOException {
    host.write(TestHost.COPY + "/shared/f", "f");
    Files.createDirectories(host.path(ROOT_DIR + "/etc"));
    Files.createSymbolicLink(host.path(ROOT_DIR + "/etc/f"), Path.of("../../shared/f"));
    Files.createSymbolicLink(host.path(ROOT_DIR + "/etc/d"), Path.of(TestHost.COPY + "/shared"));

    assertEquals(0, host.run("apply").exit());

    assertTrue(Files.isRegularFile(host.path("/etc/f"), LinkOption.NOFOLLOW_LINKS));
    assertEquals("f", host.read("/etc/d/f"));
  }

  @Test
  @DisplayName(
      "A63 U7 a root_dir that cannot be copied changes nothing: cycle, dangling link, fifo, file")
  void badOverlay() throws IOException, InterruptedException {
    host.write(ROOT_DIR + "/etc/a", "never copied");
    Path bad = host.path(ROOT_DIR + "/etc/z");

    Files.createSymbolicLink(bad, Path.of(".."));
    assertRefused(host.run("apply"), "root_dir: \"" + ROOT_DIR + "/etc/z\" links to itself");
    Files.delete(bad);
    Files.createSymbolicLink(bad, Path.of("z"));
    assertRefused(host.run("apply"), "root_dir: \"" + ROOT_DIR + "/etc/z\" links to itself");
    Files.delete(bad);
    Files.createSymbolicLink(bad, Path.of("/nowhere"));
    assertRefused(host.run("apply"), "is a link to nothing");
    Files.delete(bad);
    assertEquals(0, new ProcessBuilder("mkfifo", bad.toString()).start().waitFor());
    assertRefused(host.run("apply"), "root_dir: \"" + ROOT_DIR + "/etc/z\" is not a regular file");
    assertFalse(host.exists("/etc/a"));

    Files.move(host.path(ROOT_DIR), directory.resolve("away"));
    host.write(ROOT_DIR, "");
    assertRefused(host.run("apply"), "root_dir: \"" + ROOT_DIR + "\" is not a directory");
  }

  @ParameterizedTest(name = "A64 {0} copies nothing of root_dir")
  @ValueSource(strings = {"uninstall", "uninstall-check"})
  void noOverlay(String mode) throws IOException {
    host.write(ROOT_DIR + "/etc/x", "x");

    assertEquals(0, host.run(mode).exit());

    assertFalse(host.exists("/etc/x"));
  }

  @ParameterizedTest(name = "A64 {0} does copy root_dir")
  @ValueSource(strings = {"apply-check", "config", "post-interrupt-check", "upgrade"})
  void overlayInEveryOtherMode(String mode) throws IOException {
    host.write(ROOT_DIR + "/etc/x", "x");

    assertEquals(0, host.run(mode).exit());

    assertEquals("x", host.read("/etc/x"));
  }
}
