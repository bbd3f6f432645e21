package io.nodewright.cli.command;

import io.nodewright.cli.cluster.NodeWrights;
import io.nodewright.cli.cluster.NodeWrights.Look;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.console.Failure;
import io.nodewright.cli.console.UsageFailure;
import io.nodewright.cli.edit.EntryRemoval;
import io.nodewright.cli.edit.EntryRerun;
import io.nodewright.cli.edit.NodeChange;
import io.nodewright.cli.edit.NodeWriter;
import io.nodewright.cli.edit.Report;
import io.nodewright.cli.edit.Step;
import io.nodewright.cli.edit.UninstallGuard;
import io.nodewright.cli.nodes.NodePatterns;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `package rerun` (contract 07 §10.9).
@Command(
    name = "rerun",
    description = {
      "Run a package again on some nodes: from the start, or with --stage from that stage on.",
      "This, or deleting the Job, is how changed timeouts and retry limits reach work that runs."
    },
    customSynopsis =
        "${ROOT-COMMAND-NAME} package rerun <package> --nodewright <nodewright> --node <pattern>"
            + " [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright package rerun grub --nodewright kernel-tune --node gpu2",
      "  kubectl nodewright package rerun grub --nodewright kernel-tune --node gpu2 --stage config -y"
    })
final class RerunCommand implements Callable<Integer> {

  private static final List<Stage> STAGES =
      List.of(Stage.APPLY, Stage.CONFIG, Stage.INTERRUPT, Stage.POST_INTERRUPT);

  private final Session session;
  @Mixin private NodeWrightFlag nodeWright = new NodeWrightFlag();
  @Mixin private ConfirmFlag confirm = new ConfirmFlag();
  @Mixin private AbandonFlag abandon = new AbandonFlag();

  @Option(
      names = "--node",
      split = ",",
      paramLabel = "<pattern>",
      description = "On these nodes; repeatable.")
  private List<String> patterns = new ArrayList<>();

  @Option(
      names = "--stage",
      paramLabel = "<stage>",
      description = "From this stage on: apply, config, interrupt or post-interrupt.")
  private @Nullable String stageText;

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  RerunCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String packageName = Session.exactly(arguments, 1).getFirst();
    String name = nodeWright.required(session.console());
    if (patterns.isEmpty()) {
      throw new UsageFailure("required flag \"--node\" not set");
    }
    NodePatterns chosen = new NodePatterns(patterns);
    Stage stage = stageText == null ? null : Words.stage(stageText, STAGES);
    Look look = session.nodeWrights().look(name);
    NodeChange change = change(name, packageName, stage, look);
    SortedMap<String, SeenNode> nodes = session.nodes().list().byName();
    List<SeenNode> targets = chosen.chooseAll(nodes.keySet()).stream().map(nodes::get).toList();
    if (stage == null) {
      UninstallGuard guard = new UninstallGuard(name, look, packageName, "", abandon.given());
      guard.check(targets).forEach(session.console()::warning);
      change = guard.around(change);
    } else {
      refuseUninstalls(targets, change);
      if (stage == Stage.INTERRUPT) {
        session
            .console()
            .note("--stage interrupt does not affect an interrupt that is still running");
      }
    }
    Report report = write(targets, change);
    session.conclude(report, "package rerun", name);
    return 0;
  }

  private Report write(List<SeenNode> targets, NodeChange change) {
    if (!session.dryRun() && !confirm.given()) {
      List<String> plans = plans(targets, change);
      if (!plans.isEmpty()) {
        session.preview(plans);
        session.confirm(false);
      }
    }
    Report report = new Report();
    NodeWriter.Told telling = session.telling();
    new NodeWriter(session.nodes(), telling, true).run(targets, change, report);
    if (!session.dryRun()) {
      telling.result(report.summary());
    }
    return report;
  }

  /// What will be done, for whoever is asked.
  static List<String> plans(List<SeenNode> targets, NodeChange change) {
    List<String> lines = new ArrayList<>();
    for (SeenNode node : targets) {
      if (change.step(node) instanceof Step.Change wanted) {
        lines.add(wanted.plan());
      }
    }
    return lines;
  }

  private NodeChange change(String name, String packageName, @Nullable Stage stage, Look look) {
    return switch (look) {
      case Look.Gone _ -> throw NodeWrights.missing(name);
      case Look.Unreadable(String why) -> throw new Failure(why);
      case Look.Found(var view) -> {
        PackageSpec spec = view.spec().packages().get(packageName);
        if (stage == null) {
          yield new EntryRemoval(name, packageName, "");
        }
        if (spec == null) {
          throw Words.notInSpec(packageName, "", name);
        }
        yield new EntryRerun(name, spec, stage);
      }
    };
  }

  /// CE18, before anything is written.
  private static void refuseUninstalls(List<SeenNode> targets, NodeChange change) {
    for (SeenNode node : targets) {
      if (change.step(node) instanceof Step.Refuse refuse) {
        throw new Failure(refuse.error());
      }
    }
  }
}
