package io.nodewright.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.agent.process.Capabilities;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Sample packages through their modes, on a host whose root is really changed into (06 §21).
class SamplesTest {

  private static final long MOST_SHOWN = 4096;
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

  /// What a package is tried with.
  ///
  /// @param config of the first apply, by key
  /// @param changed what is otherwise after a config change; empty where the package takes none
  /// @param there files of the host from before, by path, that the package replaces or is beside
  record Life(
      String name,
      String version,
      Map<String, String> config,
      Map<String, String> changed,
      Map<String, String> there) {

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Life> lives() {
    return Stream.of(
        new Life(
            "systemd-dropin",
            "1.0.0",
            Map.of("unit", "kubelet.service\n", "override.conf", "[Service]\nNice=-5\n"),
            Map.of("unit", "containerd.service\n"),
            Map.of("/etc/systemd/system/kubelet.service.d/10-host.conf", "[Service]\n")),
        new Life(
            "containerd-config",
            "1.0.0",
            Map.of("drop-in.toml", "oom_score = -999\n"),
            Map.of("drop-in.toml", "oom_score = -500\n"),
            Map.of("/etc/containerd/config.toml", "version = 2\n\n[grpc]\n  gid = 7\n")),
        new Life(
            "containerd-config",
            "1.0.0",
            Map.of("drop-in.toml", "oom_score = -999\n"),
            Map.of("drop-in.toml", "oom_score = -500\n"),
            Map.of()),
        new Life(
            "file-tree",
            "2.0.0",
            Map.of(),
            Map.of(),
            Map.of("/etc/profile.d/50-nodewright-proxy.sh", "export no_proxy=old\n")),
        new Life(
            "scheduled-job",
            "2.0.0",
            Map.of("schedule", "30 2 * * *\n", "command", "sync\n"),
            Map.of("schedule", "@hourly\n"),
            Map.of("/usr/local/sbin/nodewright-sample", "#!/bin/sh\n")));
  }

  @ParameterizedTest(
      name = "{0}: applied twice, changed, upgraded and uninstalled, all is as before")
  @MethodSource("lives")
  void life(Life life) throws IOException, InterruptedException {
    for (Map.Entry<String, String> file : life.there().entrySet()) {
      host.write(file.getKey(), file.getValue());
    }
    Files.createDirectories(host.path(TestHost.LOGS));
    install(life.name(), "sample", life.version());
    configure(life.config());
    SortedMap<String, String> before = tree();

    passes("apply");
    passes("apply-check");
    SortedMap<String, String> applied = tree();
    assertNotEquals("", difference(before, applied));
    passes("apply");
    assertEquals("", difference(applied, tree()));

    if (!life.changed().isEmpty()) {
      configure(life.changed());
      passes("config");
      passes("config-check");
      assertNotEquals("", difference(applied, tree()));
    }
    host.write(
        TestHost.STATE + "/history/" + life.name() + ".json", "{\"current-version\": \"0.9.0\"}");
    passes("upgrade");
    passes("upgrade-check");

    for (String key : life.config().keySet()) {
      Files.delete(host.path(COPY + "/configmaps/" + key)); // an uninstall needs none
    }
    passes("uninstall");
    passes("uninstall-check");
    assertEquals("", difference(before, tree()));
  }

  private static String difference(SortedMap<String, String> one, SortedMap<String, String> other) {
    SortedSet<String> paths = new TreeSet<>(one.keySet());
    paths.addAll(other.keySet());
    return paths.stream()
        .filter(path -> !Objects.equals(one.get(path), other.get(path)))
        .map(path -> "%s: %s, then %s%n".formatted(path, one.get(path), other.get(path)))
        .collect(Collectors.joining());
  }

  private void configure(Map<String, String> config) throws IOException {
    for (Map.Entry<String, String> key : config.entrySet()) {
      host.write(COPY + "/configmaps/" + key.getKey(), key.getValue());
    }
  }

  /// What is on the host beside what the agent keeps: kind, rights, content, and when it was
  /// written.
  private SortedMap<String, String> tree() throws IOException {
    List<Path> own =
        Stream.of("/proc", "/dev", TestHost.STATE, TestHost.LOGS).map(host::path).toList();
    SortedMap<String, String> tree = new TreeMap<>();
    try (Stream<Path> entries = Files.walk(host.root)) {
      for (Path entry : (Iterable<Path>) entries::iterator) {
        if (own.stream().noneMatch(entry::startsWith)) {
          tree.put(host.root.relativize(entry).toString(), shown(entry));
        }
      }
    }
    return tree;
  }

  private static String shown(Path entry) throws IOException {
    String rights =
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(entry, LinkOption.NOFOLLOW_LINKS));
    return Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)
        ? "%s %s %d %s"
            .formatted(
                rights,
                Files.getLastModifiedTime(entry),
                Files.size(entry),
                Files.size(entry) > MOST_SHOWN
                    ? ""
                    : Files.readString(entry, StandardCharsets.ISO_8859_1))
        : rights;
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
