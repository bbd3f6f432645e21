package io.nodewright.cli.command;

import io.nodewright.cli.edit.BatchReset;
import io.nodewright.cli.edit.Report;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `deployment-policy reset` (contract 07 §10.5).
@Command(
    name = "reset",
    description = {
      "Start the batches of a NodeWright over, in all compartments. The argument is a NodeWright, not",
      "a policy. What nodes remember, and their order, stay."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} deployment-policy reset <nodewright> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright deployment-policy reset kernel-tune",
      "  kubectl nodewright dp reset kernel-tune --confirm"
    })
final class PolicyResetCommand implements Callable<Integer> {

  private final Session session;
  @Mixin private ConfirmFlag confirm = new ConfirmFlag();

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  PolicyResetCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String name = Session.exactly(arguments, 1).getFirst();
    NodeWrightView nodeWright = session.nodeWrights().get(name);
    session.gate("deployment-policy reset", Session.ANNOTATIONS, nodeWright.operatorVersion());
    BatchReset batches = new BatchReset(session.nodeWrights().status(name), false);
    Report report = new Report();
    if (batches.needed()) {
      reset(name, batches, report);
    } else {
      session.telling().result("nodewright \"%s\" has no batch state".formatted(name));
    }
    session.conclude(report, "deployment-policy reset", name);
    return 0;
  }

  private void reset(String name, BatchReset batches, Report report) {
    if (session.dryRun()) {
      session.telling().result(BatchWrites.plan(name, batches));
    } else {
      List<String> compartments = batches.compartments();
      session.preview(
          List.of(
              "This will reset the batch state of NodeWright \"%s\" in %s: %s"
                  .formatted(
                      name, BatchWrites.counted(compartments), String.join(", ", compartments))));
      session.confirm(confirm.given());
      BatchWrites.write(session.nodeWrights(), name, false);
      session.telling().result("batch state reset");
    }
    report.batchReset();
  }
}
