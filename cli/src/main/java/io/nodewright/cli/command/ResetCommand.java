package io.nodewright.cli.command;

import io.nodewright.cli.cluster.NodeWrights.Look;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.console.Failure;
import io.nodewright.cli.console.Told;
import io.nodewright.cli.edit.BatchReset;
import io.nodewright.cli.edit.EntryRemoval;
import io.nodewright.cli.edit.NodeWriter;
import io.nodewright.cli.edit.Report;
import io.nodewright.cli.edit.Reset;
import io.nodewright.cli.edit.UninstallGuard;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `reset` (contract 07 §10.3).
@Command(
    name = "reset",
    description = {
      "Forget what the nodes remember of a NodeWright, so that every package starts over.",
      "Cordons stay, and are given back by the run that follows. With --package only that package",
      "is forgotten, and batches stay as they are."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} reset <nodewright> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright reset kernel-tune",
      "  kubectl nodewright reset kernel-tune --package grub:1.3.0 --confirm"
    })
final class ResetCommand implements Callable<Integer> {

  private final Session session;
  @Mixin private ConfirmFlag confirm = new ConfirmFlag();
  @Mixin private AbandonFlag abandon = new AbandonFlag();

  @Option(names = "--skip-batch-reset", description = "Leave batches and the order of nodes.")
  private boolean skipBatchReset;

  @Option(
      names = "--package",
      paramLabel = "<name>[:<version>]",
      description = "Forget only this package, in this version.")
  private @Nullable String packageText;

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  ResetCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String name = Session.exactly(arguments, 1).getFirst();
    Report report = new Report();
    if (packageText != null) {
      resetPackage(name, PackageArgument.parse(packageText), report);
    } else {
      resetAll(name, report);
    }
    session.conclude(report, "reset", name);
    return 0;
  }

  private void resetPackage(String name, PackageArgument wanted, Report report) {
    Look look = session.nodeWrights().look(name);
    session.gate("reset --package", Session.STATE_MAP, stamped(look));
    List<SeenNode> holders =
        session.nodes().list().byName().values().stream()
            .filter(node -> node.remembers(name))
            .filter(node -> wanted.concerns(node.state(name)))
            .toList();
    UninstallGuard guard =
        new UninstallGuard(name, look, wanted.name(), wanted.version(), abandon.given());
    List<String> warnings = guard.check(holders);
    List<String> going =
        holders.stream()
            .filter(node -> wanted.goesFrom(node.state(name)))
            .map(SeenNode::name)
            .toList();
    warnings.forEach(session.console()::warning);
    if (!session.dryRun() && !going.isEmpty()) {
      session.preview(
          List.of(
              "This will remove %s of NodeWright \"%s\" on %s"
                  .formatted(wanted.shown(), name, NodeNames.counted(going))));
      session.confirm(confirm.given());
    }
    NodeWriter.Told telling = session.telling();
    new NodeWriter(session.nodes(), telling, true)
        .run(
            holders, guard.around(new EntryRemoval(name, wanted.name(), wanted.version())), report);
    if (!session.dryRun()) {
      telling.result(report.summary());
    }
  }

  private void resetAll(String name, Report report) {
    Look look = session.nodeWrights().look(name);
    NodeResets resets = new NodeResets(session, name, look, abandon.given());
    Reset reset = new Reset(name, look);
    List<SeenNode> targets =
        session.nodes().list().byName().values().stream().filter(reset::concerns).toList();
    List<String> warnings = resets.check(targets);
    Optional<BatchReset> batches = batches(name, look);
    if (targets.isEmpty() && batches.isEmpty()) {
      session.telling().result("nothing to reset of NodeWright \"" + name + "\"");
      return;
    }
    warnings.forEach(session.console()::warning);
    if (!session.dryRun()) {
      session.preview(preview(name, targets, batches.isPresent()));
      session.confirm(confirm.given());
    }
    resets.run(targets, report);
    if (batches.isPresent()) {
      resetBatches(name, batches.get(), report);
    }
  }

  private static List<String> preview(String name, List<SeenNode> targets, boolean batches) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "This will reset NodeWright \"%s\" on %s"
            .formatted(name, NodeNames.counted(targets.stream().map(SeenNode::name).toList())));
    if (batches) {
      lines.add("batch state and node order will be reset");
    }
    return lines;
  }

  private Optional<BatchReset> batches(String name, Look look) {
    if (skipBatchReset) {
      return Optional.empty();
    }
    return switch (look) {
      case Look.Found _ ->
          Optional.of(new BatchReset(session.nodeWrights().status(name), true))
              .filter(BatchReset::needed);
      case Look.Gone _ -> {
        session.console().note("nodewright \"" + name + "\" is gone; there is no batch state");
        yield Optional.empty();
      }
      case Look.Unreadable _ -> Optional.empty();
    };
  }

  private void resetBatches(String name, BatchReset batches, Report report) {
    if (report.anyFailed()) {
      session.console().say("batch state not reset, since not all nodes were");
      throw new Told(finish(report, name));
    }
    if (session.dryRun()) {
      session.telling().result(BatchWrites.plan(name, batches));
    } else {
      BatchWrites.write(session.nodeWrights(), name, true);
      session.telling().result("batch state reset");
    }
    report.batchReset();
  }

  private int finish(Report report, String name) {
    session.conclude(report, "reset", name);
    return 1;
  }

  private static String stamped(Look look) {
    return switch (look) {
      case Look.Found(NodeWrightView view) -> view.operatorVersion();
      case Look.Gone _ -> "";
      case Look.Unreadable(String why) -> throw new Failure(why);
    };
  }
}
