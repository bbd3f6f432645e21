package io.nodewright.sandbox.machine;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// All that a machine needs to run one container.
///
/// @param own the container's folder for its changes, as the node sees it
/// @param ownHere the same folder as this computer sees it
/// @param layers the image's layers below the store, the top one first
/// @param usr whether the image builds on this computer's `/usr`
/// @param ownProcesses whether it sees its own processes only, rather than the node's
/// @param mounts its mounts, in order
/// @param environment its variables, all of them
/// @param folder its working folder
/// @param user `uid:gid`, or empty for root
/// @param command the program and its arguments
/// @param log the file of this computer that gets its output
public record ContainerPlan(
    String own,
    Path ownHere,
    List<String> layers,
    boolean usr,
    boolean ownProcesses,
    List<PlannedMount> mounts,
    Map<String, String> environment,
    String folder,
    String user,
    List<String> command,
    Path log) {
  public ContainerPlan {
    layers = List.copyOf(layers);
    mounts = List.copyOf(mounts);
    environment = new TreeMap<>(environment);
    command = List.copyOf(command);
  }
}
