package io.nodewright.cli.edit;

import io.nodewright.cli.cluster.ApiFailure;
import io.nodewright.cli.cluster.Nodes;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.console.Console;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.node.ObjectNode;

/// Makes a change on nodes, up to ten at once, and tells of each in the order of their names
/// (contract 07 §11). A patch names the version that it was worked out from; on a conflict the node
/// is read again and the change is worked out anew.
public final class NodeWriter {

  private static final int AT_ONCE = 10;
  private static final int TRIES = 5;

  private final Nodes nodes;
  private final Told told;
  private final boolean conditional;

  /// @param conditional whether a patch names a version: not for a single key, where the last write
  ///   may win
  public NodeWriter(Nodes nodes, Told told, boolean conditional) {
    this.nodes = nodes;
    this.told = told;
    this.conditional = conditional;
  }

  /// How it is told of.
  ///
  /// @param console where to
  /// @param sentences whether results are sentences; else a document follows
  /// @param dryRun whether nothing is written
  public record Told(Console console, boolean sentences, boolean dryRun) {

    /// A sentence of the result.
    public void result(String line) {
      if (sentences) {
        console.result(dryRun ? "[dry-run] " + line : line);
      }
    }
  }

  private sealed interface Outcome {
    record Changed(Step.Change change) implements Outcome {}

    record Left(Step.Skip skip) implements Outcome {}

    record Failed(String error) implements Outcome {}
  }

  /// Makes the change and adds to the report what it came to.
  public void run(Collection<SeenNode> targets, NodeChange change, Report report) {
    try (ExecutorService threads =
        Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      List<SeenNode> order = List.copyOf(targets);
      List<Future<Outcome>> running = new ArrayList<>();
      for (SeenNode node : order) {
        running.add(threads.submit(() -> write(node, change)));
      }
      for (int i = 0; i < order.size(); i++) {
        tell(order.get(i).name(), outcome(running.get(i)), report);
      }
    }
  }

  private static Outcome outcome(Future<Outcome> running) {
    try {
      return running.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Failed("interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private Outcome write(SeenNode seen, NodeChange change) {
    SeenNode node = seen;
    for (int attempt = 1; ; attempt++) {
      switch (change.step(node)) {
        case Step.Skip skip -> {
          return new Outcome.Left(skip);
        }
        case Step.Refuse refuse -> {
          return new Outcome.Failed(refuse.error());
        }
        case Step.Change wanted -> {
          if (told.dryRun()) {
            return new Outcome.Changed(wanted);
          }
          try {
            nodes.merge(node.name(), patch(wanted, node));
            return new Outcome.Changed(wanted);
          } catch (ApiFailure e) {
            if (!e.conflict() || attempt == TRIES) {
              return new Outcome.Failed(
                  e.conflict()
                      ? "still changing after " + TRIES + " tries: " + e.line()
                      : e.line());
            }
          }
        }
      }
      try {
        Optional<SeenNode> again = nodes.find(node.name());
        if (again.isEmpty()) {
          return new Outcome.Failed("the node is gone");
        }
        node = again.get();
      } catch (ApiFailure e) {
        return new Outcome.Failed(e.line());
      }
    }
  }

  private ObjectNode patch(Step.Change wanted, SeenNode node) {
    ObjectNode patch = wanted.patch();
    if (conditional) {
      ((ObjectNode) patch.path("metadata")).put("resourceVersion", node.resourceVersion());
    }
    return patch;
  }

  private void tell(String node, Outcome outcome, Report report) {
    switch (outcome) {
      case Outcome.Changed(var change) -> {
        report.changed(node);
        told.result(told.dryRun() ? change.plan() : change.done());
        if (!told.dryRun()) {
          change.notes().forEach(told.console()::note);
        }
      }
      case Outcome.Left(var skip) -> {
        report.skipped(node, skip.reason());
        if (skip.warning()) {
          told.console().warning(skip.said());
        } else {
          told.result(skip.said());
        }
      }
      case Outcome.Failed(var error) -> {
        report.failed(node, error);
        String line = error.startsWith("node \"") ? error : "node \"" + node + "\": " + error;
        told.console().error(line);
      }
    }
  }
}
