package io.nodewright.cli.command;

import io.nodewright.cli.edit.Report;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `pause`, `resume`, `disable`, `enable` (contract 07 §10.2).
abstract class LifecycleCommand implements Callable<Integer> {

  private final Session session;
  private final Verb verb;
  @Mixin private ConfirmFlag confirm = new ConfirmFlag();

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  LifecycleCommand(Session session, Verb verb) {
    this.session = session;
    this.verb = verb;
  }

  /// `pause`.
  @Command(
      name = "pause",
      description = {
        "Stop a NodeWright here: nothing new starts for it, nor for any later one on the same nodes.",
        "Stages that run are stopped (the Job is suspended, its Pod ends); after resume they start",
        "again, and steps that had finished are skipped."
      },
      customSynopsis = "${ROOT-COMMAND-NAME} pause <nodewright> [flags]",
      footer = {
        "",
        "Examples:",
        "  kubectl nodewright pause kernel-tune",
        "  kubectl nodewright pause kernel-tune --confirm"
      })
  static final class Pause extends LifecycleCommand {
    Pause(Session session) {
      super(session, Verb.PAUSE);
    }
  }

  /// `resume`.
  @Command(
      name = "resume",
      description = {
        "Let a paused NodeWright go on.",
        "Suspended stages run again; drains and interrupts may start at once."
      },
      customSynopsis = "${ROOT-COMMAND-NAME} resume <nodewright> [flags]",
      footer = {
        "",
        "Examples:",
        "  kubectl nodewright resume kernel-tune",
        "  kubectl nodewright resume kernel-tune --dry-run"
      })
  static final class Resume extends LifecycleCommand {
    Resume(Session session) {
      super(session, Verb.RESUME);
    }
  }

  /// `disable`.
  @Command(
      name = "disable",
      description = {
        "Skip a NodeWright: no new stages start, and later NodeWrights proceed.",
        "Work that runs is not stopped: running stages finish. Use pause to stop them."
      },
      customSynopsis = "${ROOT-COMMAND-NAME} disable <nodewright> [flags]",
      footer = {
        "",
        "Examples:",
        "  kubectl nodewright disable kernel-tune",
        "  kubectl nodewright disable kernel-tune --confirm"
      })
  static final class Disable extends LifecycleCommand {
    Disable(Session session) {
      super(session, Verb.DISABLE);
    }
  }

  /// `enable`.
  @Command(
      name = "enable",
      description = {
        "Take a disabled NodeWright up again.",
        "Stages start again, unless it is still paused; drains and interrupts may start at once."
      },
      customSynopsis = "${ROOT-COMMAND-NAME} enable <nodewright> [flags]",
      footer = {
        "",
        "Examples:",
        "  kubectl nodewright enable kernel-tune",
        "  kubectl nodewright enable kernel-tune -y"
      })
  static final class Enable extends LifecycleCommand {
    Enable(Session session) {
      super(session, Verb.ENABLE);
    }
  }

  @Override
  public Integer call() {
    String name = Session.exactly(arguments, 1).getFirst();
    NodeWrightView nodeWright = session.nodeWrights().get(name);
    session.gate(verb.word(), Session.ANNOTATIONS, nodeWright.operatorVersion());
    Report report = new Report();
    if (verb.holds(nodeWright)) {
      session.telling().result("NodeWright \"%s\" %s".formatted(name, verb.already()));
      report.skipped(name, verb.already());
    } else {
      change(name, report);
    }
    String held = verb.stillHeld(nodeWright);
    if (!held.isEmpty()) {
      session.console().note("nodewright \"%s\" is still %s".formatted(name, held)); // CN2
    }
    session.conclude(report, verb.word(), name);
    return 0;
  }

  private void change(String name, Report report) {
    report.changed(name);
    if (session.dryRun()) {
      session
          .telling()
          .result(
              "nodewright \"%s\": %s annotation %s"
                  .formatted(
                      name,
                      verb.sets() ? "set" : "remove",
                      verb.sets() ? verb.key() + "=true" : verb.key()));
      return;
    }
    List<String> preview = new ArrayList<>();
    preview.add("This will %s NodeWright \"%s\":".formatted(verb.word(), name));
    verb.effects().forEach(effect -> preview.add("  " + effect));
    session.preview(preview);
    session.confirm(confirm.given());
    if (verb.sets()) {
      session.nodeWrights().annotate(name, verb.key(), io.nodewright.api.Keys.TRUE);
    } else {
      session.nodeWrights().unannotate(name, verb.key());
    }
    session.telling().result("NodeWright \"%s\" %s".formatted(name, verb.done()));
  }
}
