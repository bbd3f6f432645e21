package io.nodewright.cli.command;

import io.nodewright.cli.cluster.NodeWrights.Look;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.edit.Report;
import io.nodewright.cli.edit.Reset;
import io.nodewright.cli.nodes.NodePatterns;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `node reset` (contract 07 §10.7).
@Command(
    name = "reset",
    description = {
      "Forget what some nodes remember of a NodeWright, so that its packages start over there.",
      "Batches and the order of nodes stay."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} node reset <node…> --nodewright <nodewright> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright node reset gpu2 --nodewright kernel-tune",
      "  kubectl nodewright node reset 'gpu.*' --nodewright kernel-tune --dry-run"
    })
final class NodeResetCommand implements Callable<Integer> {

  private final Session session;
  @Mixin private NodeWrightFlag nodeWright = new NodeWrightFlag();
  @Mixin private ConfirmFlag confirm = new ConfirmFlag();
  @Mixin private AbandonFlag abandon = new AbandonFlag();

  @Parameters(arity = "0..*", hidden = true)
  private List<String> patterns = new ArrayList<>();

  NodeResetCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    NodePatterns chosen = new NodePatterns(Session.atLeastOne(patterns));
    String name = nodeWright.required(session.console());
    SortedMap<String, SeenNode> nodes = session.nodes().list().byName();
    List<SeenNode> targets = chosen.chooseAll(nodes.keySet()).stream().map(nodes::get).toList();
    Look look = session.nodeWrights().look(name);
    NodeResets resets = new NodeResets(session, name, look, abandon.given());
    Reset reset = new Reset(name, look);
    List<SeenNode> changing = targets.stream().filter(reset::concerns).toList();
    resets.check(changing).forEach(session.console()::warning);
    if (!session.dryRun() && !changing.isEmpty()) {
      session.preview(
          List.of(
              "This will reset NodeWright \"%s\" on %s"
                  .formatted(
                      name, NodeNames.counted(changing.stream().map(SeenNode::name).toList()))));
      session.confirm(confirm.given());
    }
    Report report = new Report();
    resets.run(targets, report);
    session.conclude(report, "node reset", name);
    return 0;
  }
}
