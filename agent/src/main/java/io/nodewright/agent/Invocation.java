package io.nodewright.agent;

import io.nodewright.agent.config.Mode;
import java.util.List;
import java.util.Optional;

/// What the command line asks for (06 §2).
public sealed interface Invocation {

  /// Print the version.
  record Version() implements Invocation {}

  /// Look a package over (06 §17).
  ///
  /// @param path its config.json, or the directory that holds it
  /// @param strict whether warnings count as errors
  /// @param json whether a program reads the answer
  record Validate(String path, boolean strict, boolean json) implements Invocation {}

  /// A mode of a newer operator: not an error (A6).
  record UnknownMode(String word) implements Invocation {}

  /// Wrong arguments.
  record Misuse(String reason) implements Invocation {}

  /// One run.
  ///
  /// @param root ROOT, absolute, as given
  /// @param copy COPY, absolute, as given
  /// @param data DATA of an interrupt, else empty
  /// @param shortForm whether ROOT was left out
  record Run(Mode mode, String root, String copy, String data, boolean shortForm)
      implements Invocation {}

  /// The forms, for a usage error.
  String USAGE =
      """
      usage: agent MODE [ROOT] COPY [DATA]
        agent MODE ROOT COPY               agent MODE COPY             (ROOT = /root)
        agent interrupt ROOT COPY DATA     agent interrupt COPY DATA   (ROOT = /root)
        agent --version
        agent validate PATH [--strict] [--json]""";

  /// Reads the arguments. The count is looked at first, then the mode, then the paths (06 §2).
  ///
  /// @param hostMount ROOT when it is left out
  static Invocation parse(List<String> arguments, String hostMount) {
    if (!arguments.isEmpty() && arguments.getFirst().equals("--version")) {
      return arguments.size() == 1 ? new Version() : new Misuse("--version takes no arguments");
    }
    if (!arguments.isEmpty() && arguments.getFirst().equals("validate")) {
      return validate(arguments.subList(1, arguments.size()));
    }
    int count = arguments.size();
    if (count < 2 || count > 4) {
      return new Misuse("2, 3 or 4 arguments are needed, not " + count);
    }
    Optional<Mode> mode = Mode.of(arguments.getFirst());
    if (mode.isEmpty()) {
      return new UnknownMode(arguments.getFirst());
    }
    return checked(positioned(mode.get(), arguments, hostMount), count);
  }

  private static Invocation validate(List<String> words) {
    List<String> options = words.stream().filter(word -> word.startsWith("--")).toList();
    List<String> paths = words.stream().filter(word -> !word.startsWith("--")).toList();
    for (String option : options) {
      if (!option.equals("--strict") && !option.equals("--json")) {
        return new Misuse("validate has no option \"" + option + "\"");
      }
    }
    return paths.size() == 1 && !paths.getFirst().isEmpty()
        ? new Validate(paths.getFirst(), options.contains("--strict"), options.contains("--json"))
        : new Misuse("validate needs one PATH, not " + paths.size());
  }

  private static Run positioned(Mode mode, List<String> arguments, String hostMount) {
    String second = arguments.get(1);
    return switch (arguments.size()) {
      case 2 -> new Run(mode, hostMount, second, "", true);
      case 3 ->
          mode == Mode.INTERRUPT
              ? new Run(mode, hostMount, second, arguments.get(2), true)
              : new Run(mode, second, arguments.get(2), "", false);
      default -> new Run(mode, second, arguments.get(2), arguments.get(3), false);
    };
  }

  private static Invocation checked(Run run, int count) {
    if (!run.root().startsWith("/")) {
      return new Misuse("ROOT \"" + run.root() + "\" is not an absolute path");
    }
    if (!run.copy().startsWith("/")) {
      return new Misuse("COPY \"" + run.copy() + "\" is not an absolute path");
    }
    if (run.mode() == Mode.INTERRUPT && run.data().isEmpty()) {
      return new Misuse("interrupt needs DATA");
    }
    if (run.mode() != Mode.INTERRUPT && count == 4 && !run.data().isEmpty()) {
      return new Misuse("mode \"" + run.mode().word() + "\" takes no DATA");
    }
    return run;
  }
}
