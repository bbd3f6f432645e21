package io.nodewright.cli.command;

import io.nodewright.cli.cluster.Nodes;
import io.nodewright.cli.nodes.NodeRows;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `node list` (contract 07 §8.1).
@Command(
    name = "list",
    description = "The nodes of a NodeWright: those it selects, and those that remember it.",
    customSynopsis = "${ROOT-COMMAND-NAME} node list --nodewright <nodewright> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright node list --nodewright kernel-tune",
      "  kubectl nodewright node list --nodewright kernel-tune -o wide --watch"
    })
final class NodeListCommand implements Callable<Integer> {

  private final Session session;
  @Mixin private NodeWrightFlag nodeWright = new NodeWrightFlag();
  @Mixin private WatchFlag watch = new WatchFlag();

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  NodeListCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Session.exactly(arguments, 0);
    String name = nodeWright.required(session.console());
    watch.check(session);
    NodeWrightView view = session.nodeWrights().get(name);
    Nodes.Listed nodes = session.nodes().list();
    NodeRows rows = NodeRows.ofMembers(view, nodes.byName().values());
    rows.warnings().forEach(session.console()::warning);
    switch (session.format()) {
      case TABLE, WIDE -> {
        boolean wide = session.format() == io.nodewright.cli.console.Format.WIDE;
        watch.show(
            session,
            rows.list(wide),
            nodes,
            now -> NodeRows.ofMembers(session.nodeWrights().get(name), now).list(wide));
      }
      case JSON, YAML -> session.document(rows.listDocument(name));
    }
    return 0;
  }
}
