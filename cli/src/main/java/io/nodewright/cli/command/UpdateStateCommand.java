package io.nodewright.cli.command;

import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.console.Failure;
import io.nodewright.cli.edit.EntryUpdate;
import io.nodewright.cli.edit.NodeWriter;
import io.nodewright.cli.edit.Report;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `update-state` (contract 07 §10.4).
@Command(
    name = "update-state",
    description = {
      "For administrators: set what nodes remember of one package. Pause the NodeWright first, or",
      "the operator may move the entry on at once.",
      "Stages: apply, config, interrupt, post-interrupt, upgrade, uninstall, uninstall-interrupt.",
      "States: complete, in_progress, skipped, erroring, unknown."
    },
    customSynopsis =
        "${ROOT-COMMAND-NAME} update-state <nodewright> <package> <version> <stage> <state> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright update-state kernel-tune grub 1.4.0 config complete --node gpu2",
      "  kubectl nodewright update-state kernel-tune grub 1.4.0 apply in_progress -l pool=gpu --add"
    })
final class UpdateStateCommand implements Callable<Integer> {

  private static final int ARGUMENTS = 5;

  private final Session session;
  @Mixin private ConfirmFlag confirm = new ConfirmFlag();

  @Option(
      names = "--node",
      split = ",",
      paramLabel = "<node>",
      description = "On these nodes, by exact name; repeatable.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "<selector>",
      description = "On nodes with these labels.")
  private @Nullable String selector;

  @Option(names = "--add", description = "Add the entry where there is none; replace nothing.")
  private boolean add;

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  UpdateStateCommand(Session session) {
    this.session = session;
  }

  /// The checks of contract 07 §10.4, in their order.
  @Override
  public Integer call() {
    Session.exactly(arguments, ARGUMENTS);
    String name = arguments.getFirst();
    Stage stage = Words.stage(arguments.get(3), Words.STAGES); // 1
    StageState state = Words.state(arguments.get(4)); // 2
    if (!names.isEmpty() && selector != null) {
      throw new Failure("--node and --selector cannot be combined"); // 3, CE12
    }
    if (add && names.isEmpty() && selector == null) {
      throw new Failure("--add needs --node or --selector"); // 4, CE13
    }
    NodeWrightView nodeWright = session.nodeWrights().get(name); // 5
    PackageSpec spec = nodeWright.spec().packages().get(arguments.get(1)); // 6
    if (spec == null || !spec.ref().version().equals(arguments.get(2))) {
      throw Words.notInSpec(arguments.get(1), arguments.get(2), name);
    }
    session.gate("update-state", Session.STATE_MAP, nodeWright.operatorVersion());
    if (!nodeWright.paused()) { // 7, CW6
      session
          .console()
          .warning(
              "nodewright \"%s\" is not paused; the operator may overwrite this edit"
                  .formatted(name));
    }
    EntryUpdate change =
        new EntryUpdate(name, nodeWright.spec().nodeSelector(), spec, stage, state, add);
    session.conclude(write(name, change), "update-state", name);
    return 0;
  }

  private Report write(String name, EntryUpdate change) {
    Report report = new Report();
    List<SeenNode> targets = targets(name, report);
    if (!session.dryRun() && !confirm.given()) {
      List<String> plans = RerunCommand.plans(targets, change);
      if (!plans.isEmpty()) {
        session.preview(plans);
        session.confirm(false);
      }
    }
    NodeWriter.Told telling = session.telling();
    new NodeWriter(session.nodes(), telling, true).run(targets, change, report);
    if (!session.dryRun()) {
      telling.result(report.summary());
    }
    return report;
  }

  private List<SeenNode> targets(String name, Report report) {
    String filter = selector == null ? "" : selector;
    SortedMap<String, SeenNode> nodes = new TreeMap<>(session.nodes().list(filter).byName());
    if (!names.isEmpty()) {
      for (String each : new TreeSet<>(names)) {
        if (!nodes.containsKey(each)) {
          report.skipped(each, "does not exist");
          session.console().warning("node \"" + each + "\": does not exist; skipped"); // CW7
        }
      }
      nodes.keySet().retainAll(new TreeSet<>(names));
    } else if (selector == null) {
      nodes.values().removeIf(node -> !node.remembers(name));
    }
    return List.copyOf(nodes.values());
  }
}
