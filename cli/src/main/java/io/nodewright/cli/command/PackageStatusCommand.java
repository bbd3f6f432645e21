package io.nodewright.cli.command;

import io.nodewright.cli.cluster.Nodes;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.console.Format;
import io.nodewright.cli.nodes.NodePatterns;
import io.nodewright.cli.nodes.PackageRows;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `package status` (contract 07 §8.3).
@Command(
    name = "status",
    description = "Where a package is on the nodes of a NodeWright.",
    customSynopsis =
        "${ROOT-COMMAND-NAME} package status <package> --nodewright <nodewright> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright package status grub --nodewright kernel-tune -o wide",
      "  kubectl nodewright package status grub --nodewright kernel-tune --node 'gpu.*'"
    })
final class PackageStatusCommand implements Callable<Integer> {

  private final Session session;
  @Mixin private NodeWrightFlag nodeWright = new NodeWrightFlag();
  @Mixin private WatchFlag watch = new WatchFlag();

  @Option(
      names = "--node",
      split = ",",
      paramLabel = "<pattern>",
      description = "Only these nodes; repeatable.")
  private List<String> patterns = new ArrayList<>();

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  PackageStatusCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String packageName = Session.exactly(arguments, 1).getFirst();
    NodePatterns chosen = new NodePatterns(patterns);
    String name = nodeWright.required(session.console());
    watch.check(session);
    NodeWrightView view = session.nodeWrights().get(name);
    Nodes.Listed nodes = session.nodes().list();
    session.chosen(chosen, nodes.byName().keySet());
    PackageRows rows = rows(chosen, nodes.byName().values(), name, packageName);
    rows.warnings().forEach(session.console()::warning);
    if (!view.spec().packages().containsKey(packageName)) {
      session
          .console()
          .note("package \"%s\" is not in nodewright \"%s\"".formatted(packageName, name));
    }
    switch (session.format()) {
      case TABLE, WIDE -> {
        boolean wide = session.format() == Format.WIDE;
        watch.show(
            session,
            rows.table(wide),
            nodes,
            now -> rows(chosen, now, name, packageName).table(wide));
      }
      case JSON, YAML -> session.document(rows.document());
    }
    if (!patterns.isEmpty() && !rows.without().isEmpty()) {
      session
          .console()
          .say(
              "no entry for package \"%s\" on: %s"
                  .formatted(packageName, String.join(", ", rows.without())));
    }
    return 0;
  }

  private PackageRows rows(
      NodePatterns chosen, Collection<SeenNode> nodes, String nodeWright, String packageName) {
    SortedMap<String, SeenNode> byName = new TreeMap<>();
    nodes.forEach(node -> byName.put(node.name(), node));
    if (!patterns.isEmpty()) {
      Set<String> names = chosen.choose(byName.keySet()).names();
      byName.keySet().retainAll(names);
    }
    return new PackageRows(byName.values(), nodeWright, packageName);
  }
}
