package io.nodewright.sandbox.demo;

import io.nodewright.engine.Decision;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Nodes × packages at one moment, with the reason for each wait, as lines of text.
///
/// @param lines the table and what follows it
/// @param complete nodes that are complete
/// @param total nodes in scope
/// @param status the NodeWright's status word
record Picture(List<String> lines, int complete, int total, String status) {

  private static final int CELL = 12;

  Picture {
    lines = List.copyOf(lines);
  }

  /// Draws a NodeWright.
  ///
  /// @param seen the fleet
  /// @param nodeWright the resource; it has to be in `seen`
  /// @param decision what the engine says of it
  static Picture of(FleetSnapshot seen, NodeWrightView nodeWright, Decision decision) {
    Collection<PackageSpec> packages = nodeWright.spec().packages().values();
    List<String> lines = new ArrayList<>();
    StringBuilder head = new StringBuilder(cell("NODE", CELL + 2));
    packages.forEach(spec -> head.append(cell(spec.name().toUpperCase(Locale.ROOT), CELL)));
    lines.add(head + cell("STATUS", CELL) + "WAITS FOR");
    int complete = 0;
    for (String name : decision.status().nodeStatus().keySet()) {
      NodeView node = Optional.ofNullable(seen.nodes().get(name)).orElseThrow();
      StringBuilder row = new StringBuilder(cell(name, CELL + 2));
      packages.forEach(
          spec -> row.append(cell(packageCell(node, nodeWright, spec, decision), CELL)));
      String status = word(decision, name);
      row.append(cell(status, CELL)).append(waits(decision, name));
      lines.add(row.toString().stripTrailing());
      complete += status.equals("complete") ? 1 : 0;
    }
    return new Picture(
        lines,
        complete,
        decision.status().nodeStatus().size(),
        nodeWright.status().status().word());
  }

  private static String word(Decision decision, String node) {
    return Optional.ofNullable(decision.status().nodeStatus().get(node))
        .map(status -> status.word().replace('_', ' '))
        .orElse("");
  }

  private static String packageCell(
      NodeView node, NodeWrightView nodeWright, PackageSpec spec, Decision decision) {
    if (node.record(nodeWright.name()).state() instanceof NodeState.Unreadable) {
      return "unreadable";
    }
    Optional<Verdict.Reason> reason =
        verdict(decision, node.name(), spec.name()).map(Verdict::reason);
    if (reason.equals(Optional.of(Verdict.Reason.COMPLETE))) {
      return "done";
    }
    Optional<PackageRecord> entry = node.record(nodeWright.name()).entry(spec.ref());
    if (entry.isEmpty()) {
      return "-";
    }
    return entry.get().stage().word()
        + switch (entry.get().state()) {
          case IN_PROGRESS -> " ...";
          case ERRORING -> " !";
          case COMPLETE, SKIPPED, UNKNOWN -> "";
        };
  }

  /// The reasons of this node's waits, each package's where the node as a whole waits for nothing.
  private static String waits(Decision decision, String node) {
    Optional<Verdict> whole =
        verdict(decision, node, "").filter(v -> v.reason() != Verdict.Reason.COMPLETE);
    if (whole.isPresent()) {
      return whole.get().message();
    }
    SortedMap<String, String> reasons = new TreeMap<>();
    for (Verdict verdict : decision.verdicts()) {
      if (verdict.node().equals(node) && !verdict.packageName().isEmpty() && waits(verdict)) {
        reasons.put(verdict.packageName(), verdict.packageName() + ": " + verdict.message());
      }
    }
    return String.join("; ", reasons.values());
  }

  private static boolean waits(Verdict verdict) {
    return switch (verdict.reason()) {
      case COMPLETE,
          RUNNING,
          STARTING,
          WAITS_FOR_WRITE,
          WAITS_FOR_CORDON,
          WAITS_FOR_PODS_TO_BE_SEEN,
          WAITS_FOR_JOB_TO_GO,
          CONFIG_CHANGE_OPENING ->
          false;
      case RETRYING,
          TIMED_OUT,
          WAITS_FOR_BATCH,
          WAITS_FOR_ORDER,
          WAITS_FOR_DEPENDENCY,
          WAITS_FOR_SERIAL_TURN,
          WAITS_FOR_CONFIG_MAP,
          CONFIG_CHANGE_HELD,
          UNINSTALL_SUPERSEDED,
          RECORD_TOO_LARGE,
          REBOOTED,
          WAITS_FOR_TAINT,
          WAITS_FOR_OTHERS,
          IGNORED,
          TAINTED,
          PAUSED,
          DISABLED,
          POLICY_MISSING,
          STATE_UNREADABLE,
          NAME_TAKEN,
          REFUSED,
          SPEC_UNUSABLE,
          WAITS_FOR_PROTECTED_PODS,
          DRAINING,
          DRAIN_BLOCKED,
          DRAIN_TIMED_OUT,
          WAITS_FOR_INTERRUPT,
          BEING_DELETED ->
          true;
    };
  }

  private static Optional<Verdict> verdict(Decision decision, String node, String packageName) {
    return decision.verdicts().stream()
        .filter(v -> v.node().equals(node) && v.packageName().equals(packageName))
        .findFirst();
  }

  private static String cell(String text, int width) {
    return text.length() >= width
        ? text.substring(0, width - 1) + " "
        : text + " ".repeat(width - text.length());
  }
}
