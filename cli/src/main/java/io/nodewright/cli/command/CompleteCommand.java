package io.nodewright.cli.command;

import io.nodewright.cli.cluster.ApiServer;
import io.nodewright.cli.cluster.NodeWrights;
import io.nodewright.cli.cluster.Nodes;
import io.nodewright.cli.cluster.Target;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.status.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// What may follow a begun command line: a line for each word, then `:4`, which tells kubectl that
/// file names are none of them.
@Command(name = "__complete", hidden = true)
final class CompleteCommand implements Callable<Integer> {

  private static final Duration BOUND = Duration.ofSeconds(2);

  private final Session session;
  private final Map<String, String> environment;
  @Spec private CommandSpec spec;
  @Unmatched private List<String> words = new ArrayList<>();

  CompleteCommand(Session session, Map<String, String> environment) {
    this.session = session;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    List<String> begun = new ArrayList<>(words);
    String last = begun.isEmpty() ? "" : begun.removeLast();
    for (String candidate : new TreeSet<>(candidates(begun, last))) {
      if (candidate.startsWith(last)) {
        session.console().result(candidate);
      }
    }
    session.console().result(":4");
    return 0;
  }

  private Collection<String> candidates(List<String> begun, String last) {
    Typed typed = Typed.read(spec.root().commandLine(), begun);
    if (!typed.flag().isEmpty()) {
      return values(typed.flag(), typed);
    }
    if (last.startsWith("-")) {
      List<String> flags = new ArrayList<>();
      for (OptionSpec option : typed.command().getCommandSpec().options()) {
        if (!option.hidden()) {
          flags.add(option.longestName());
        }
      }
      return flags;
    }
    List<String> found = new ArrayList<>();
    typed
        .command()
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              if (!sub.getCommandSpec().usageMessage().hidden()) {
                found.add(name);
              }
            });
    found.addAll(arguments(typed));
    return found;
  }

  private List<String> arguments(Typed typed) {
    int position = typed.positions().size();
    return switch (typed.path()) {
      case "pause",
          "resume",
          "disable",
          "enable",
          "lifecycle pause",
          "lifecycle resume",
          "lifecycle disable",
          "lifecycle enable",
          "reset",
          "wait",
          "deployment-policy reset",
          "dp reset" ->
          position == 0 ? nodeWrights() : List.of();
      case "explain", "events", "history" -> {
        List<String> both = new ArrayList<>(position == 0 ? nodeWrights() : List.of());
        both.addAll(position == 0 ? nodes() : List.of());
        yield both;
      }
      case "node status", "node reset", "node ignore", "node unignore" -> nodes();
      case "package status", "package rerun", "package logs" ->
          position == 0 ? packages(typed.nodeWright()) : List.of();
      case "update-state" ->
          switch (position) {
            case 0 -> nodeWrights();
            case 1 -> packages(typed.positions().getFirst());
            case 3 -> Words.stages();
            case 4 -> Arrays.stream(StageState.values()).map(StageState::word).toList();
            default -> List.of();
          };
      case "completion" -> List.of("bash", "zsh", "fish");
      default -> List.of();
    };
  }

  private List<String> values(String flag, Typed typed) {
    return switch (flag) {
      case "--nodewright", "--skyhook" -> nodeWrights();
      case "--node" -> nodes();
      case "--package" -> packages(typed.positions().isEmpty() ? "" : typed.positions().getFirst());
      case "--stage" -> Words.stages();
      case "--failed" -> List.of("first", "last");
      case "--for" -> Arrays.stream(Status.values()).map(Status::word).toList();
      case "-o", "--output" -> List.of("table", "json", "yaml", "wide");
      default -> List.of();
    };
  }

  private List<String> nodeWrights() {
    return fromCluster(api -> new NodeWrights(api).names());
  }

  private List<String> nodes() {
    return fromCluster(api -> List.copyOf(new Nodes(api).list().byName().keySet()));
  }

  private List<String> packages(String nodeWright) {
    return nodeWright.isEmpty()
        ? List.of()
        : fromCluster(
            api -> List.copyOf(new NodeWrights(api).get(nodeWright).spec().packages().keySet()));
  }

  private interface Look {
    List<String> names(ApiServer api);
  }

  /// Bounded, and silent when the cluster does not answer: a shell waits for it.
  private List<String> fromCluster(Look look) {
    FutureTask<List<String>> asked =
        new FutureTask<>(
            () -> {
              try (ApiServer api =
                  ApiServer.connect(
                      new Target(session.flags().kubeconfig(), session.flags().context()),
                      "kubectl-nodewright/" + session.build().version(),
                      BOUND,
                      environment,
                      _ -> {})) {
                return look.names(api);
              }
            });
    Thread.ofVirtual().start(asked);
    try {
      return asked.get(BOUND.toMillis() * 3 / 4, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } catch (ExecutionException | TimeoutException e) {
      return List.of();
    }
  }

  /// A begun command line.
  ///
  /// @param command the command that it names
  /// @param path its name
  /// @param positions its arguments
  /// @param nodeWright value of `--nodewright`
  /// @param flag whose value comes next; empty when none
  private record Typed(
      CommandLine command, String path, List<String> positions, String nodeWright, String flag) {

    static Typed read(CommandLine root, List<String> words) {
      CommandLine at = root;
      List<String> path = new ArrayList<>();
      List<String> positions = new ArrayList<>();
      String nodeWright = "";
      String flag = "";
      for (String word : words) {
        if (!flag.isEmpty()) {
          nodeWright = names(flag) ? word : nodeWright;
          flag = "";
        } else if (word.startsWith("-")) {
          OptionSpec option = at.getCommandSpec().findOption(word.split("=", 2)[0]);
          boolean takes = option != null && option.arity().max() > 0;
          flag = takes && !word.contains("=") ? word : "";
          nodeWright =
              names(word.split("=", 2)[0]) && word.contains("=")
                  ? word.split("=", 2)[1]
                  : nodeWright;
        } else if (positions.isEmpty() && at.getSubcommands().containsKey(word)) {
          at = at.getSubcommands().get(word);
          path.add(word);
        } else {
          positions.add(word);
        }
      }
      return new Typed(at, String.join(" ", path), positions, nodeWright, flag);
    }

    private static boolean names(String flag) {
      return flag.equals("--nodewright") || flag.equals("--skyhook");
    }
  }
}
