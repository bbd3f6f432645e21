package io.nodewright.engine.configgate;

import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import java.util.Optional;

/// One selected node, as far as the gate of one package looks at it.
///
/// @param name its name
/// @param unreadable its record cannot be read
/// @param uninstalling the package is in its uninstall cycle there
/// @param erroring the package fails there at `config` or later
/// @param done the package is done there (LD6), or counts no more because it is uninstalled (LD4)
/// @param atWork an unfinished Job of the package is there
/// @param reset the package stands there as the change needs it (02 §4.6), and nothing of its Jobs
///   is left that ran with the old data
public record GateNode(
    String name,
    boolean unreadable,
    boolean uninstalling,
    boolean erroring,
    boolean done,
    boolean atWork,
    boolean reset) {

  /// A node whose record can be read.
  ///
  /// @param name its name
  /// @param standing how the package stands there
  /// @param done the package is done there
  /// @param atWork an unfinished Job of the package is there
  /// @param oldJobs Jobs of the package at `config` or later are there, or may be on their way
  public static GateNode of(
      String name, Standing standing, boolean done, boolean atWork, boolean oldJobs) {
    return new GateNode(
        name,
        false,
        standing.uninstalling(),
        standing.erroring(),
        done,
        atWork,
        standing.reset() && !(standing.configured() && oldJobs));
  }

  /// A node whose record cannot be read.
  public static GateNode unreadable(String name) {
    return new GateNode(name, true, false, false, false, false, false);
  }

  /// Whether the data that a stage runs with matters: `config` and what follows it.
  public static boolean usesConfig(Stage stage) {
    return !stage.before(Stage.CONFIG);
  }

  /// The record that the change makes of that one (02 §4.6): the same one when it need not change.
  public static PackageRecord reset(PackageRecord record, PackageSpec spec) {
    return usesConfig(record.stage()) ? record.movedTo(Stage.CONFIG, spec) : record;
  }

  /// How a package stands on a node.
  ///
  /// @param uninstalling in the uninstall cycle
  /// @param erroring erroring at `config` or later
  /// @param configured recorded at `config` or later
  /// @param reset recorded as [GateNode#reset(PackageRecord, PackageSpec)] makes it, or not at all
  public record Standing(
      boolean uninstalling, boolean erroring, boolean configured, boolean reset) {

    /// Nothing is recorded.
    public static final Standing ABSENT = new Standing(false, false, false, true);

    /// As that record says.
    public static Standing of(PackageRecord record, PackageSpec spec) {
      boolean configured = usesConfig(record.stage());
      return new Standing(
          record.inUninstallCycle(),
          configured && record.state() == StageState.ERRORING,
          configured,
          GateNode.reset(record, spec).equals(record));
    }

    /// As that record says, if there is any.
    static Standing of(Optional<PackageRecord> record, PackageSpec spec) {
      return record.map(known -> of(known, spec)).orElse(ABSENT);
    }
  }
}
