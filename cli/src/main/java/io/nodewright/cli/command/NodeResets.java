package io.nodewright.cli.command;

import io.nodewright.cli.cluster.NodeWrights.Look;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.edit.NodeWriter;
import io.nodewright.cli.edit.Report;
import io.nodewright.cli.edit.Reset;
import io.nodewright.cli.edit.UninstallGuard;
import java.util.List;

/// The part that `reset` and `node reset` share: nodes forget a NodeWright.
final class NodeResets {

  private final Session session;
  private final String nodeWright;
  private final Look look;
  private final UninstallGuard guard;

  NodeResets(Session session, String nodeWright, Look look, boolean abandon) {
    this.session = session;
    this.nodeWright = nodeWright;
    this.look = look;
    this.guard = new UninstallGuard(nodeWright, look, "", "", abandon);
  }

  /// Looks the targets over before anything is written; warnings to show.
  List<String> check(List<SeenNode> targets) {
    List<String> warnings = guard.check(targets);
    return switch (look) {
      case Look.Found _, Look.Gone _ -> warnings;
      case Look.Unreadable(String why) ->
          java.util.stream.Stream.concat(
                  java.util.stream.Stream.of(
                      ("could not read nodewright \"%s\": %s; keeping cordon annotations, run the"
                              + " reset again later")
                          .formatted(nodeWright, why)), // CW5
                  warnings.stream())
              .toList();
    };
  }

  /// Resets them.
  void run(List<SeenNode> targets, Report report) {
    NodeWriter.Told telling = session.telling();
    new NodeWriter(session.nodes(), telling, true)
        .run(targets, guard.around(new Reset(nodeWright, look)), report);
    if (!session.dryRun() && !targets.isEmpty()) {
      telling.result(report.summary());
    }
  }
}
