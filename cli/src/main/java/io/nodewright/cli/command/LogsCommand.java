package io.nodewright.cli.command;

import io.nodewright.cli.cluster.LogStream;
import io.nodewright.cli.cluster.PackagePods;
import io.nodewright.cli.console.Failure;
import io.nodewright.cli.console.UsageFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `package logs` (contract 07 §10.10).
@Command(
    name = "logs",
    description = {
      "What the steps of a package have printed, by node, attempts in order.",
      "Finished Jobs, and their logs, are kept for a while: succeeded stages and uninstalls as long as",
      "the operator's jobTtlSucceeded says, failed ones jobTtlFailed. An interrupt Job that ended by",
      "its deadline or its restarts has no pod left."
    },
    customSynopsis =
        "${ROOT-COMMAND-NAME} package logs <package> --nodewright <nodewright> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright package logs grub --nodewright kernel-tune --node gpu2",
      "  kubectl nodewright package logs grub --nodewright kernel-tune --stage config -f",
      "  kubectl nodewright package logs grub --nodewright kernel-tune --failed last"
    })
final class LogsCommand implements Callable<Integer> {

  private final Session session;
  @Mixin private NodeWrightFlag nodeWright = new NodeWrightFlag();

  @Option(names = "--node", paramLabel = "<node>", description = "On this node, by exact name.")
  private String node = "";

  @Option(names = "--stage", paramLabel = "<stage>", description = "Of this stage.")
  private @Nullable String stageText;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on as long as Jobs of the package run.")
  private boolean follow;

  @Option(
      names = "--tail",
      paramLabel = "<lines>",
      description = "Last lines of each container; -1 for all (default: -1).")
  private int tail = -1;

  @Option(
      names = "--failed",
      paramLabel = "first|last",
      description = "Only the first or the last failed attempt on each node.")
  private @Nullable String failed;

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  LogsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String packageName = Session.exactly(arguments, 1).getFirst();
    String name = nodeWright.required(session.console());
    if (session.format().document()) {
      throw new Failure(
          "invalid output format \"%s\": expected table, json, yaml or wide; logs are text: use table"
              .formatted(session.format().word())); // CE8
    }
    if (tail < -1) {
      throw new UsageFailure("invalid --tail \"" + tail + "\": expected -1 or more");
    }
    PackagePods.Wanted wanted =
        new PackagePods.Wanted(
            name,
            packageName,
            node,
            stageText == null ? "" : Words.stage(stageText, Words.STAGES).word(),
            attempts());
    PackagePods pods =
        new PackagePods(
            session.api(), session.operators().namespace(), session.console().verbose());
    LogStream streams = new LogStream(session.api(), session.console(), tail);
    List<PackagePods.PodOfPackage> found = pods.find(wanted);
    if (found.isEmpty() && !(follow && pods.running(wanted))) {
      throw new Failure(missing(packageName, name));
    }
    if (follow) {
      streams.follow(pods, wanted);
    } else {
      streams.print(found);
    }
    return 0;
  }

  private PackagePods.Attempts attempts() {
    return switch (failed) {
      case null -> PackagePods.Attempts.ALL;
      case "first" -> PackagePods.Attempts.FIRST_FAILED;
      case "last" -> PackagePods.Attempts.LAST_FAILED;
      default ->
          throw new UsageFailure("invalid --failed \"" + failed + "\": expected first or last");
    };
  }

  /// CE16.
  private static String missing(String packageName, String nodeWright) {
    return ("no pods found for package \"%s\" of nodewright \"%s\"; finished Jobs are kept only for a"
            + " while, and logs on the host are under <agentLogRoot>/%s on the node")
        .formatted(packageName, nodeWright, nodeWright);
  }
}
