package io.nodewright.cli.edit;

import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Sets a package back to a stage (`package rerun --stage`, contract 07 §10.9).
///
/// @param nodeWright its name
/// @param spec the package
/// @param stage where it begins again
public record EntryRerun(String nodeWright, PackageSpec spec, Stage stage) implements NodeChange {

  @Override
  public Step step(SeenNode node) {
    return switch (node.state(nodeWright)) {
      case NodeState.Unreadable _ -> EntryRemoval.unreadable(node, nodeWright);
      case NodeState.Known known -> step(node, known);
    };
  }

  private Step step(SeenNode node, NodeState.Known known) {
    SortedMap<PackageRef, PackageRecord> all = EntryRemoval.of(known.entries(), spec.name());
    for (PackageRecord entry : all.values()) {
      if (entry.inUninstallCycle()) {
        return new Step.Refuse(
            "node \"%s\": package \"%s\" is being uninstalled (stage %s); --stage cannot be used"
                .formatted(node.name(), spec.name(), entry.stage().word())); // CE18
      }
    }
    PackageRecord old = all.get(spec.ref());
    if (old == null) {
      return Step.skipped(
          node.name(),
          all.isEmpty()
              ? "no entry for package \"" + spec.name() + "\""
              : "has version "
                  + all.keySet().stream()
                      .map(PackageRef::version)
                      .collect(Collectors.joining(", ")));
    }
    SortedMap<PackageRef, PackageRecord> entries = new TreeMap<>(known.entries());
    entries.put(spec.ref(), again(old));
    String to = stage.word() + "/" + StageState.IN_PROGRESS.word();
    String at = spec.name() + "@" + spec.ref().version();
    return new Step.Change(
        RecordPatches.store(nodeWright, entries),
        "node \"%s\": set %s to %s".formatted(node.name(), at, to),
        "node \"%s\": %s set to %s".formatted(node.name(), at, to),
        List.of());
  }

  private PackageRecord again(PackageRecord old) {
    return new PackageRecord(
        old.ref(),
        old.image(),
        old.containerSha(),
        stage,
        StageState.IN_PROGRESS,
        0,
        spec.interrupt() instanceof Interrupt.Of && stage != Stage.POST_INTERRUPT,
        old.sequence(),
        old.unknownMembers());
  }
}
