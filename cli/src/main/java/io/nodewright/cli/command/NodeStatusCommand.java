package io.nodewright.cli.command;

import io.nodewright.cli.cluster.Nodes;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.nodes.NodePatterns;
import io.nodewright.cli.nodes.NodeRows;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `node status` (contract 07 §8.2).
@Command(
    name = "status",
    description = {
      "What nodes remember, a row for each NodeWright; -o wide has a row for each package.",
      "A node is named, or chosen by a regular expression that matches its whole name."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} node status [node…] [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright node status",
      "  kubectl nodewright node status 'gpu[12]' -o wide"
    })
final class NodeStatusCommand implements Callable<Integer> {

  private final Session session;
  @Mixin private NodeWrightFlag nodeWright = new NodeWrightFlag();
  @Mixin private WatchFlag watch = new WatchFlag();

  @Parameters(arity = "0..*", hidden = true)
  private List<String> patterns = new ArrayList<>();

  NodeStatusCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    NodePatterns chosen = new NodePatterns(patterns);
    String only = nodeWright.value(session.console());
    watch.check(session);
    Nodes cluster = session.nodes();
    Meanwhile<SortedMap<String, NodeWrightView>> known = new Meanwhile<>(() -> known(only));
    Nodes.Listed nodes = cluster.list();
    session.chosen(chosen, nodes.byName().keySet());
    NodeRows rows = rows(chosen, nodes.byName().values(), known.get(), only);
    rows.warnings().forEach(session.console()::warning);
    switch (session.format()) {
      case TABLE ->
          watch.show(
              session, rows.status(), nodes, now -> rows(chosen, now, known(only), only).status());
      case WIDE ->
          watch.show(
              session,
              rows.packages(),
              nodes,
              now -> rows(chosen, now, known(only), only).packages());
      case JSON, YAML -> session.document(rows.statusDocument());
    }
    return 0;
  }

  private NodeRows rows(
      NodePatterns chosen,
      Collection<SeenNode> nodes,
      Map<String, NodeWrightView> known,
      String only) {
    SortedMap<String, SeenNode> byName = new TreeMap<>();
    nodes.forEach(node -> byName.put(node.name(), node));
    if (!patterns.isEmpty()) {
      Set<String> names = chosen.choose(byName.keySet()).names();
      byName.keySet().retainAll(names);
    }
    return NodeRows.ofRemembered(byName.values(), known, only);
  }

  private SortedMap<String, NodeWrightView> known(String only) {
    if (only.isEmpty()) {
      return session.nodeWrights().list();
    }
    SortedMap<String, NodeWrightView> one = new TreeMap<>();
    session.nodeWrights().find(only).ifPresent(view -> one.put(only, view));
    return one;
  }
}
