package io.nodewright.cli.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;

/// The three streams of a run. Stdout carries results and nothing else (C28).
public final class Console {

  private final PrintStream out;
  private final PrintStream err;
  private final BufferedReader in;
  private boolean verbose;

  /// @param out for results; buffered, flushed here
  /// @param err for all else
  /// @param in answers
  public Console(PrintStream out, PrintStream err, BufferedReader in) {
    this.out = out;
    this.err = err;
    this.in = in;
  }

  /// Makes [#detail] be heard.
  public void makeVerbose() {
    verbose = true;
  }

  /// Whether details are asked for.
  public boolean verbose() {
    return verbose;
  }

  /// A line of the result.
  public synchronized void result(String line) {
    out.print(line);
    out.print('\n');
  }

  /// A whole text of the result, with its line ends.
  public synchronized void text(String text) {
    out.print(text);
  }

  /// Hands out what is buffered.
  public synchronized void flush() {
    out.flush();
    err.flush();
  }

  /// A line for the person, on stderr.
  public synchronized void say(String line) {
    out.flush();
    err.print(line);
    err.print('\n');
    err.flush();
  }

  /// An error line.
  public void error(String line) {
    say("Error: " + line);
  }

  /// A warning line.
  public void warning(String line) {
    say("Warning: " + line);
  }

  /// A note.
  public void note(String line) {
    say("Note: " + line);
  }

  /// A line that only `--verbose` shows.
  public void detail(String line) {
    if (verbose) {
      say(line);
    }
  }

  /// Asks whether to go on (C26).
  ///
  /// @throws Told with 0 when declined
  /// @throws Failure CE9 when there is nobody to answer
  public void confirm() {
    out.flush();
    err.print("Continue? [y/N]: ");
    err.flush();
    String answer = answer();
    if (!answer.equals("y") && !answer.equals("yes")) {
      say("Aborted");
      throw new Told(0);
    }
  }

  /// Asks for a word or a line.
  ///
  /// @param question without a mark at its end
  /// @param proposal what an empty line means, and the end of the input
  public String ask(String question, String proposal) {
    out.flush();
    err.print(question + " [" + proposal + "]: ");
    err.flush();
    try {
      String line = in.readLine();
      if (line == null) {
        say(""); // the prompt has no line end
        return proposal;
      }
      return line.isBlank() ? proposal : line.strip();
    } catch (IOException e) {
      detail("stdin cannot be read: " + e.getMessage());
      return proposal;
    }
  }

  private String answer() {
    try {
      String line = in.readLine();
      if (line != null) {
        return line.strip().toLowerCase(Locale.ROOT);
      }
    } catch (IOException e) {
      detail("stdin cannot be read: " + e.getMessage());
    }
    say(""); // the prompt has no line end
    throw new Failure("confirmation required: run again with --confirm"); // CE9
  }
}
