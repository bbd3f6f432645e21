package io.nodewright.sandbox.kill;

import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.TestFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// Packages whose every run leaves a line on its host, so that what ran, in which order and how
/// often can be read there.
final class DrillPackages {

  /// The folder on a host that has a file for each package.
  static final String TRACES = "/etc/drill";

  /// All that packages and the agent leave on a host.
  static final List<String> LEFT_ON_HOSTS =
      List.of(TRACES, "/etc/skyhook", "/var/lib/skyhook", "/var/log/skyhook");

  /// An uninstall of a package called `slow` waits on its host until there is this file.
  static final String MAY_GO = TRACES + "/go";

  private static final List<String> MODES = List.of("apply", "config", "upgrade", "uninstall");

  private final Sandbox sandbox;
  private final TestFolder folder;

  DrillPackages(Sandbox sandbox, TestFolder folder) {
    this.sandbox = sandbox;
    this.folder = folder;
  }

  /// Offers a package of that name and version as an image.
  DrillPackages offer(String name, String version) throws IOException {
    Path source = folder.resolve("packages").resolve(name + "-" + version);
    Files.createDirectories(source.resolve("skyhook_dir"));
    Files.writeString(source.resolve("config.json"), manifest(name, version));
    Files.writeString(source.resolve("skyhook_dir/run.sh"), script(name));
    Files.writeString(source.resolve("skyhook_dir/check.sh"), "#!/bin/bash\nexit 0\n");
    sandbox.images().addPackage(image(name) + ":" + version, source);
    return this;
  }

  /// The image that a NodeWright names.
  static String image(String name) {
    return "nodewright.local/" + name;
  }

  private static String script(String name) {
    String wait =
        name.equals("slow")
            ? "[ \"$1\" != uninstall ] || while [ ! -e %s ]; do sleep 0.1; done\n".formatted(MAY_GO)
            : "";
    return "#!/bin/bash\nmkdir -p %s\n%secho \"$*\" >>%s/%s\n"
        .formatted(TRACES, wait, TRACES, name);
  }

  private static String manifest(String name, String version) {
    String modes =
        MODES.stream()
            .map(
                mode ->
                    "\"%s\":[%s],\"%s-check\":[%s]"
                        .formatted(
                            mode,
                            step("run.sh", "[\"%s\",\"%s\"]".formatted(mode, version)),
                            mode,
                            step("check.sh", "[]")))
            .collect(Collectors.joining(","));
    return """
        {"schema_version":"v1","root_dir":"/","package_name":"%s","package_version":"%s",
         "expected_config_files":[],"modes":{%s}}
        """
        .formatted(name, version, modes);
  }

  private static String step(String path, String arguments) {
    return """
        {"name":"%s","path":"%s","arguments":%s,"returncodes":[0],"on_host":true,
         "idempotence":true,"upgrade_step":false}"""
        .formatted(path, path, arguments);
  }
}
