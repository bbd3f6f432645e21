package io.nodewright.cli.command;

import io.nodewright.cli.cluster.ApiFailure;
import io.nodewright.cli.cluster.Deployed;
import io.nodewright.cli.cluster.NodeWrights;
import io.nodewright.cli.console.Failure;
import io.nodewright.cli.explain.Explanation;
import io.nodewright.cli.explain.Explanation.Finding;
import io.nodewright.cli.explain.Story;
import io.nodewright.cli.nodes.NodePatterns;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `explain`: why a NodeWright or a node is where it is.
@Command(
    name = "explain",
    description = {
      "Why a node or a NodeWright is where it is: what it waits for, since when, what would release",
      "it, and the command to look deeper. The same engine as the operator's reads the cluster anew.",
      "A NodeWright goes before a node of the same name; --node names nodes."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} explain <node|nodewright> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright explain gpu2",
      "  kubectl nodewright explain kernel-tune",
      "  kubectl nodewright explain kernel-tune --node 'gpu.*' -o json"
    })
final class ExplainCommand implements Callable<Integer> {

  private final Session session;
  @Mixin private NodeWrightFlag nodeWright = new NodeWrightFlag();

  @Option(
      names = "--node",
      split = ",",
      paramLabel = "<pattern>",
      description = "Only these nodes; repeatable.")
  private List<String> patterns = new ArrayList<>();

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  ExplainCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String flag = nodeWright.value(session.console());
    String name = arguments.isEmpty() && !(patterns.isEmpty() && flag.isEmpty()) ? flag : only();
    NodePatterns chosen = new NodePatterns(patterns);
    session.api();
    Explanation fleet =
        Explanation.read(session.api(), session.operators().namespace(), operator());
    boolean ofNodeWright = fleet.knowsNodeWright(name);
    List<String> nodes = new ArrayList<>(session.chosen(chosen, fleet.nodes()));
    if (!ofNodeWright && !name.isEmpty()) {
      if (!fleet.nodes().contains(name)) {
        throw name.equals(flag)
            ? NodeWrights.missing(name)
            : new Failure("neither a nodewright nor a node is called \"" + name + "\"");
      }
      nodes.add(name);
    }
    Instant now = Instant.now();
    if (nodes.isEmpty() && patterns.isEmpty()) {
      tellNodeWright(fleet, name, now);
    } else {
      tellNodes(fleet, nodes, ofNodeWright ? name : flag, now);
    }
    return 0;
  }

  private String only() {
    return Session.exactly(arguments, 1).getFirst();
  }

  /// Without an operator nothing moves, whatever is explained below.
  private @Nullable Deployed operator() {
    try {
      Deployed deployed = session.operators().deployment().orElse(null);
      if (deployed == null) {
        session
            .console()
            .note(
                "no operator deployment found in namespace \"%s\"; without an operator nothing moves"
                    .formatted(session.operators().namespace()));
      }
      return deployed;
    } catch (ApiFailure e) {
      session.console().detail(e.line());
      return null;
    }
  }

  private void tellNodeWright(Explanation fleet, String name, Instant now) {
    List<Finding> findings = fleet.of(name, now);
    if (session.format().document()) {
      session.document(Story.document(findings));
      return;
    }
    fleet.nodeWright(name).ifPresent(view -> session.console().result(header(view)));
    Story.lines(findings, false, now).forEach(session.console()::result);
  }

  private static String header(NodeWrightView view) {
    return "NodeWright %s: %s, %s nodes complete"
        .formatted(view.name(), view.status().status().word(), view.status().completeNodes());
  }

  private void tellNodes(Explanation fleet, List<String> nodes, String only, Instant now) {
    List<Finding> all = new ArrayList<>();
    for (String node : nodes) {
      List<NodeWrightView> concerning =
          fleet.concerning(node).stream()
              .filter(view -> only.isEmpty() || view.name().equals(only))
              .toList();
      if (!session.format().document() && concerning.isEmpty()) {
        session.console().result("node " + node + ": no NodeWright selects it");
      }
      for (NodeWrightView view : concerning) {
        List<Finding> findings =
            fleet.of(view.name(), now).stream()
                .filter(
                    each -> each.verdict().node().equals(node) || each.verdict().node().isEmpty())
                .toList();
        all.addAll(findings);
        if (!session.format().document()) {
          session
              .console()
              .result(
                  "node %s, NodeWright %s: %s"
                      .formatted(node, view.name(), fleet.status(view, node)));
          Story.lines(findings, true, now).forEach(session.console()::result);
        }
      }
    }
    if (session.format().document()) {
      session.document(Story.document(all));
    }
  }
}
