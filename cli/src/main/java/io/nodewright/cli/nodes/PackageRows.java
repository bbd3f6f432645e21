package io.nodewright.cli.nodes;

import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.console.Table;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The rows of `package status` (contract 07 §8.3).
public final class PackageRows {

  private record Row(String node, PackageRecord entry) {}

  private final List<Row> rows = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final SortedSet<String> without = new TreeSet<>();

  /// The package's entries on those nodes.
  public PackageRows(Collection<SeenNode> nodes, String nodeWright, String packageName) {
    for (SeenNode node : nodes) {
      switch (node.state(nodeWright)) {
        case NodeState.Known known -> add(node, known, packageName);
        case NodeState.Unreadable _ -> {
          warnings.add(NodeOfNodeWright.unreadable(node.name(), nodeWright));
          without.add(node.name());
        }
      }
    }
  }

  /// Records that cannot be read (CW4).
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /// Nodes without a row.
  public SortedSet<String> without() {
    return java.util.Collections.unmodifiableSortedSet(without);
  }

  /// As a table.
  public Table table(boolean wide) {
    List<String> headings =
        new ArrayList<>(List.of("NODE", "PACKAGE", "VERSION", "STAGE", "STATE"));
    if (wide) {
      headings.addAll(List.of("RESTARTS", "IMAGE"));
    }
    Table table = new Table(headings);
    for (Row row : rows) {
      List<String> cells = new ArrayList<>(List.of(row.node()));
      List<String> all = cells(row.entry());
      cells.addAll(wide ? all : all.subList(0, 4));
      table.add(cells);
    }
    return table;
  }

  /// For programs.
  public ArrayNode document() {
    ArrayNode document = JsonNodeFactory.instance.arrayNode();
    for (Row row : rows) {
      ObjectNode json = document.addObject();
      json.put("nodeName", row.node());
      entry(json, row.entry());
    }
    return document;
  }

  private void add(SeenNode node, NodeState.Known known, String packageName) {
    boolean any = false;
    for (PackageRecord entry : known.entries().values()) {
      if (entry.ref().name().equals(packageName)) {
        rows.add(new Row(node.name(), entry));
        any = true;
      }
    }
    if (!any) {
      without.add(node.name());
    }
  }

  /// Name, version, stage, state, restarts, image.
  static List<String> cells(PackageRecord entry) {
    return List.of(
        entry.ref().name(),
        entry.ref().version(),
        entry.stage().word(),
        entry.state().word(),
        Integer.toString(entry.restarts()),
        entry.image());
  }

  static void entry(ObjectNode json, PackageRecord entry) {
    json.put("name", entry.ref().name());
    json.put("version", entry.ref().version());
    json.put("stage", entry.stage().word());
    json.put("state", entry.state().word());
    json.put("restarts", entry.restarts());
    json.put("image", entry.image());
    if (!entry.containerSha().isEmpty()) {
      json.put("containerSHA", entry.containerSha());
    }
    if (entry.interruptPending()) {
      json.put("interruptPending", true);
    }
  }
}
