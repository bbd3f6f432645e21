package io.nodewright.agent.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The container's environment without what belongs to the product's own runtime (06 §3): what a
/// step or an interrupt command starts from.
///
/// The image lists the values it set itself in `NODEWRIGHT_AGENT_OWN_ENV`, as `NAME=value` parts
/// separated by `;`. A runtime variable is taken away when its value is the listed one; another
/// value came from the package. Without the list nobody can tell, and all of them are taken away.
/// `PATH` in the list names the product's own directories.
public final class ContainerEnvironment {

  private static final String OWN = "NODEWRIGHT_AGENT_OWN_ENV";
  private static final String ROOT_MODE = "NODEWRIGHT_AGENT_ROOT_MODE";
  private static final String PATH = "PATH";
  private static final String PLAIN_PATH =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  private static final List<String> RUNTIME_NAMES =
      List.of(
          "JAVA_HOME",
          "JAVA_TOOL_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "JDK_AOT_VM_OPTIONS",
          "_JAVA_OPTIONS",
          "CLASSPATH",
          "LD_PRELOAD",
          "LD_LIBRARY_PATH");

  private ContainerEnvironment() {}

  /// What steps may see of the environment.
  ///
  /// @param environment the agent's own environment
  /// @param javaHome where the running Java lies; its directories leave `PATH`
  public static Map<String, String> forSteps(Map<String, String> environment, String javaHome) {
    String list = environment.get(OWN);
    Map<String, String> own = ownValues(list);
    Map<String, String> left = new LinkedHashMap<>(environment);
    left.remove(OWN);
    left.remove(ROOT_MODE);
    for (String name : RUNTIME_NAMES) {
      if (list == null || isOwn(own, name, environment.get(name))) {
        left.remove(name);
      }
    }
    own.forEach(
        (name, value) -> {
          if (!name.equals(PATH) && value.equals(environment.get(name))) {
            left.remove(name);
          }
        });
    left.put(PATH, path(environment.getOrDefault(PATH, ""), own.getOrDefault(PATH, ""), javaHome));
    return Collections.unmodifiableMap(left);
  }

  private static boolean isOwn(Map<String, String> own, String name, @Nullable String value) {
    return value != null && value.equals(own.get(name));
  }

  private static Map<String, String> ownValues(@Nullable String list) {
    Map<String, String> own = new LinkedHashMap<>();
    if (list != null) {
      for (String part : list.split(";", -1)) {
        int equals = part.indexOf('=');
        if (equals > 0) {
          own.put(part.substring(0, equals).strip(), part.substring(equals + 1));
        }
      }
    }
    return own;
  }

  private static String path(String path, String ownDirectories, String javaHome) {
    List<String> own = List.of(ownDirectories.split(":", -1));
    List<String> kept = new ArrayList<>();
    for (String directory : path.split(":", -1)) {
      boolean ofJava = directory.equals(javaHome) || directory.startsWith(javaHome + "/");
      if (!directory.isEmpty() && !ofJava && !own.contains(directory)) {
        kept.add(directory);
      }
    }
    return kept.isEmpty() ? PLAIN_PATH : String.join(":", kept);
  }
}
