package io.nodewright.cli.edit;

import io.nodewright.cli.cluster.NodeWrights.Look;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.console.Failure;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Keeps an uninstall that is under way from being cut short (contract 07 §10.11): an absent entry
/// reads as "uninstalled".
public final class UninstallGuard {

  private final String nodeWright;
  private final Look look;
  private final String packageName;
  private final String version;
  private final boolean abandon;

  /// @param packageName the only package that is concerned; empty for all
  /// @param version the only version of it; empty for all
  /// @param abandon whether `--abandon-uninstall` was given
  public UninstallGuard(
      String nodeWright, Look look, String packageName, String version, boolean abandon) {
    this.nodeWright = nodeWright;
    this.look = look;
    this.packageName = packageName;
    this.version = version;
    this.abandon = abandon;
  }

  /// Looks at all targets before the first write.
  ///
  /// @return warnings (CW9) of what is abandoned
  /// @throws Failure CE15, for the first package that is being uninstalled somewhere
  public List<String> check(Collection<SeenNode> nodes) {
    TreeMap<String, SortedMap<String, SortedSet<String>>> found = new TreeMap<>();
    List<String> warnings = new ArrayList<>();
    for (SeenNode node : nodes) {
      for (PackageRecord entry : underWay(node)) {
        found
            .computeIfAbsent(entry.ref().name(), _ -> new TreeMap<>())
            .computeIfAbsent(entry.stage().word(), _ -> new TreeSet<>())
            .add(node.name());
        warnings.add(
            ("node \"%s\": package \"%s\" is being uninstalled (stage %s); this abandons the"
                    + " uninstall and what it left on the host")
                .formatted(node.name(), entry.ref().name(), entry.stage().word())); // CW9
      }
    }
    if (!abandon && !found.isEmpty()) {
      Map.Entry<String, SortedMap<String, SortedSet<String>>> first = found.firstEntry();
      throw new Failure(refusal(first.getKey(), first.getValue()));
    }
    return warnings;
  }

  /// A change that asks the guard again for a node that was read again.
  public NodeChange around(NodeChange change) {
    return node -> {
      List<PackageRecord> entries = abandon ? List.of() : underWay(node);
      if (entries.isEmpty()) {
        return change.step(node);
      }
      PackageRecord first = entries.getFirst();
      return new Step.Refuse(
          refusal(
              first.ref().name(),
              new TreeMap<>(Map.of(first.stage().word(), new TreeSet<>(List.of(node.name()))))));
    };
  }

  private List<PackageRecord> underWay(SeenNode node) {
    if (look instanceof Look.Gone) {
      return List.of(); // nothing would carry the uninstall on
    }
    return switch (node.state(nodeWright)) {
      case NodeState.Unreadable _ -> List.of();
      case NodeState.Known known ->
          known.entries().values().stream()
              .filter(PackageRecord::inUninstallCycle)
              .filter(entry -> packageName.isEmpty() || entry.ref().name().equals(packageName))
              .filter(entry -> version.isEmpty() || entry.ref().version().equals(version))
              .toList();
    };
  }

  /// CE15.
  private static String refusal(String packageName, SortedMap<String, SortedSet<String>> byStage) {
    long count = byStage.values().stream().flatMap(Collection::stream).distinct().count();
    String where =
        byStage.entrySet().stream()
            .map(each -> each.getKey() + ": " + String.join(", ", each.getValue()))
            .collect(Collectors.joining("; "));
    return ("package \"%s\" is being uninstalled on %d node(s) (%s); nothing was changed. To retry a"
            + " failed uninstall delete its Job; to drop the uninstall use --abandon-uninstall")
        .formatted(packageName, count, where);
  }
}
