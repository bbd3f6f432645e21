package io.nodewright.cli.command;

import io.nodewright.api.value.Durations;
import io.nodewright.cli.cluster.Deployed;
import io.nodewright.cli.console.Documents;
import io.nodewright.cli.console.Failure;
import io.nodewright.cli.console.UsageFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/// `version` (contract 07 §10.1).
@Command(
    name = "version",
    description = "The versions of the plugin and of the operator.",
    customSynopsis = "${ROOT-COMMAND-NAME} version [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright version",
      "  kubectl nodewright version --client-only"
    })
final class VersionCommand implements Callable<Integer> {

  private final Session session;

  @Option(
      names = {"--client-only", "--client"},
      description = "Only the plugin's; no cluster is asked.")
  private boolean clientOnly;

  @Option(
      names = "--timeout",
      paramLabel = "<duration>",
      description = "Bound of all that is asked of the cluster (default: 10s).")
  private String timeout = "10s";

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  VersionCommand(Session session) {
    this.session = session;
  }

  static String pluginLine(BuildInfo build) {
    return "NodeWright plugin:\t" + build.shown();
  }

  @Override
  public Integer call() {
    Session.exactly(arguments, 0);
    Duration bound =
        Durations.parse(timeout)
            .filter(Duration::isPositive)
            .orElseThrow(
                () ->
                    new UsageFailure(
                        "invalid --timeout \"" + timeout + "\": expected a duration like 10s"));
    Answer operator = clientOnly ? Answer.NOT_ASKED : ask(bound);
    if (session.format().document()) {
      session.document(document(operator));
      return 0;
    }
    session.console().result(pluginLine(session.build()));
    if (!clientOnly) {
      String shown =
          operator.error().isEmpty() ? operator.version() : "unknown (" + operator.error() + ")";
      session.console().result("NodeWright operator:\t" + shown);
    }
    return 0;
  }

  private record Answer(String version, String namespace, String error) {
    private static final Answer NOT_ASKED = new Answer("", "", "");
  }

  /// An operator that cannot be found, read or reached is an answer too; a kubeconfig that cannot
  /// be used is not.
  private Answer ask(Duration bound) {
    session.unchecked(bound);
    FutureTask<Deployed> asked = new FutureTask<>(() -> session.operators().required());
    Thread.ofVirtual().start(asked);
    try {
      Deployed found = asked.get(bound.toMillis(), TimeUnit.MILLISECONDS);
      return found.version().isEmpty()
          ? new Answer(
              "", "", "the operator's image in \"" + found.namespace() + "\" has no version")
          : new Answer(found.version(), found.namespace(), "");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Failure failure) {
        return new Answer("", "", failure.line());
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      return new Answer("", "", "no answer from the cluster within " + timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure("interrupted");
    }
  }

  private ObjectNode document(Answer operator) {
    ObjectNode json = Documents.object();
    ObjectNode plugin = json.putObject("plugin");
    plugin.put("version", session.build().version());
    plugin.put("commit", session.build().commit());
    plugin.put("buildDate", session.build().date());
    if (!clientOnly) {
      ObjectNode found = json.putObject("operator");
      if (operator.error().isEmpty()) {
        found.put("version", operator.version());
        found.put("namespace", operator.namespace());
      } else {
        found.put("error", operator.error());
      }
    }
    return json;
  }
}
