package io.nodewright.sandbox.image;

import io.nodewright.sandbox.process.FolderRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// An ahead-of-time cache for the agent, made once per build and JDK by a run on an empty host.
/// With it a start takes less than half of the processor time. Without one, when it cannot be made,
/// the agent starts all the same.
final class AgentCache {
  private static final int WITHIN_SECONDS = 60;
  private static final String STEP =
      "{\"name\":\"a\",\"path\":\"a.sh\",\"arguments\":[],\"returncodes\":[0],\"on_host\":true,"
          + "\"idempotence\":true,\"upgrade_step\":false}";
  private static final String MANIFEST =
      "{\"schema_version\":\"v1\",\"package_name\":\"a\",\"package_version\":\"1.0.0\","
          + "\"expected_config_files\":[],\"modes\":{\"apply\":[%s],\"apply-check\":[%s]}}"
              .formatted(STEP, STEP);

  private AgentCache() {}

  /// The cache for an agent that is started as `command` says, with jars in `classPath`.
  ///
  /// @param keep where caches are kept from one sandbox to the next
  /// @return the cache's file; empty when there is none and none can be made
  static List<Path> of(Path keep, List<String> command, List<Path> classPath) throws IOException {
    if (!classPath.stream().allMatch(Files::isRegularFile)) {
      return List.of(); // classes in folders cannot be cached
    }
    Path cache = keep.resolve("agent-" + fingerprint(command, classPath) + ".aot");
    if (!Files.exists(cache)) {
      Files.createDirectories(keep);
      make(keep, cache, command, classPath);
    }
    return Files.exists(cache) ? List.of(cache) : List.of();
  }

  /// A cache holds for exactly one JDK, these flags, and jars of these sizes and times.
  private static String fingerprint(List<String> command, List<Path> classPath) throws IOException {
    StringBuilder all = new StringBuilder(Runtime.version().toString()).append(command);
    for (Path jar : classPath) {
      all.append(jar.getFileName())
          .append(Files.size(jar))
          .append(Files.getLastModifiedTime(jar).toMillis());
    }
    return Integer.toHexString(all.toString().hashCode());
  }

  private static void make(Path keep, Path cache, List<String> command, List<Path> classPath)
      throws IOException {
    Path host = Files.createTempDirectory("nodewright-agent");
    try {
      Path step = Files.createDirectories(host.resolve("copy/skyhook_dir")).resolve("a.sh");
      Files.writeString(step, "#!/bin/sh\nexit 0\n");
      Files.setPosixFilePermissions(step, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.writeString(host.resolve("copy/config.json"), MANIFEST);
      Path made = host.resolve("agent.aot");
      train(host, made, command, classPath);
      if (Files.exists(made)) {
        FolderRemoval.of(keep); // those of earlier builds; sandboxes have copies
        Files.createDirectories(keep);
        Files.move(made, cache, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      FolderRemoval.of(host);
    }
  }

  private static void train(Path host, Path made, List<String> command, List<Path> classPath)
      throws IOException {
    List<String> words = new ArrayList<>(command);
    words.add(1, "-XX:AOTCacheOutput=" + made);
    words.addAll(
        List.of(
            "-cp",
            classPath.stream().map(Path::toString).collect(Collectors.joining(":")),
            AgentProgram.MAIN,
            "apply",
            host.toString(),
            "/copy"));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH", "/usr/bin:/bin",
                "COPY_RESOLV", "false",
                "SKYHOOK_RESOURCE_ID", "a-0-1_a_1.0.0",
                // The run is on this computer and changes no root: the host is an empty folder.
                "NODEWRIGHT_AGENT_ROOT_MODE", "prefix"));
    Process process = builder.start();
    try {
      if (!process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
