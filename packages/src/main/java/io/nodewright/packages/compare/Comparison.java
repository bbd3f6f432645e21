package io.nodewright.packages.compare;

import io.nodewright.agent.config.Mode;
import io.nodewright.agent.config.PackageConfig;
import io.nodewright.agent.config.Step;
import io.nodewright.packages.PackageFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Two versions of a package side by side.
///
/// @param older the one
/// @param newer the other
public record Comparison(PackageFolder older, PackageFolder newer) {

  /// What is otherwise: name, version, config keys, steps by mode, files.
  ///
  /// @throws IOException when a file cannot be read
  public List<Difference> differences() throws IOException {
    List<Difference> all = new ArrayList<>();
    PackageConfig before = older.config();
    PackageConfig after = newer.config();
    value(all, "name", before.name(), after.name());
    value(all, "version", before.version(), after.version());
    set(all, "key", before.expectedConfigFiles(), after.expectedConfigFiles());
    for (Mode mode : Mode.values()) {
      steps(all, mode, before.steps(mode), after.steps(mode));
    }
    files(all);
    return all;
  }

  private static void value(List<Difference> all, String subject, String before, String after) {
    if (!before.equals(after)) {
      all.add(new Difference("~", subject, before, "now " + after));
    }
  }

  private static void set(
      List<Difference> all, String subject, Collection<String> before, Collection<String> after) {
    SortedSet<String> both = new TreeSet<>(before);
    both.addAll(after);
    for (String each : both) {
      if (!before.contains(each)) {
        all.add(new Difference("+", subject, each, ""));
      } else if (!after.contains(each)) {
        all.add(new Difference("-", subject, each, ""));
      }
    }
  }

  /// Steps are the same when their path and arguments are.
  private static void steps(List<Difference> all, Mode mode, List<Step> before, List<Step> after) {
    List<String> earlier = before.stream().map(step -> shown(mode, step)).toList();
    List<String> later = after.stream().map(step -> shown(mode, step)).toList();
    set(all, "step", earlier, later);
    for (Step step : after) {
      int at = earlier.indexOf(shown(mode, step));
      if (at >= 0) {
        String detail = difference(before.get(at), step);
        if (!detail.isEmpty()) {
          all.add(new Difference("~", "step", shown(mode, step), detail));
        }
      }
    }
    List<String> common = later.stream().filter(earlier::contains).toList();
    if (!common.equals(earlier.stream().filter(later::contains).toList())) {
      all.add(new Difference("~", "step", mode.word(), "in another order"));
    }
  }

  private static String shown(Mode mode, Step step) {
    return String.join(" ", mode.word(), step.path(), String.join(" ", step.arguments())).strip();
  }

  private static String difference(Step before, Step after) {
    List<String> parts = new ArrayList<>();
    part(parts, "name", before.name(), after.name());
    part(parts, "returncodes", before.returnCodes(), after.returnCodes());
    part(parts, "on_host", before.onHost(), after.onHost());
    part(parts, "idempotence", before.alwaysRuns(), after.alwaysRuns());
    part(parts, "upgrade_step", before.upgradeStep(), after.upgradeStep());
    part(parts, "env", before.env(), after.env());
    return String.join("; ", parts);
  }

  private static void part(List<String> parts, String field, Object before, Object after) {
    if (!before.equals(after)) {
      parts.add("%s %s, now %s".formatted(field, before, after));
    }
  }

  private void files(List<Difference> all) throws IOException {
    SortedSet<String> before = paths(older);
    SortedSet<String> after = paths(newer);
    set(all, "file", before, after);
    for (String path : after) {
      if (before.contains(path) && !path.equals("config.json")) {
        Path one = older.folder().resolve(path);
        Path other = newer.folder().resolve(path);
        if (!content(one).equals(content(other))) {
          all.add(new Difference("~", "file", path, "other content"));
        } else if (program(one) != program(other)) {
          all.add(
              new Difference(
                  "~", "file", path, program(other) ? "executable now" : "no longer executable"));
        }
      }
    }
  }

  private static SortedSet<String> paths(PackageFolder source) throws IOException {
    SortedSet<String> paths = new TreeSet<>();
    for (String part : PackageFolder.PARTS) {
      Path folder = source.folder().resolve(part);
      if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
        try (Stream<Path> all = Files.walk(folder)) {
          all.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
              .forEach(path -> paths.add(source.folder().relativize(path).toString()));
        }
      }
    }
    return paths;
  }

  private static String content(Path file) throws IOException {
    return Files.isSymbolicLink(file)
        ? "-> " + Files.readSymbolicLink(file)
        : Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  private static boolean program(Path file) throws IOException {
    return Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS)
        .contains(PosixFilePermission.OWNER_EXECUTE);
  }
}
