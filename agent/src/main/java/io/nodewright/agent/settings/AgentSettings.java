package io.nodewright.agent.settings;

import io.nodewright.agent.report.AgentFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What the environment tells the agent (06 §3). `SKYHOOK_AGENT_BUFFER_LIMIT` is accepted without
/// effect (A14).
///
/// @param rootDir `SKYHOOK_ROOT_DIR`, a host path
/// @param logDir `SKYHOOK_LOG_DIR`, a host path
/// @param dataDir `SKYHOOK_DATA_DIR`, a path in the container; checked to be absolute only after
///   the banner
/// @param notBoolean names of variables that are neither `true` nor `false` and were taken as false
public record AgentSettings(
    ResourceId resourceId,
    String rootDir,
    String logDir,
    String dataDir,
    boolean writeLogs,
    boolean copyResolv,
    boolean alwaysRun,
    RootMode rootMode,
    List<String> notBoolean) {

  /// The variable that is named in warnings about completion markers.
  public static final String ALWAYS_RUN = "OVERLAY_ALWAYS_RUN_STEP";

  private static final String ROOT_DIR = "SKYHOOK_ROOT_DIR";
  private static final String LOG_DIR = "SKYHOOK_LOG_DIR";
  private static final String DATA_DIR = "SKYHOOK_DATA_DIR";
  private static final String ROOT_MODE = "NODEWRIGHT_AGENT_ROOT_MODE";

  public AgentSettings {
    notBoolean = List.copyOf(notBoolean);
  }

  /// Reads all variables.
  ///
  /// @throws AgentFailure for the first variable that cannot be used (A8, A13, B8, B12)
  public static AgentSettings from(Map<String, String> environment) throws AgentFailure {
    List<String> notBoolean = new ArrayList<>();
    return new AgentSettings(
        ResourceId.parse(environment.get("SKYHOOK_RESOURCE_ID")),
        hostDirectory(environment, ROOT_DIR, "/etc/skyhook"),
        hostDirectory(environment, LOG_DIR, "/var/log/skyhook"),
        text(environment, DATA_DIR, "/skyhook-package"),
        truth(environment, "SKYHOOK_AGENT_WRITE_LOGS", true, notBoolean),
        truth(environment, "COPY_RESOLV", true, notBoolean),
        truth(environment, ALWAYS_RUN, false, notBoolean),
        rootMode(environment),
        notBoolean);
  }

  /// Refuses a relative data directory.
  ///
  /// @throws AgentFailure naming it (06 §5 point 4)
  public void requireAbsoluteDataDirectory() throws AgentFailure {
    if (!dataDir.startsWith("/")) {
      throw AgentFailure.of(DATA_DIR + " \"" + dataDir + "\" is not an absolute path");
    }
  }

  private static String text(Map<String, String> environment, String name, String standard) {
    String value = environment.getOrDefault(name, "");
    return value.isEmpty() ? standard : value;
  }

  private static String hostDirectory(Map<String, String> environment, String name, String standard)
      throws AgentFailure {
    String value = text(environment, name, standard);
    if (climbsOut(value)) {
      throw AgentFailure.of(name + " \"" + value + "\" leads out of the host root");
    }
    return value;
  }

  private static boolean climbsOut(String path) {
    int depth = 0;
    for (String component : path.split("/", -1)) {
      if (component.equals("..")) {
        depth--;
      } else if (!component.isEmpty() && !component.equals(".")) {
        depth++;
      }
      if (depth < 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean truth(
      Map<String, String> environment, String name, boolean standard, List<String> notBoolean) {
    String value = environment.get(name);
    if (value == null) {
      return standard;
    }
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> {
        notBoolean.add(name);
        yield false;
      }
    };
  }

  private static RootMode rootMode(Map<String, String> environment) throws AgentFailure {
    String value = environment.getOrDefault(ROOT_MODE, "");
    return switch (value) {
      case "", "chroot" -> RootMode.CHROOT;
      case "prefix" -> RootMode.PREFIX;
      default ->
          throw AgentFailure.of(ROOT_MODE + " \"" + value + "\" is neither chroot nor prefix");
    };
  }
}
