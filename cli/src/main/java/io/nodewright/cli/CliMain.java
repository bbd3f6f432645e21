package io.nodewright.cli;

import io.nodewright.cli.cluster.Ahead;
import io.nodewright.cli.command.PlainVersion;
import io.nodewright.cli.command.Run;
import io.nodewright.cli.command.Session;
import io.nodewright.cli.console.Console;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/// The program `kubectl-nodewright`.
public final class CliMain {

  /// The name of the executable, as the launcher was called.
  private static final String NAME = "nodewright.program";

  private static final String PLUGIN = "kubectl-nodewright";
  private static final String LEGACY = "kubectl-skyhook";

  /// First words of what asks no cluster.
  private static final Set<String> OFFLINE =
      Set.of("--help", "-h", "help", "package", "completion");

  private static final int BUFFER = 1 << 16;

  private CliMain() {}

  /// Runs one command and ends with its exit code.
  public static void main(String[] arguments) {
    // A library would say on stderr that nobody listens to its log.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    Console console =
        new Console(
            stream(FileDescriptor.out),
            stream(FileDescriptor.err),
            new BufferedReader(
                new InputStreamReader(
                    new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8)));
    String called = System.getProperty(NAME, PLUGIN);
    if (called.equals(LEGACY)) {
      console.say("kubectl skyhook is deprecated, use kubectl nodewright instead"); // CD2
    }
    List<String> words = List.of(arguments);
    if (PlainVersion.asked(words)) {
      console.result(PlainVersion.line());
      console.flush();
      System.exit(0);
    }
    if (!OFFLINE.contains(words.isEmpty() ? "--help" : words.getFirst())) {
      Ahead.begin();
    }
    int code;
    try (Session session = new Session(console, System.getenv())) {
      code = new Run(session, shown(called)).exitCode(words);
      console.flush();
      System.exit(code); // a watch that still runs does not keep us
    }
  }

  /// The name of the program in help.
  private static String shown(String called) {
    return called.equals(PLUGIN) || called.equals(LEGACY) ? "kubectl nodewright" : called;
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(
        new java.io.BufferedOutputStream(new FileOutputStream(descriptor), BUFFER),
        false,
        StandardCharsets.UTF_8);
  }
}
