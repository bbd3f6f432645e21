package io.nodewright.cli.command;

import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.edit.IgnoreLabel;
import io.nodewright.cli.edit.NodeWriter;
import io.nodewright.cli.edit.Report;
import io.nodewright.cli.nodes.NodePatterns;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `node ignore`, `node unignore` (contract 07 §10.8).
abstract class IgnoreCommand implements Callable<Integer> {

  private final Session session;
  private final String word;
  private final IgnoreLabel change;

  @Parameters(arity = "0..*", hidden = true)
  private List<String> patterns = new ArrayList<>();

  IgnoreCommand(Session session, String word, IgnoreLabel change) {
    this.session = session;
    this.word = word;
    this.change = change;
  }

  /// `node ignore`.
  @Command(
      name = "ignore",
      description = {
        "Leave nodes alone, for all NodeWrights. A Job that runs goes on; a cordon stays."
      },
      customSynopsis = "${ROOT-COMMAND-NAME} node ignore <node…> [flags]",
      footer = {
        "",
        "Examples:",
        "  kubectl nodewright node ignore gpu2",
        "  kubectl nodewright node ignore 'gpu[0-9]+' --dry-run"
      })
  static final class Ignore extends IgnoreCommand {
    Ignore(Session session) {
      super(session, "node ignore", new IgnoreLabel(true));
    }
  }

  /// `node unignore`.
  @Command(
      name = "unignore",
      description = "Take ignored nodes up again, for all NodeWrights.",
      customSynopsis = "${ROOT-COMMAND-NAME} node unignore <node…> [flags]",
      footer = {
        "",
        "Examples:",
        "  kubectl nodewright node unignore gpu2",
        "  kubectl nodewright node unignore gpu1 gpu2"
      })
  static final class Unignore extends IgnoreCommand {
    Unignore(Session session) {
      super(session, "node unignore", new IgnoreLabel(false));
    }
  }

  @Override
  public Integer call() {
    NodePatterns chosen = new NodePatterns(Session.atLeastOne(patterns));
    SortedMap<String, SeenNode> nodes = session.nodes().list().byName();
    List<SeenNode> targets = chosen.chooseAll(nodes.keySet()).stream().map(nodes::get).toList();
    Report report = new Report();
    NodeWriter.Told telling = session.telling();
    new NodeWriter(session.nodes(), telling, false).run(targets, change, report);
    if (!session.dryRun()) {
      telling.result(report.summary());
    }
    session.conclude(report, word, "");
    return 0;
  }
}
