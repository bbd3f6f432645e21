package io.nodewright.images.program;

import io.nodewright.images.process.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One package with one step, on a host that is an empty folder.
final class AgentTraining implements Program.Training {
  private static final String STEP =
      """
      {"name":"a","path":"a.sh","arguments":[],"returncodes":[0],"on_host":true,
       "idempotence":true,"upgrade_step":false}
      """;
  private static final String MANIFEST =
      """
      {"schema_version":"v1","package_name":"a","package_version":"1.0.0",
       "expected_config_files":[],"modes":{"apply":[%s],"apply-check":[%s]}}
      """
          .formatted(STEP, STEP);

  @Override
  public void run(List<String> java) throws IOException {
    Path host = Files.createTempDirectory("nodewright-agent");
    try {
      Path step = Files.createDirectories(host.resolve("copy/skyhook_dir")).resolve("a.sh");
      Files.writeString(step, "#!/bin/sh\nexit 0\n");
      Files.setPosixFilePermissions(step, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.writeString(host.resolve("copy/config.json"), MANIFEST);
      List<String> command = new ArrayList<>(java);
      command.addAll(List.of("apply", host.toString(), "/copy"));
      TrainingRun.awaitEnd(
          TrainingRun.start(
              command,
              Map.of(
                  "PATH", "/usr/bin:/bin",
                  "COPY_RESOLV", "false",
                  "SKYHOOK_RESOURCE_ID", "a-0-1_a_1.0.0",
                  // The run is on this computer and changes no root.
                  "NODEWRIGHT_AGENT_ROOT_MODE", "prefix"),
              host.resolve("log")));
    } finally {
      Folders.remove(host);
    }
  }
}
