package io.nodewright.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.agent.process.Capabilities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sample packages through their modes, on a host whose root is really changed into (06 §21).
class SamplesTest {

  private static final String COPY = "/var/lib/skyhook/demo/sample";

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Capabilities.mayChangeRoot(), "needs the right to change root: run the tests as root");
    host = changingRoot(new TestHost(directory, COPY));
    Files.createDirectories(host.path("/proc"));
    Files.createSymbolicLink(host.path("/dev/fd"), Path.of("/proc/self/fd"));
    Assumptions.assumeTrue(
        new ProcessBuilder(withProc("true")).start().waitFor() == 0,
        "needs the right to mount proc in a mount namespace of its own");
  }

  /// Gives the host what it needs to be changed into.
  TestHost changingRoot(TestHost bare) throws IOException, InterruptedException {
    return bare.changingRoot();
  }

  private List<String> withProc(String... command) {
    String mount = "mount -t proc proc \"$0\" && exec \"$@\"";
    List<String> all =
        new ArrayList<>(
            List.of("unshare", "--mount", "bash", "-c", mount, host.path("/proc").toString()));
    all.addAll(List.of(command));
    return all;
  }

  private void install(String name, String key, String version) throws IOException {
    Path sample = Path.of(System.getProperty("project.root"), "samples", "packages", name);
    try (Stream<Path> files = Files.walk(sample)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path copy = host.path(COPY).resolve(sample.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    host.set("SKYHOOK_RESOURCE_ID", "demo-u-1_" + key + "_" + version);
  }

  private Ran run(String mode) throws IOException, InterruptedException {
    String[] arguments = {mode, host.root.toString(), COPY};
    try (AgentProcess agent = AgentProcess.start(withProc(), List.of(), host.env, arguments)) {
      return agent.end();
    }
  }

  private Ran passes(String mode) throws IOException, InterruptedException {
    Ran ran = run(mode);
    assertEquals(0, ran.exit(), ran.stdout() + ran.stderr());
    return ran;
  }

  @Test
  @DisplayName("A104 motd: the file appears, follows the key, is gone; a second apply is skipped")
  void motd() throws IOException, InterruptedException {
    install("motd", "hello", "1.0.0");
    host.write(COPY + "/configmaps/message", "Welcome.");
    host.write(COPY + "/node-metadata/labels.json", "{\"kubernetes.io/hostname\":\"gpu1\"}");
    String file = "/etc/motd.d/50-nodewright-hello";

    passes("apply");
    passes("apply-check");
    assertEquals("--- managed by nodewright ---\nWelcome.\nnode: gpu1\n", host.read(file));
    assertFalse(passes("apply").stdout().contains("motd: wrote"));

    host.write(COPY + "/configmaps/message", "Changed.");
    passes("config");
    passes("config-check");
    assertTrue(host.read(file).contains("\nChanged.\n"), host.read(file));

    passes("uninstall");
    passes("uninstall-check");
    assertFalse(host.exists(file));
    assertTrue(passes("apply").stdout().contains("motd: wrote"), "the marker is gone");
  }

  @Test
  @DisplayName("A105 sysctl-lite: the old file goes, the new one comes, code 3 is accepted")
  void sysctlLite() throws IOException, InterruptedException {
    install("sysctl-lite", "tune", "2.0.0");
    host.write(COPY + "/configmaps/sysctl.conf", "no.such_key = 1\n");
    host.write("/etc/sysctl.d/99-tune.conf", "old");
    host.write(TestHost.STATE + "/history/sysctl-lite.json", "{\"current-version\": \"1.4.0\"}");

    Ran upgrade = passes("upgrade");
    assertTrue(upgrade.stdout().contains("upgrading from 1.4.0 to 2.0.0"), upgrade.stdout());
    passes("upgrade-check");
    assertFalse(host.exists("/etc/sysctl.d/99-tune.conf"));
    assertTrue(host.read("/etc/sysctl.d/90-nodewright-tune.conf").contains("no.such_key=1"));

    Ran live = passes("post-interrupt-check");
    assertTrue(live.stderr().contains("is unknown to this kernel"), live.stderr());
    passes("config");
    passes("config-check");
    passes("uninstall");
    passes("uninstall-check");
    assertFalse(host.exists("/etc/sysctl.d/90-nodewright-tune.conf"));
  }

  @Test
  @DisplayName("A106 a key taken out of the configMap: an error naming it")
  void keyRemoved() throws IOException, InterruptedException {
    install("motd", "hello", "1.0.0");
    host.write(COPY + "/configmaps/message", "Welcome.");
    passes("apply");
    Files.delete(host.path(COPY + "/configmaps/message"));

    Ran ran = run("config");

    assertEquals(1, ran.exit());
    assertTrue(
        ran.errors().getFirst().contains("expected config files missing: message"), ran.stderr());
  }
}
