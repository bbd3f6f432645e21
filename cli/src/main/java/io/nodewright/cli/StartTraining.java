package io.nodewright.cli;

import io.nodewright.cli.command.Run;
import io.nodewright.cli.command.Session;
import io.nodewright.cli.console.Console;
import java.io.BufferedReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Runs several command lines in one process, so that one start cache holds what all of them load.
/// The making of an archive calls it; a line ends with `;`.
public final class StartTraining {

  private static final String END = ";";
  private static final int ROUNDS = 2;

  private StartTraining() {}

  /// Runs the command lines, some times over, and throws away what they print.
  public static void main(String[] arguments) {
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    List<List<String>> lines = new ArrayList<>(List.of(new ArrayList<>()));
    for (String argument : arguments) {
      if (argument.equals(END)) {
        lines.add(new ArrayList<>());
      } else {
        lines.getLast().add(argument);
      }
    }
    for (int round = 0; round < ROUNDS; round++) {
      lines.forEach(StartTraining::run);
    }
    System.exit(0);
  }

  private static void run(List<String> line) {
    Console silent = new Console(silence(), System.err, new BufferedReader(Reader.nullReader()));
    try (Session session = new Session(silent, System.getenv())) {
      int code = new Run(session, "kubectl nodewright").exitCode(line);
      if (code != 0) { // the cache holds less then, and that is all
        System.err.println("training: " + line + " ends with " + code);
      }
    }
  }

  private static PrintStream silence() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }
}
