package io.nodewright.packages.trial;

import io.nodewright.agent.json.JsonText;
import io.nodewright.packages.PackageFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A package in its directory on the host, as the copy container leaves it (contract 06 §1, §15).
///
/// @param host where the host's root lies
/// @param source the package
record InstalledPackage(Path host, PackageFolder source) {

  /// What the agent keeps there.
  static final String STATE = "/var/lib/skyhook";

  static final String LOGS = "/var/log/skyhook";
  private static final String NODEWRIGHT = "trial";

  /// Its directory, as the host has it.
  String copy() {
    return "%s/%s/%s-%s-trial-1".formatted(STATE, NODEWRIGHT, key(), version());
  }

  private String key() {
    return source.config().name().replace('_', '-').toLowerCase(Locale.ROOT);
  }

  private String version() {
    return source.config().version();
  }

  /// Copies it, with what the operator puts beside it.
  void install(Map<String, String> config, Map<String, String> labels) throws IOException {
    Path target = below(copy());
    for (String part : PackageFolder.PARTS) {
      Path from = source.folder().resolve(part);
      if (Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
        copyAll(from, target.resolve(part));
      }
    }
    Path metadata = Files.createDirectories(target.resolve("node-metadata"));
    Files.writeString(metadata.resolve("labels.json"), json(labels));
    Files.writeString(metadata.resolve("annotations.json"), "{}");
    Files.writeString(
        metadata.resolve("packages.json"),
        "{\"agentVersion\":\"trial\",\"packages\":{%s:{\"name\":%s,\"version\":%s}}}"
            .formatted(quoted(key()), quoted(key()), quoted(version())));
    configure(config);
  }

  /// Writes keys of the configMap.
  void configure(Map<String, String> config) throws IOException {
    Path folder = Files.createDirectories(below(copy() + "/configmaps"));
    for (var key : config.entrySet()) {
      Files.writeString(folder.resolve(key.getKey()), key.getValue());
    }
  }

  /// Expected keys that there is nothing for.
  List<String> missing(Map<String, String> config) {
    List<String> missing = new ArrayList<>();
    for (String key : source.config().expectedConfigFiles()) {
      Path baked = source.folder().resolve("configmaps").resolve(key);
      if (!config.containsKey(key) && !Files.exists(baked)) {
        missing.add(key);
      }
    }
    return missing;
  }

  /// Whether the agent itself lays that path over the host, as `root_dir` has it.
  boolean laid(String path) {
    return Files.isRegularFile(source.folder().resolve("root_dir").resolve(path.substring(1)));
  }

  /// What the operator sets for the agent.
  Map<String, String> environment(Map<String, String> ofPackage, String generation) {
    Map<String, String> all = new TreeMap<>(ofPackage);
    all.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    all.put(
        "SKYHOOK_RESOURCE_ID",
        "%s-trial-%s_%s_%s".formatted(NODEWRIGHT, generation, key(), version()));
    all.put("SKYHOOK_ROOT_DIR", STATE + "/" + NODEWRIGHT);
    all.put("SKYHOOK_LOG_DIR", LOGS + "/" + NODEWRIGHT);
    all.put("SKYHOOK_NODE_ORDER", "0");
    all.put("COPY_RESOLV", "false");
    return all;
  }

  private Path below(String path) {
    return host.resolve(path.substring(1));
  }

  private static void copyAll(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        Path copy = to.resolve(from.relativize(each).toString()).normalize();
        if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectories(copy);
        } else {
          Files.createDirectories(copy.getParent());
          Files.copy(
              each,
              copy,
              StandardCopyOption.REPLACE_EXISTING,
              StandardCopyOption.COPY_ATTRIBUTES,
              LinkOption.NOFOLLOW_LINKS);
        }
      }
    }
  }

  private static String json(Map<String, String> map) {
    List<String> members = new ArrayList<>();
    map.forEach((name, value) -> members.add(quoted(name) + ":" + quoted(value)));
    return "{" + String.join(",", members) + "}";
  }

  private static String quoted(String text) {
    return JsonText.quote(text);
  }
}
