package io.nodewright.agent.record;

import io.nodewright.agent.config.Mode;
import io.nodewright.agent.host.GuardedTree;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Phase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Files in `flags` that people and other programs look at: `START`, `check_results`,
/// `<mode>_ALL_CHECKED` (06 §5.1). All packages of a NodeWright share them and the last writer
/// wins, so nothing here decides by them.
public final class RunFlags {

  private static final byte[] EMPTY = {};

  private final GuardedTree state;

  /// The files below that state directory.
  public RunFlags(GuardedTree state) {
    this.state = state;
  }

  /// One line of `check_results`.
  ///
  /// @param path the step's
  /// @param failed as written: `True` means failed
  public record CheckResult(String path, boolean failed) {}

  /// Removes what an earlier run, killed while it wrote, left here and among the markers.
  ///
  /// @throws AgentFailure when a link or a file is in a directory's place (06 B54)
  public void sweep() throws AgentFailure {
    try {
      state.sweep("flags");
    } catch (IOException e) {
      throw Phase.MARKER.failure(Causes.of(e));
    }
  }

  /// A run has passed validation and begins (A59).
  public void started() throws AgentFailure {
    write("START", EMPTY);
  }

  /// Checks begin: what an earlier run claimed no longer holds (A56).
  public void checksBegin(Mode mode) throws AgentFailure {
    try {
      state.delete("flags/" + allChecked(mode));
    } catch (IOException e) {
      throw Phase.MARKER.failure(Causes.of(e));
    }
  }

  /// Writes the results in the order of the steps (A54).
  public void checkResults(List<CheckResult> results) throws AgentFailure {
    List<String> lines = new ArrayList<>();
    for (CheckResult result : results) {
      lines.add(result.path() + (result.failed() ? " True" : " False"));
    }
    write("check_results", String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  /// Every check of the mode passed.
  public void allChecksPassed(Mode mode) throws AgentFailure {
    write(allChecked(mode), EMPTY);
  }

  private void write(String name, byte[] content) throws AgentFailure {
    try {
      state.write("flags/" + name, content);
    } catch (IOException e) {
      throw Phase.MARKER.failure("\"" + name + "\" could not be written: " + Causes.of(e));
    }
  }

  private static String allChecked(Mode mode) {
    return mode.word() + "_ALL_CHECKED";
  }
}
