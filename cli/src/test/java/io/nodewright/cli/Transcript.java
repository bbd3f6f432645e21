package io.nodewright.cli;

import io.nodewright.cli.command.Run;
import io.nodewright.cli.command.Session;
import io.nodewright.cli.console.Console;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// What one command line came to: all that a person or a script sees of it.
///
/// @param code the exit code
/// @param out stdout
/// @param err stderr
record Transcript(int code, String out, String err) {

  /// Runs a command line with nobody to answer.
  static Transcript of(Map<String, String> environment, String... words) {
    return answered("", environment, words);
  }

  /// Runs a command line whose questions get these answers.
  static Transcript answered(String answers, Map<String, String> environment, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8),
            new BufferedReader(new StringReader(answers)));
    int code;
    try (Session session = new Session(console, environment)) {
      code = new Run(session, "kubectl nodewright").exitCode(List.of(words));
      console.flush();
    }
    return new Transcript(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
