package io.nodewright.cli.nodes;

import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.NodeWrightView;
import org.jspecify.annotations.Nullable;

/// How many packages are complete on a node (contract 07 §8.4).
///
/// @param complete those that are
/// @param total all that there are to be
public record Progress(int complete, int total) {

  /// Counts; versions that the spec does not have any more never count.
  ///
  /// @param nodeWright null when it is gone: then what is recorded counts
  public static Progress of(NodeState.Known state, @Nullable NodeWrightView nodeWright) {
    if (nodeWright == null) {
      long done = state.entries().values().stream().filter(Progress::complete).count();
      return new Progress((int) done, state.entries().size());
    }
    long done =
        nodeWright.spec().packages().values().stream()
            .flatMap(each -> state.entry(each.ref()).stream())
            .filter(Progress::complete)
            .count();
    return new Progress((int) done, nodeWright.spec().packages().size());
  }

  /// As in a table.
  public String shown() {
    return complete + "/" + total;
  }

  private static boolean complete(PackageRecord entry) {
    return entry.at(Stage.POST_INTERRUPT, StageState.COMPLETE)
        || (entry.at(Stage.CONFIG, StageState.COMPLETE) && !entry.interruptPending());
  }
}
