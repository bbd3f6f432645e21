package io.nodewright.cli.nodes;

import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.console.Documents;
import io.nodewright.cli.console.Table;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The rows of `node list` and `node status` (contract 07 §8.1, §8.2), by node, then NodeWright.
public final class NodeRows {

  private final List<NodeOfNodeWright> rows;

  private NodeRows(List<NodeOfNodeWright> rows) {
    this.rows = List.copyOf(rows);
  }

  /// Nodes that the NodeWright selects, and those that remember something of it.
  public static NodeRows ofMembers(NodeWrightView nodeWright, Collection<SeenNode> nodes) {
    List<NodeOfNodeWright> rows = new ArrayList<>();
    States states = new States();
    for (SeenNode node : nodes) {
      if (node.remembers(nodeWright.name())
          || nodeWright.spec().nodeSelector().matches(node.labels())) {
        rows.add(NodeOfNodeWright.of(node, nodeWright.name(), nodeWright, states));
      }
    }
    return new NodeRows(rows);
  }

  /// One row for each NodeWright that a node remembers something of.
  ///
  /// @param only the one NodeWright that is asked for; empty for all
  public static NodeRows ofRemembered(
      Collection<SeenNode> nodes, Map<String, NodeWrightView> nodeWrights, String only) {
    List<NodeOfNodeWright> rows = new ArrayList<>();
    States states = new States();
    for (SeenNode node : nodes) {
      for (String name : node.remembered()) {
        if (only.isEmpty() || only.equals(name)) {
          rows.add(NodeOfNodeWright.of(node, name, nodeWrights.get(name), states));
        }
      }
    }
    return new NodeRows(rows);
  }

  /// Records that cannot be read (CW4).
  public List<String> warnings() {
    return rows.stream().map(NodeOfNodeWright::warning).filter(each -> !each.isEmpty()).toList();
  }

  /// `node list`.
  public Table list(boolean wide) {
    List<String> headings = new ArrayList<>(List.of("NODE", "STATUS", "PACKAGES"));
    if (wide) {
      headings.addAll(List.of("RESTARTS", "SELECTED", "IGNORED", "ORDER"));
    }
    Table table = new Table(headings);
    for (NodeOfNodeWright row : rows) {
      List<String> cells =
          new ArrayList<>(List.of(row.node().name(), row.status(), row.progress()));
      if (wide) {
        cells.add(Integer.toString(row.restarts()));
        cells.add(Boolean.toString(row.selected()));
        cells.add(Boolean.toString(row.node().ignored()));
        cells.add(order(row) == null ? "" : String.valueOf(order(row)));
      }
      table.add(cells);
    }
    return table;
  }

  /// `node list` for programs.
  public ObjectNode listDocument(String nodeWright) {
    ObjectNode document = names(Documents.object(), nodeWright);
    ArrayNode nodes = document.putArray("nodes");
    for (NodeOfNodeWright row : rows) {
      ObjectNode json = nodes.addObject();
      json.put("nodeName", row.node().name());
      json.put("status", row.status());
      progress(json, row);
      json.put("restarts", row.restarts());
      json.put("selected", row.selected());
      json.put("ignored", row.node().ignored());
      json.put("order", order(row));
    }
    return document;
  }

  /// `node status`.
  public Table status() {
    Table table =
        new Table(
            List.of(
                "NODE", "NODEWRIGHT", "STATUS", "PACKAGES", "CORDONED", "RUNTIME-REQUIRED-CORDON"));
    for (NodeOfNodeWright row : rows) {
      table.add(
          List.of(
              row.node().name(),
              row.name(),
              row.status(),
              row.progress(),
              Boolean.toString(row.node().unschedulable()),
              Boolean.toString(row.node().persistentCordon())));
    }
    return table;
  }

  /// `node status -o wide`: a row for each package.
  public Table packages() {
    Table table =
        new Table(
            List.of(
                "NODE",
                "NODEWRIGHT",
                "PACKAGE",
                "VERSION",
                "STAGE",
                "STATE",
                "RESTARTS",
                "IMAGE",
                "CORDONED",
                "RUNTIME-REQUIRED-CORDON"));
    for (NodeOfNodeWright row : rows) {
      List<List<String>> middles =
          row.entries().isEmpty()
              ? List.of(List.of("", "", "", "", "", ""))
              : row.entries().stream().map(PackageRows::cells).toList();
      for (List<String> middle : middles) {
        List<String> cells = new ArrayList<>(List.of(row.node().name(), row.name()));
        cells.addAll(middle);
        cells.add(Boolean.toString(row.node().unschedulable()));
        cells.add(Boolean.toString(row.node().persistentCordon()));
        table.add(cells);
      }
    }
    return table;
  }

  /// `node status` for programs.
  public ArrayNode statusDocument() {
    ArrayNode document = JsonNodeFactory.instance.arrayNode();
    for (NodeOfNodeWright row : rows) {
      ObjectNode json = document.addObject();
      json.put("nodeName", row.node().name());
      names(json, row.name());
      json.put("status", row.status());
      progress(json, row);
      ArrayNode packages = json.putArray("packages");
      row.entries().forEach(entry -> PackageRows.entry(packages.addObject(), entry));
      json.put("cordoned", row.node().unschedulable());
      json.put("runtimeRequiredCordon", row.node().persistentCordon());
      json.put("ignored", row.node().ignored());
      json.put("restarts", row.restarts());
      ArrayNode erroring = json.putArray("erroringPackages");
      row.entries().stream()
          .filter(entry -> entry.state() == StageState.ERRORING)
          .forEach(entry -> erroring.add(shown(entry)));
    }
    return document;
  }

  private static String shown(PackageRecord entry) {
    return entry.ref().name() + "@" + entry.ref().version() + ":" + entry.stage().word();
  }

  private static ObjectNode names(ObjectNode json, String nodeWright) {
    json.put("nodewrightName", nodeWright);
    json.put("skyhookName", nodeWright);
    return json;
  }

  private static void progress(ObjectNode json, NodeOfNodeWright row) {
    switch (row.state()) {
      case NodeState.Known known -> {
        Progress progress = Progress.of(known, row.nodeWright());
        json.put("packagesComplete", progress.complete());
        json.put("packagesTotal", progress.total());
      }
      case NodeState.Unreadable unreadable -> {
        json.putNull("packagesComplete");
        json.putNull("packagesTotal");
        json.put("error", row.warning() + ": " + unreadable.problem());
      }
    }
  }

  private static @org.jspecify.annotations.Nullable Integer order(NodeOfNodeWright row) {
    NodeWrightView nodeWright = row.nodeWright();
    return nodeWright == null ? null : nodeWright.status().nodeOrder().get(row.node().name());
  }
}
