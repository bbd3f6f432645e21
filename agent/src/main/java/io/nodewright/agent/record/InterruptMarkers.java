package io.nodewright.agent.record;

import io.nodewright.agent.host.GuardedTree;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Phase;
import io.nodewright.agent.report.UtcTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;

/// What one interrupt has done on this host, in `interrupts/flags/<RID>` (06 §11): a `.complete`
/// marker for each command that succeeded, and for a reboot a `.pending` one that holds the id of
/// the boot it was asked in. A new resource id begins anew; markers of old ones stay.
///
/// @param resourceId RID, one path component
/// @param type the wire type
public record InterruptMarkers(
    GuardedTree state, String resourceId, String type, InstantSource clock) {

  private static final String BOOT_ID = "boot-id:";

  /// The reboot that may be under way.
  public sealed interface Pending {

    /// None was asked for.
    record None() implements Pending {}

    /// One was asked for, or was about to be, in the boot of that id.
    record Since(String bootId) implements Pending {}

    /// The marker says nothing (A92).
    record Unreadable() implements Pending {}
  }

  /// Removes what an earlier run, killed while it wrote, left here.
  ///
  /// @throws AgentFailure when a link or a file is in a directory's place (06 B54)
  public void sweep() throws AgentFailure {
    try {
      state.sweep(directory());
    } catch (IOException e) {
      throw Phase.MARKER.failure(Causes.of(e));
    }
  }

  /// Whether command `n`, counted from 0, succeeded.
  ///
  /// @throws AgentFailure when something that is no marker is in its place (06 B54, B55)
  public boolean complete(int n) throws AgentFailure {
    return holds(name(n) + ".complete");
  }

  /// Command `n` has succeeded.
  ///
  /// @param command as a message calls it
  /// @throws AgentFailure when it did but could not be recorded
  public void setComplete(int n, String command) throws AgentFailure {
    set(name(n), "command \"" + command + "\"");
  }

  /// Whether an interrupt without commands is recorded as done.
  public boolean complete() throws AgentFailure {
    return holds(type + ".complete");
  }

  /// An interrupt without commands is done.
  public void setComplete() throws AgentFailure {
    set(type, "interrupt \"" + type + "\"");
  }

  /// The reboot that may be under way.
  public Pending pending() throws AgentFailure {
    Optional<byte[]> bytes;
    try {
      bytes = state.read(pendingFile());
    } catch (IOException e) {
      throw Phase.MARKER.failure(Causes.of(e));
    }
    if (bytes.isEmpty()) {
      return new Pending.None();
    }
    String text = new String(bytes.get(), StandardCharsets.UTF_8).strip();
    String id = text.startsWith(BOOT_ID) ? text.substring(BOOT_ID.length()).strip() : "";
    return id.isEmpty() ? new Pending.Unreadable() : new Pending.Since(id);
  }

  /// A reboot is about to be asked for. Once this returns, the marker outlives a host that goes
  /// down at once.
  ///
  /// @param bootId of the present boot
  public void setPending(String bootId) throws AgentFailure {
    try {
      state.write(pendingFile(), (BOOT_ID + bootId + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw Phase.MARKER.failure("the reboot could not be recorded: " + Causes.of(e));
    }
  }

  /// No reboot was asked for after all.
  public void removePending() throws AgentFailure {
    try {
      state.delete(pendingFile());
    } catch (IOException e) {
      throw Phase.MARKER.failure(Causes.of(e));
    }
  }

  /// The reboot that was pending has happened.
  public void completePending() throws AgentFailure {
    try {
      state.rename(pendingFile(), name(0) + ".complete");
    } catch (IOException e) {
      throw Phase.MARKER.failure("the reboot could not be recorded: " + Causes.of(e));
    }
  }

  private boolean holds(String file) throws AgentFailure {
    try {
      return state.holds(directory() + file);
    } catch (IOException e) {
      throw Phase.MARKER.failure(Causes.of(e));
    }
  }

  private void set(String name, String what) throws AgentFailure {
    String time = UtcTime.rfc3339(clock.instant()) + "\n";
    try {
      state.write(directory() + name + ".complete", time.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw Phase.MARKER.failure(what + " is done but could not be recorded: " + Causes.of(e));
    }
  }

  private String pendingFile() {
    return directory() + name(0) + ".pending";
  }

  private String name(int n) {
    return type + "_" + n;
  }

  private String directory() {
    return "interrupts/flags/" + resourceId + "/";
  }
}
