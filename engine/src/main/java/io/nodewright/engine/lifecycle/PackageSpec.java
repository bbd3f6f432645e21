package io.nodewright.engine.lifecycle;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A package as the spec wants it (01 §3), decoded.
///
/// @param ref name and version
/// @param image the bare repository
/// @param containerSha the pinned digest; empty when none is pinned
/// @param agentImageOverride full agent image of this package; empty for the operator's
/// @param interrupt the package's own interrupt
/// @param dependsOn versions by package name that must be complete first on the node
/// @param configMap config files by key
/// @param configInterrupts interrupts by configMap key or `*` glob
/// @param env environment in spec order
/// @param resources requests and limits
/// @param gracefulShutdown grace of the package's Pods
/// @param stageTimeout bound of one attempt of a stage; zero means none
/// @param uninstallEnabled whether the package ships uninstall scripts
/// @param uninstallApply whether its uninstall is asked for
public record PackageSpec(
    PackageRef ref,
    String image,
    String containerSha,
    String agentImageOverride,
    Interrupt interrupt,
    SortedMap<String, String> dependsOn,
    SortedMap<String, String> configMap,
    SortedMap<String, Interrupt.Of> configInterrupts,
    List<EnvEntry> env,
    Resources resources,
    Limit gracefulShutdown,
    Limit stageTimeout,
    boolean uninstallEnabled,
    boolean uninstallApply) {

  /// Copies the collections.
  public PackageSpec {
    dependsOn = Collections.unmodifiableSortedMap(new TreeMap<>(dependsOn));
    configMap = Collections.unmodifiableSortedMap(new TreeMap<>(configMap));
    configInterrupts = Collections.unmodifiableSortedMap(new TreeMap<>(configInterrupts));
    env = List.copyOf(env);
  }

  /// The package's name.
  public String name() {
    return ref.name();
  }

  /// The image that the kubelet pulls: by digest when one is pinned, else by version, in which `+`
  /// cannot stand (03 §8.1).
  public String pulledImage() {
    return containerSha.isEmpty()
        ? image + ":" + ref.version().replace('+', '-')
        : image + "@" + containerSha;
  }

  /// The agent image of this package (03 §8.1).
  public String agentImage(String operatorAgentImage) {
    return agentImageOverride.isEmpty() ? operatorAgentImage : agentImageOverride;
  }
}
