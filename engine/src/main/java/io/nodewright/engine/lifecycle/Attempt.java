package io.nodewright.engine.lifecycle;

import java.time.Instant;
import java.util.List;

/// What was seen of one Pod of a Job.
///
/// @param pod its name
/// @param uid its UID
/// @param created when it was created
/// @param phase `status.phase`
/// @param deleting whether it has a deletion timestamp
/// @param disrupted whether its condition `DisruptionTarget` is True
/// @param reason pod-level `status.reason`; empty when absent
/// @param message pod-level `status.message`; empty when absent
/// @param containers init and main containers whose state is known, in order
public record Attempt(
    String pod,
    String uid,
    Instant created,
    Phase phase,
    boolean deleting,
    boolean disrupted,
    String reason,
    String message,
    List<Container> containers) {

  /// Copies the containers.
  public Attempt {
    containers = List.copyOf(containers);
  }

  /// The phases of a Pod.
  public enum Phase {
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    UNKNOWN
  }

  /// One container of the Pod.
  ///
  /// @param name its name
  /// @param image its image
  /// @param restarts how often it was restarted in place
  /// @param state how it stands
  /// @param lastMessage what the run before told at its end; empty when there was none
  public record Container(
      String name, String image, int restarts, ContainerState state, String lastMessage) {

    /// A container whose earlier runs told nothing.
    public Container(String name, String image, int restarts, ContainerState state) {
      this(name, image, restarts, state, "");
    }
  }

  /// How a container stands.
  public sealed interface ContainerState {
    /// Not started.
    ///
    /// @param reason such as `ImagePullBackOff`
    /// @param message the kubelet's text; may be empty
    record Waiting(String reason, String message) implements ContainerState {}

    /// Running.
    record Running() implements ContainerState {}

    /// Ended.
    ///
    /// @param exitCode its exit code
    /// @param reason such as `Error`, `OOMKilled`, `ContainerStatusUnknown`; may be empty
    /// @param message the termination message; may be empty
    /// @param at when it ended
    record Terminated(int exitCode, String reason, String message, Instant at)
        implements ContainerState {}
  }
}
