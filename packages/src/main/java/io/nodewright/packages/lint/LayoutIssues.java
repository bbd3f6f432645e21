package io.nodewright.packages.lint;

import io.nodewright.agent.config.Mode;
import io.nodewright.agent.config.PackageConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What lies in a package that should not, what is not there and should be.
final class LayoutIssues {

  /// What goes into an image (contract 06 §15).
  private static final Set<String> PARTS =
      Set.of("config.json", "skyhook_dir", "root_dir", "configmaps");

  /// What a folder has for its author.
  private static final Pattern BESIDE =
      Pattern.compile(
          "[.].*|(?i)(readme|license|changelog|notice|dockerfile|containerfile|make).*");

  private LayoutIssues() {}

  static List<Issue> of(PackageConfig config, PackageFiles files) throws IOException {
    List<Issue> issues = new ArrayList<>();
    issues.addAll(noWayBack(config));
    issues.addAll(unreadKeys(config, files));
    issues.addAll(strays(files));
    return issues;
  }

  private static List<Issue> noWayBack(PackageConfig config) {
    boolean comes =
        Stream.of(Mode.APPLY, Mode.CONFIG, Mode.UPGRADE)
            .anyMatch(mode -> !config.steps(mode).isEmpty());
    if (!comes || !config.steps(Mode.UNINSTALL).isEmpty()) {
      return List.of();
    }
    return List.of(
        new Issue(
            Issue.Level.WARN,
            "config.json",
            "/modes",
            "no uninstall: what the package does stays on the host for ever",
            "add \"uninstall\" and \"uninstall-check\" with steps that take it back"));
  }

  private static List<Issue> unreadKeys(PackageConfig config, PackageFiles files)
      throws IOException {
    List<Issue> issues = new ArrayList<>();
    List<String> keys = config.expectedConfigFiles();
    for (int i = 0; i < keys.size(); i++) {
      boolean read = false;
      for (String name : files.below("skyhook_dir")) {
        String text = files.text(name);
        // A script that takes whatever keys there are names none of them.
        read |= text.contains(keys.get(i)) || text.matches("(?s).*configmaps/?\"?[*].*");
      }
      if (!read) {
        issues.add(
            new Issue(
                Issue.Level.WARN,
                "config.json",
                "/expected_config_files/" + i,
                "no step reads the key \"%s\", and without it the package is refused"
                    .formatted(keys.get(i)),
                "remove the key, or read $SKYHOOK_DIR/configmaps/" + keys.get(i)));
      }
    }
    return issues;
  }

  private static List<Issue> strays(PackageFiles files) throws IOException {
    List<Issue> issues = new ArrayList<>();
    try (Stream<Path> entries = Files.list(files.folder())) {
      for (Path entry : (Iterable<Path>) entries.sorted()::iterator) {
        String name = entry.getFileName().toString();
        if (name.equals("node-metadata")) {
          issues.add(
              stray(name, "the operator puts its own folder of that name there", "remove it"));
        } else if (!PARTS.contains(name) && !BESIDE.matcher(name).matches()) {
          issues.add(
              stray(
                  name,
                  "does not become part of the image; only config.json, skyhook_dir, root_dir and"
                      + " configmaps do",
                  "move it below skyhook_dir, or remove it"));
        }
      }
    }
    return issues;
  }

  private static Issue stray(String name, String problem, String fix) {
    return new Issue(Issue.Level.WARN, name, "", problem, fix);
  }
}
