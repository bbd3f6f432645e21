package io.nodewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each sample package by `package run`: installed, run again, changed, upgraded, and all is as it
/// was before.
@Tag("sandbox")
class SamplePackagesTest {

  private static final Path SAMPLES =
      Path.of(System.getProperty("project.root"), "samples", "packages");

  @TempDir Path folder;

  /// What a sample is tried with.
  ///
  /// @param older a version to upgrade from; empty where the sample has no upgrade
  record Life(String name, String older, List<String> flags) {

    Life {
      flags = List.copyOf(flags);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Life> lives() {
    return Stream.of(
        new Life(
            "motd",
            "",
            List.of(
                "--config",
                "message=Welcome",
                "--change",
                "message=Changed",
                "--label",
                "kubernetes.io/hostname=gpu1")),
        new Life(
            "sysctl-lite",
            "1.9.0",
            List.of(
                "--config",
                "sysctl.conf=vm.swappiness = 10",
                "--change",
                "sysctl.conf=vm.swappiness = 20",
                "--interrupt",
                "restartAllServices")),
        new Life(
            "kernel-modules",
            "0.9.0",
            List.of("--config", "modules=br_netfilter", "--change", "modules=overlay")),
        new Life(
            "systemd-dropin",
            "0.9.0",
            List.of(
                "--config",
                "unit=kubelet.service",
                "--config",
                "override.conf=[Service]",
                "--change",
                "unit=containerd.service",
                "--interrupt",
                "service:kubelet")),
        new Life(
            "containerd-config",
            "0.9.0",
            List.of(
                "--config",
                "drop-in.toml=oom_score = -999",
                "--change",
                "drop-in.toml=oom_score = -500")),
        new Life("file-tree", "1.0.0", List.of()),
        new Life(
            "scheduled-job",
            "1.0.0",
            List.of(
                "--config",
                "schedule=@daily",
                "--config",
                "command=sync",
                "--change",
                "schedule=@hourly")));
  }

  @ParameterizedTest(name = "A104 A105 {0}: all its stages work, and uninstall leaves nothing")
  @MethodSource("lives")
  void life(Life life) throws IOException {
    List<String> words =
        new ArrayList<>(List.of("package", "run", SAMPLES.resolve(life.name()).toString()));
    words.addAll(life.flags());
    if (!life.older().isEmpty()) {
      words.addAll(List.of("--upgrade-from", older(life).toString()));
    }
    Transcript ran = Transcript.of(Map.of(), words.toArray(String[]::new));
    assertEquals(0, ran.code(), ran::toString);
    assertTrue(ran.out().endsWith(": good; uninstall brought everything back\n"), ran::out);
    assertTrue(ran.out().contains("apply again              ok, nothing changed\n"), ran::out);
    assertEquals(
        life.flags().contains("--change"), ran.out().contains("config change            ok\n"));
    assertEquals(!life.older().isEmpty(), ran.out().contains("upgrade from " + life.older()));
  }

  /// The same package under an older version.
  private Path older(Life life) throws IOException {
    Path sample = SAMPLES.resolve(life.name());
    Path copy = folder.resolve("older");
    try (Stream<Path> all = Files.walk(sample)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        Files.copy(each, copy.resolve(sample.relativize(each).toString()));
      }
    }
    Path config = copy.resolve("config.json");
    Files.writeString(
        config,
        Files.readString(config)
            .replaceFirst(
                "\"package_version\": \"[^\"]*\"",
                "\"package_version\": \"" + life.older() + "\""));
    return copy;
  }

  @Test
  @DisplayName("A103 no sample has anything wrong")
  void valid() throws IOException {
    try (Stream<Path> samples = Files.list(SAMPLES)) {
      List<Path> folders = samples.filter(Files::isDirectory).sorted().toList();
      assertEquals(7, folders.size(), folders::toString);
      for (Path sample : folders) {
        assertEquals(
            new Transcript(0, sample + ": good\n", ""),
            Transcript.of(Map.of(), "package", "validate", sample.toString(), "--strict"));
      }
    }
  }
}
