package io.nodewright.cli.command;

import io.nodewright.api.value.Durations;
import io.nodewright.cli.console.Failure;
import io.nodewright.cli.console.UsageFailure;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `wait`: until a NodeWright, or some of its nodes, have a status.
@Command(
    name = "wait",
    description = {
      "Wait until a NodeWright has a status; with --node, until those nodes have it for it.",
      "Complete means: complete with what the spec says now. Progress is shown on stderr."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} wait <nodewright> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright wait kernel-tune",
      "  kubectl nodewright wait kernel-tune --for complete --node gpu1,gpu2 --timeout 30m"
    })
final class WaitCommand implements Callable<Integer> {

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final Session session;

  @Option(
      names = "--for",
      paramLabel = "<status>",
      description =
          "complete, blocked, waiting, disabled, paused, in_progress, erroring (default: complete).")
  private String wanted = "complete";

  @Option(
      names = "--node",
      split = ",",
      paramLabel = "<node>",
      description = "These nodes, by exact name; repeatable.")
  private List<String> nodes = new ArrayList<>();

  @Option(
      names = "--timeout",
      paramLabel = "<duration>",
      description = "How long to wait; 0 without end (default: 30m).")
  private String timeout = "30m";

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  WaitCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String name = Session.exactly(arguments, 1).getFirst();
    Status status =
        Status.of(wanted)
            .orElseThrow(
                () -> new UsageFailure("invalid --for \"" + wanted + "\": no such status"));
    Duration bound =
        Durations.parse(timeout)
            .filter(each -> !each.isNegative())
            .orElseThrow(
                () ->
                    new UsageFailure(
                        "invalid --timeout \"" + timeout + "\": expected a duration like 30m"));
    long end = System.nanoTime() + bound.toNanos();
    String said = "";
    while (true) {
      NodeWrightView now = session.nodeWrights().get(name);
      if (holds(now, status)) {
        session.console().result("NodeWright \"%s\": %s".formatted(name, status.word()));
        return 0;
      }
      String progress =
          "%s: %s, %s nodes complete"
              .formatted(name, now.status().status().word(), now.status().completeNodes());
      if (!progress.equals(said)) {
        session.console().say(progress);
        said = progress;
      }
      if (!bound.isZero() && System.nanoTime() - end > 0) {
        throw new Failure(
            "timed out after %s; to see what it waits for: kubectl nodewright explain %s"
                .formatted(timeout, name));
      }
      pause();
    }
  }

  private boolean holds(NodeWrightView nodeWright, Status status) {
    PublishedStatus published = nodeWright.status();
    if (!nodes.isEmpty()) {
      return nodes.stream().allMatch(node -> published.nodeStatus().get(node) == status);
    }
    boolean current =
        status != Status.COMPLETE || published.observedGeneration() >= nodeWright.generation();
    return published.status() == status && current;
  }

  private static void pause() {
    try {
      Thread.sleep(LOOK_AGAIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure("interrupted");
    }
  }
}
