package io.nodewright.cli.authoring;

import io.nodewright.packages.PackageFolder;
import io.nodewright.packages.skeleton.SkeletonInterrupt;
import io.nodewright.packages.trial.TrialPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/// What a package is tried with, as flags.
final class TryFlags {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Set<String> STAGES =
      new TreeSet<>(
          List.of("apply", "config", "interrupt", "post-interrupt", "upgrade", "uninstall"));

  @Option(
      names = "--config",
      paramLabel = "<key=value>",
      description = "A key of the configMap; repeatable.")
  private List<String> config = new ArrayList<>();

  @Option(
      names = "--config-file",
      paramLabel = "<key=file>",
      description =
          "A key whose value is in a file; the file's name is the key where none is given.")
  private List<String> configFiles = new ArrayList<>();

  @Option(
      names = "--change",
      paramLabel = "<key=value>",
      description = "Another value of a key, for a change of the configMap; repeatable.")
  private List<String> change = new ArrayList<>();

  @Option(names = "--change-file", paramLabel = "<key=file>", description = "The same with a file.")
  private List<String> changeFiles = new ArrayList<>();

  @Option(
      names = "--label",
      paramLabel = "<key=value>",
      description = "A label of the node; repeatable.")
  private List<String> labels = new ArrayList<>();

  @Option(
      names = "--env",
      paramLabel = "<key=value>",
      description = "A variable of the package's env in the resource; repeatable.")
  private List<String> environment = new ArrayList<>();

  @Option(
      names = "--interrupt",
      paramLabel = "<interrupt>",
      description = "Try the interrupt too: reboot, restartAllServices or service:<name>.")
  private String interrupt = "";

  @Option(
      names = "--upgrade-from",
      paramLabel = "<folder>",
      description = "An older version, from which an upgrade is tried.")
  private String older = "";

  @Option(
      names = "--stage",
      split = ",",
      paramLabel = "<stage>",
      description = "Only these stages, in their order.")
  private List<String> stages = new ArrayList<>();

  /// @throws IllegalArgumentException naming a flag's value that will not do
  /// @throws IOException when a file cannot be read
  TrialPlan plan(PackageFolder tried) throws IOException {
    for (String stage : stages) {
      if (!STAGES.contains(stage)) {
        throw new IllegalArgumentException(
            "invalid stage \"%s\": expected one of %s".formatted(stage, String.join(", ", STAGES)));
      }
    }
    SortedMap<String, String> first = keys("--config", config, configFiles);
    SortedMap<String, String> changed = keys("--change", change, changeFiles);
    for (String key : changed.keySet()) {
      if (!first.containsKey(key)) {
        throw new IllegalArgumentException(
            "invalid --change \"%s\": there is no such key to change; keys: %s"
                .formatted(
                    key,
                    first.isEmpty()
                        ? "none; give it a first value with --config"
                        : String.join(", ", first.keySet())));
      }
    }
    return new TrialPlan(
        tried,
        before(tried),
        first,
        changed,
        pairs("--label", labels),
        pairs("--env", environment),
        SkeletonInterrupt.parse(interrupt).wire(),
        new TreeSet<>(stages),
        PATIENCE);
  }

  private List<PackageFolder> before(PackageFolder tried) throws IOException {
    if (older.isEmpty()) {
      return List.of();
    }
    PackageFolder before = PackageFolder.read(Path.of(older));
    if (before.version().equals(tried.version())) {
      throw new IllegalArgumentException(
          "invalid --upgrade-from \"%s\": has the same version, %s, and a node would not upgrade"
              .formatted(older, tried.version()));
    }
    return List.of(before);
  }

  private static SortedMap<String, String> keys(
      String flag, List<String> values, List<String> files) throws IOException {
    SortedMap<String, String> keys = pairs(flag, values);
    for (String file : files) {
      int equals = file.indexOf('=');
      Path path = Path.of(file.substring(equals + 1));
      String key = equals < 0 ? path.getFileName().toString() : file.substring(0, equals);
      keys.put(key, Files.readString(path));
    }
    return keys;
  }

  private static SortedMap<String, String> pairs(String flag, List<String> texts) {
    SortedMap<String, String> pairs = new TreeMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "invalid %s \"%s\": expected key=value".formatted(flag, text));
      }
      pairs.put(text.substring(0, equals), text.substring(equals + 1));
    }
    return pairs;
  }
}
