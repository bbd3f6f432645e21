package io.nodewright.cli.authoring;

import io.nodewright.cli.console.Failure;
import io.nodewright.packages.skeleton.Skeleton;
import io.nodewright.packages.skeleton.SkeletonInterrupt;
import io.nodewright.packages.skeleton.SkeletonStage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `package init`.
@Command(
    name = "init",
    description = {
      "Begin a package: config.json, a script and a check for each stage, and a README. It runs as it",
      "is. On a terminal it asks for what no flag says; elsewhere it takes what is proposed."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} package init <name> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright package init kernel-tune",
      "  kubectl nodewright package init kernel-tune --stages apply,config,upgrade,uninstall \\",
      "    --interrupt service:containerd"
    })
public final class InitCommand implements Callable<Integer> {

  private static final String STAGES = "apply,config,uninstall";
  private final Desk desk;

  @Option(
      names = "--directory",
      paramLabel = "<folder>",
      description = "Where to put it (default: a folder of the package's name).")
  private String directory = "";

  @Option(
      names = "--stages",
      paramLabel = "<stages>",
      description =
          "Some of apply, config, upgrade, post-interrupt, uninstall (default: " + STAGES + ").")
  private String stages = "";

  @Option(
      names = "--interrupt",
      paramLabel = "<interrupt>",
      description =
          "What the host needs after a change: none, reboot, restartAllServices or service:<name>"
              + " (default: none).")
  private String interrupt = "";

  @Option(
      names = "--package-version",
      paramLabel = "<version>",
      description = "The first version (default: 1.0.0).")
  private String version = "";

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  /// A command at that desk.
  public InitCommand(Desk desk) {
    this.desk = desk;
  }

  @Override
  public Integer call() {
    String name = Desk.exactly(arguments, 1).getFirst();
    Skeleton skeleton = skeleton(name);
    Path folder = Path.of(directory.isEmpty() ? name : directory);
    if (desk.dryRun().getAsBoolean()) {
      skeleton.files(folder.toString()).keySet().forEach(file -> show(folder.resolve(file)));
      return 0;
    }
    try {
      skeleton.write(folder).forEach(file -> show(folder.resolve(file)));
    } catch (IOException e) {
      throw Desk.failure(e);
    }
    boolean config = skeleton.stages().contains(SkeletonStage.CONFIG);
    desk.console()
        .say(
            "Next: kubectl nodewright package validate %s, then package run %s%s"
                .formatted(folder, folder, config ? " --config settings='color = green'" : ""));
    return 0;
  }

  private void show(Path file) {
    desk.console().result(file.toString());
  }

  private Skeleton skeleton(String name) {
    try {
      String chosen = answer(stages, "Stages (" + SkeletonStage.words() + ")", STAGES);
      String proposed = answer(interrupt, "Interrupt (none, reboot, service:NAME)", "none");
      String first = answer(version, "Version", "1.0.0");
      return new Skeleton(
          name,
          first,
          Skeleton.stages(List.of(chosen.split("[, ]+", -1))),
          SkeletonInterrupt.parse(proposed));
    } catch (IllegalArgumentException e) {
      throw new Failure(String.valueOf(e.getMessage()));
    }
  }

  private String answer(String flag, String question, String proposal) {
    if (!flag.isEmpty()) {
      return flag;
    }
    return desk.attended().getAsBoolean() ? desk.console().ask(question, proposal) : proposal;
  }
}
