package io.nodewright.cli.authoring;

import io.nodewright.cli.console.Documents;
import io.nodewright.cli.console.Failure;
import io.nodewright.cli.console.Told;
import io.nodewright.packages.PackageFolder;
import io.nodewright.packages.trial.StageOutcome;
import io.nodewright.packages.trial.Trial;
import io.nodewright.packages.trial.TrialPlan;
import io.nodewright.packages.trial.WorkFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `package run`.
@Command(
    name = "run",
    description = {
      "Take a package through its life on a throw-away host of this computer, by the real agent: apply",
      "and config, both again (which is to change nothing), a change of config, an upgrade, uninstall",
      "(after which the host is to be as it was). Linux only; needs no root, and changes nothing here."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} package run <folder> [flags]",
    footer = {
      "",
      "Exit code 1 when a stage fails, a second run changes something, or something is left.",
      "",
      "Examples:",
      "  kubectl nodewright package run kernel-tune --config settings='color = green'",
      "  kubectl nodewright package run new --upgrade-from old --config-file settings=my.conf"
    })
public final class TryCommand implements Callable<Integer> {

  private final Desk desk;
  @Mixin private final TryFlags flags = new TryFlags();

  @Option(names = "--keep", description = "Leave the host's folder behind, and say where it is.")
  private boolean keep;

  @Option(
      names = "--work",
      paramLabel = "<folder>",
      description = "Where to make the host (default: the folder for temporary files).")
  private String work = "";

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  /// A command at that desk.
  public TryCommand(Desk desk) {
    this.desk = desk;
  }

  @Override
  public Integer call() {
    String folder = Desk.exactly(arguments, 1).getFirst();
    boolean document = desk.format().get().document();
    List<StageOutcome> outcomes = new ArrayList<>();
    boolean good;
    try {
      TrialPlan plan = flags.plan(PackageFolder.read(Path.of(folder)));
      Trial trial =
          new Trial(
              plan,
              outcome -> {
                outcomes.add(outcome);
                if (!document) {
                  show(outcome);
                }
              });
      good = inFolder(trial);
    } catch (IOException e) {
      throw Desk.failure(e);
    } catch (IllegalArgumentException e) {
      throw new Failure(String.valueOf(e.getMessage()));
    }
    if (document) {
      desk.document(document(folder, good, outcomes));
    } else {
      desk.console().result(verdict(folder, good, outcomes));
    }
    if (!good) {
      throw new Told(1);
    }
    return 0;
  }

  private boolean inFolder(Trial trial) throws IOException {
    WorkFolder at = WorkFolder.make(work);
    AtomicBoolean removed = new AtomicBoolean(keep);
    Thread onInterrupt = Thread.ofPlatform().unstarted(() -> removeOnInterrupt(at, removed));
    Runtime.getRuntime().addShutdownHook(onInterrupt);
    try {
      return trial.run(at.path());
    } finally {
      if (keep) {
        desk.console()
            .say("The host is in " + at.path() + "/host; its /usr in usr/upper beside it.");
      } else if (removed.compareAndSet(false, true)) {
        at.remove();
      }
    }
  }

  /// Somebody has lost patience: the host is ended with all that runs on it, and removed.
  private void removeOnInterrupt(WorkFolder at, AtomicBoolean removed) {
    if (!removed.compareAndSet(false, true)) {
      return;
    }
    ProcessHandle.current().children().forEach(TryCommand::end);
    try {
      at.remove();
    } catch (IOException e) {
      desk.console().say(at.path() + " is left: " + e.getMessage());
    }
  }

  private static void end(ProcessHandle child) {
    child.destroyForcibly();
    child.onExit().join();
  }

  private void show(StageOutcome outcome) {
    desk.console().result("%-24s %s".formatted(outcome.stage(), word(outcome)));
    outcome.changes().forEach(change -> desk.console().result("  " + change.line()));
    outcome.calls().forEach(call -> desk.console().result("  ! " + call));
    if (outcome.verdict() != StageOutcome.Verdict.LEFT_OUT) {
      outcome.told().lines().forEach(line -> desk.console().result("  | " + line));
    }
    desk.console().flush();
  }

  private static String word(StageOutcome outcome) {
    return switch (outcome.verdict()) {
      case PASSED -> outcome.changes().isEmpty() ? "ok, nothing changed" : "ok";
      case FAILED -> "FAILED";
      case NOT_CLEAN -> "NOT CLEAN";
      case LEFT_OUT -> "not tried; " + outcome.told();
    };
  }

  private static String verdict(String folder, boolean good, List<StageOutcome> outcomes) {
    if (good) {
      boolean back = outcomes.stream().anyMatch(each -> each.stage().startsWith("uninstall"));
      return folder + ": good" + (back ? "; uninstall brought everything back" : "");
    }
    return folder
        + ": not good: "
        + String.join(
            ", ",
            new TreeSet<>(
                outcomes.stream().filter(o -> !o.good()).map(StageOutcome::stage).toList()));
  }

  private static ObjectNode document(String folder, boolean good, List<StageOutcome> outcomes) {
    ObjectNode json = Documents.object();
    json.put("package", folder);
    json.put("good", good);
    ArrayNode stages = json.putArray("stages");
    for (StageOutcome outcome : outcomes) {
      ObjectNode stage = stages.addObject();
      stage.put("stage", outcome.stage());
      stage.put(
          "verdict",
          switch (outcome.verdict()) {
            case PASSED -> "passed";
            case FAILED -> "failed";
            case NOT_CLEAN -> "not clean";
            case LEFT_OUT -> "not tried";
          });
      ArrayNode changes = stage.putArray("changes");
      for (var change : outcome.changes()) {
        ObjectNode one = changes.addObject();
        one.put("sign", change.kind().sign());
        one.put("path", change.path());
        one.put("detail", change.detail());
      }
      ArrayNode calls = stage.putArray("calls");
      outcome.calls().forEach(calls::add);
      stage.put("told", outcome.told());
    }
    return json;
  }
}
