package io.nodewright.agent.config;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// One program of a package and how to run it (06 §7.2).
///
/// @param name a label only; may repeat
/// @param path below `skyhook_dir`
/// @param arguments as configured: `env:X` is not yet resolved
/// @param returnCodes accepted exit codes, at least one
/// @param onHost whether root is changed into the host for it
/// @param alwaysRuns the field `idempotence`: the script looks after itself, so no marker makes the
///   agent skip it
/// @param upgradeStep whether its arguments are the previous and the current version
/// @param env set for this step, stronger than the container's
public record Step(
    String name,
    String path,
    List<String> arguments,
    List<Long> returnCodes,
    boolean onHost,
    boolean alwaysRuns,
    boolean upgradeStep,
    SortedMap<String, String> env) {

  public Step {
    arguments = List.copyOf(arguments);
    returnCodes = List.copyOf(returnCodes);
    env = Collections.unmodifiableSortedMap(new TreeMap<>(env));
  }

  /// The last component of the path.
  public String baseName() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// The accepted codes for a message: `0, 3`.
  public String acceptedCodes() {
    StringBuilder codes = new StringBuilder();
    for (Long code : returnCodes) {
      codes.append(codes.isEmpty() ? "" : ", ").append(code);
    }
    return codes.toString();
  }
}
