package io.nodewright.agent;

import io.nodewright.agent.config.PythonNotation;
import io.nodewright.agent.settings.AgentSettings;
import io.nodewright.agent.settings.ResourceId;
import java.util.List;

/// The twenty lines on stdout before anything is touched; other programs read them (06 §4). The
/// last three paths come from the resource id, so they are wrong for a package whose name differs
/// from its key; kept as it is.
final class Banner {

  private static final String DASHES = "-".repeat(20);

  private Banner() {}

  static String of(Invocation.Run run, AgentSettings settings) {
    ResourceId id = settings.resourceId();
    String version = "/" + id.packageKey() + "/" + id.version();
    return String.join(
            "\n",
            List.of(
                DASHES,
                "--CLI CONFIGURATION-",
                "mode: " + run.mode().word(),
                "root_mount: " + run.root(),
                "copy_dir: " + run.copy(),
                "interrupt_data: " + (run.data().isEmpty() ? "None" : run.data()),
                "always_run_step: " + PythonNotation.truth(settings.alwaysRun()),
                "--ENV CONFIGURATION-",
                "COPY_RESOLV: " + PythonNotation.truth(settings.copyResolv()),
                "OVERLAY_ALWAYS_RUN_STEP: " + PythonNotation.truth(settings.alwaysRun()),
                "SKYHOOK_RESOURCE_ID: " + id.text(),
                "SKYHOOK_DATA_DIR: " + settings.dataDir(),
                "SKYHOOK_ROOT_DIR: " + settings.rootDir(),
                "SKYHOOK_LOG_DIR: " + settings.logDir(),
                "SKYHOOK_AGENT_WRITE_LOGS: " + PythonNotation.truth(settings.writeLogs()),
                "Directory CONFIGURATION",
                "flag_dir: " + settings.rootDir() + "/flags" + version,
                "log_dir: " + settings.logDir() + version,
                "history_file: " + settings.rootDir() + "/history/" + id.packageKey() + ".json",
                DASHES))
        + "\n";
  }
}
