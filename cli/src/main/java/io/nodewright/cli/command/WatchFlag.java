package io.nodewright.cli.command;

import io.nodewright.cli.cluster.NodeWatch;
import io.nodewright.cli.cluster.Nodes;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.console.Table;
import io.nodewright.cli.console.UsageFailure;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Option;

/// `--watch` of the reading commands: after the table, each row again when it has changed.
final class WatchFlag {

  @Option(
      names = {"-w", "--watch"},
      description = "Go on, and show rows that change.")
  private boolean watch;

  /// A document has one end.
  void check(Session session) {
    if (watch && session.format().document()) {
      throw new UsageFailure("--watch needs -o table or -o wide");
    }
  }

  /// Shows the first table, and what changes in it if that is asked for.
  ///
  /// @param nodes of the first table
  /// @param table makes a later one
  void show(
      Session session,
      Table first,
      Nodes.Listed nodes,
      Function<Collection<SeenNode>, Table> table) {
    first.print(session.console());
    if (!watch) {
      return;
    }
    session.console().flush();
    Set<List<String>> shown = new HashSet<>(first.rows());
    new NodeWatch(session.api(), nodes)
        .follow(
            now -> {
              Table next = table.apply(now);
              session.console().text(next.textOf(row -> !shown.contains(row)));
              session.console().flush();
              shown.clear();
              shown.addAll(next.rows());
            });
  }
}
