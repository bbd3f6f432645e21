package io.nodewright.cli.command;

import io.nodewright.cli.cluster.NodeWrights;
import io.nodewright.cli.cluster.Nodes;
import io.nodewright.cli.cluster.Target;
import io.nodewright.cli.console.Console;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.status.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// What may follow a begun command line: a line for each word, then `:4`, which tells kubectl that
/// file names are none of them, or `:0` where they are. Its words are no arguments yet: half a flag
/// is not a wrong one.
final class Completion {

  /// What a shell says before the words.
  static final String WORD = "__complete";

  /// The commands that take folders.
  private static final Set<String> AUTHORING =
      Set.of("package validate", "package run", "package build", "package push", "package diff");

  private final Console console;
  private final LiveNames live;
  private final CommandLine root;
  private final List<String> begun;
  private final String last;

  /// @param name of the program
  /// @param words as far as they are typed; the last one may be half a word, or empty
  Completion(Session session, String name, List<String> words) {
    this.console = session.console();
    this.begun = words.isEmpty() ? List.of() : words.subList(0, words.size() - 1);
    this.last = words.isEmpty() ? "" : words.getLast();
    // Once a command is typed in full, the others are not what may follow.
    this.root = Tree.of(session, name, begun.isEmpty() ? List.of() : begun.subList(0, 1));
    this.live = new LiveNames(session);
  }

  /// Prints the words.
  void print() {
    for (String candidate : new TreeSet<>(candidates())) {
      if (candidate.startsWith(last)) {
        console.result(candidate);
      }
    }
    console.result(files() ? ":0" : ":4");
  }

  /// Whether the name of a file or folder may follow.
  private boolean files() {
    return AUTHORING.contains(Typed.read(root, begun).path()) && !last.startsWith("-");
  }

  private Collection<String> candidates() {
    Typed typed = Typed.read(root, begun);
    live.of(typed.target());
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
    return live.names((api, each) -> new NodeWrights(api).names(each));
  }

  private List<String> nodes() {
    return live.names((api, each) -> new Nodes(api).names(each));
  }

  private List<String> packages(String nodeWright) {
    return nodeWright.isEmpty()
        ? List.of()
        : live.names((api, each) -> new NodeWrights(api).packages(nodeWright, each));
  }

  /// A begun command line.
  ///
  /// @param command the command that it names
  /// @param path its name
  /// @param positions its arguments
  /// @param values of its flags
  /// @param flag whose value comes next; empty when none
  private record Typed(
      CommandLine command,
      String path,
      List<String> positions,
      Map<String, String> values,
      String flag) {

    static Typed read(CommandLine root, List<String> words) {
      CommandLine at = root;
      List<String> path = new ArrayList<>();
      List<String> positions = new ArrayList<>();
      Map<String, String> values = new TreeMap<>();
      String flag = "";
      for (String word : words) {
        String[] parts = word.split("=", 2);
        if (!flag.isEmpty()) {
          values.put(flag, word);
          flag = "";
        } else if (word.startsWith("-") && parts.length == 2) {
          values.put(parts[0], parts[1]);
        } else if (word.startsWith("-")) {
          OptionSpec option = at.getCommandSpec().findOption(word);
          flag = option != null && option.arity().max() > 0 ? word : "";
        } else if (positions.isEmpty() && at.getSubcommands().containsKey(word)) {
          at = at.getSubcommands().get(word);
          path.add(word);
        } else {
          positions.add(word);
        }
      }
      return new Typed(at, String.join(" ", path), positions, values, flag);
    }

    String nodeWright() {
      return values.getOrDefault("--nodewright", values.getOrDefault("--skyhook", ""));
    }

    Target target() {
      return new Target(
          values.getOrDefault("--kubeconfig", ""), values.getOrDefault("--context", ""));
    }
  }
}
