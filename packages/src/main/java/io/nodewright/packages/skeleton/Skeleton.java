package io.nodewright.packages.skeleton;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// A new package.
///
/// @param name its name; also part of paths on the host
/// @param version its version, as in `1.0.0`
/// @param stages what it has steps for
/// @param interrupt what the README proposes for the resource
public record Skeleton(
    String name, String version, Set<SkeletonStage> stages, SkeletonInterrupt interrupt) {

  /// What a name may look like: it becomes the key of a package in a resource, a file name and part
  /// of an image's name.
  private static final Pattern NAME = Pattern.compile("[a-z]([a-z0-9-]{0,41}[a-z0-9])?");

  private static final Pattern VERSION = Pattern.compile("[0-9]+[.][0-9]+[.][0-9]+([-+].+)?");

  /// @throws IllegalArgumentException when the name or the version will not do
  public Skeleton {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "invalid package name \""
              + name
              + "\": expected up to 43 of a-z, 0-9 and \"-\", a letter first, as in kernel-tune");
    }
    if (!VERSION.matcher(version).matches()) {
      throw new IllegalArgumentException(
          "invalid version \"" + version + "\": expected three numbers, as in 1.0.0");
    }
    if (stages.isEmpty()) {
      throw new IllegalArgumentException("no stage: expected some of " + SkeletonStage.words());
    }
    stages = EnumSet.copyOf(stages);
  }

  /// The stages of words as a user gives them.
  ///
  /// @throws IllegalArgumentException naming the first that is none
  public static Set<SkeletonStage> stages(Collection<String> words) {
    Set<SkeletonStage> stages = EnumSet.noneOf(SkeletonStage.class);
    for (String word : words) {
      stages.add(
          SkeletonStage.of(word)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "invalid stage \"%s\": expected one of %s"
                              .formatted(word, SkeletonStage.words()))));
    }
    return stages;
  }

  /// The files of the package: paths relative to its folder, and contents.
  ///
  /// @param folder how the README calls the folder
  public SortedMap<String, String> files(String folder) {
    SortedMap<String, String> files = new TreeMap<>();
    files.put("config.json", configJson());
    files.put("README.md", readme(folder));
    files.put("skyhook_dir/lib/common.sh", template("skyhook_dir/lib/common.sh"));
    if (stages.contains(SkeletonStage.APPLY) || stages.contains(SkeletonStage.UPGRADE)) {
      files.put("skyhook_dir/files/defaults", template("skyhook_dir/files/defaults"));
    }
    for (SkeletonStage stage : stages) {
      for (String end : List.of(".sh", "_check.sh")) {
        String script = "skyhook_dir/" + stage.script() + end;
        files.put(script, template(script));
      }
    }
    return files;
  }

  /// Writes the files.
  ///
  /// @param folder is made; when it is there it must be empty
  /// @return the paths, relative to the folder
  /// @throws IOException when something is in the way, or nothing can be written
  public List<Path> write(Path folder) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !empty(folder)) {
      throw new IOException(folder + ": is there already; name another with --directory");
    }
    List<Path> written = new ArrayList<>();
    for (var file : files(folder.toString()).entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
      boolean runs = file.getKey().matches("skyhook_dir/[^/]+[.]sh");
      Files.setPosixFilePermissions(
          path, PosixFilePermissions.fromString(runs ? "rwxr-xr-x" : "rw-r--r--"));
      written.add(Path.of(file.getKey()));
    }
    return written;
  }

  private static boolean empty(Path folder) throws IOException {
    try (var entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  private String configJson() {
    List<String> modes = new ArrayList<>();
    for (SkeletonStage stage : stages) {
      modes.add(mode(stage.word(), stage.script(), stage));
      modes.add(mode(stage.word() + "-check", stage.script() + "_check", stage));
    }
    String expected = stages.contains(SkeletonStage.CONFIG) ? "\"settings\"" : "";
    return """
    {
      "schema_version": "v1",
      "package_name": "%s",
      "package_version": "%s",
      "expected_config_files": [%s],
      "modes": {
    %s
      }
    }
    """
        .formatted(name, version, expected, String.join(",\n", modes));
  }

  private static String mode(String mode, String script, SkeletonStage stage) {
    return """
        "%s": [
          {
            "name": "%s",
            "path": "%s.sh",
            "arguments": [],
            "returncodes": [0],
            "on_host": true,
            "idempotence": true,
            "upgrade_step": %s
          }
        ]\
    """
        .formatted(mode, script.replace('_', '-'), script, stage == SkeletonStage.UPGRADE);
  }

  private String readme(String folder) {
    boolean config = stages.contains(SkeletonStage.CONFIG);
    String resource =
        interrupt.yaml()
            + (config ? "    configMap:\n      settings: |\n        color = green\n" : "");
    return template("README.md")
        .replace("@FOLDER@", folder)
        .replace(
            "@TRIAL@",
            config ? " --config settings='color = green' --change settings='color = red'" : "")
        .replace("@RESOURCE@", resource);
  }

  private String template(String path) {
    try (InputStream in = Skeleton.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException(path + ": no such template");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@NAME@", name)
          .replace("@KEY@", name)
          .replace("@VERSION@", version);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
