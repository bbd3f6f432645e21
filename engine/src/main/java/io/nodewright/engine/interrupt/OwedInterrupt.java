package io.nodewright.engine.interrupt;

import io.nodewright.engine.lifecycle.ConfigKeyPattern;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Which interrupt a package owes on a node (04 §2, LD5).
public final class OwedInterrupt {

  private OwedInterrupt() {}

  /// The package's own interrupt while its flag is set, merged with those of the changed config
  /// keys; none when nothing is owed.
  ///
  /// @param record the package's record, also one that is about to be stored
  /// @param changedKeys config keys whose change is being rolled out
  public static Interrupt of(
      PackageSpec spec, PackageRecord record, Collection<String> changedKeys) {
    if (record.stage().inUninstallLane()) {
      return spec.interrupt(); // the lane never looks at the flag (02 §2.2)
    }
    if (!record.interruptPending() && changedKeys.isEmpty()) {
      return new Interrupt.None(); // nearly always
    }
    List<Interrupt.Of> owed = new ArrayList<>();
    if (record.interruptPending() && spec.interrupt() instanceof Interrupt.Of own) {
      owed.add(own);
    }
    for (Map.Entry<String, Interrupt.Of> each : spec.configInterrupts().entrySet()) {
      if (changedKeys.stream().anyMatch(key -> ConfigKeyPattern.matches(each.getKey(), key))) {
        owed.add(each.getValue());
      }
    }
    return Merge.of(owed);
  }

  /// Whether a stage needs a quiet node: cordoned, without protected pods, drained (LD9). After the
  /// interrupt nothing is owed, whatever the flag of a config change says (04 §13).
  ///
  /// @param start the record of the stage that runs or is to start
  public static boolean needsQuietNode(
      PackageSpec spec, PackageRecord start, Collection<String> changedKeys) {
    return switch (start.stage()) {
      case POST_INTERRUPT -> false;
      case UNINSTALL, UNINSTALL_INTERRUPT, APPLY, UPGRADE, CONFIG, INTERRUPT ->
          of(spec, start, changedKeys) instanceof Interrupt.Of;
    };
  }
}
