package io.nodewright.sandbox.image;

import io.nodewright.sandbox.process.FolderRemoval;
import io.nodewright.sandbox.process.StartCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The agent's start cache, made by a run of one package on an empty host.
final class AgentCache {
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
    return StartCache.of(keep, command, classPath, argument -> train(argument, command, classPath));
  }

  private static void train(String argument, List<String> command, List<Path> classPath)
      throws IOException {
    Path host = Files.createTempDirectory("nodewright-agent");
    try {
      Path step = Files.createDirectories(host.resolve("copy/skyhook_dir")).resolve("a.sh");
      Files.writeString(step, "#!/bin/sh\nexit 0\n");
      Files.setPosixFilePermissions(step, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.writeString(host.resolve("copy/config.json"), MANIFEST);
      StartCache.awaitEnd(start(host, argument, command, classPath));
    } finally {
      FolderRemoval.of(host);
    }
  }

  private static Process start(
      Path host, String argument, List<String> command, List<Path> classPath) throws IOException {
    List<String> words = new ArrayList<>(command);
    words.add(1, argument);
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
    return builder.start();
  }
}
