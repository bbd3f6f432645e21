package io.nodewright.cli.command;

import io.nodewright.cli.console.Console;
import io.nodewright.cli.console.Failure;
import io.nodewright.cli.console.Told;
import io.nodewright.cli.console.UsageFailure;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// Runs one command line and turns what comes out of it into lines and an exit code (contract 07
/// §9): never a stack trace.
public final class Run {

  private final Session session;
  private final Console console;
  private final String name;

  /// @param name of the program, as help shows it
  public Run(Session session, String name) {
    this.session = session;
    this.console = session.console();
    this.name = name;
  }

  /// The exit code.
  public int exitCode(List<String> arguments) {
    if (!arguments.isEmpty() && arguments.getFirst().equals(Completion.WORD)) {
      new Completion(session, name, arguments.subList(1, arguments.size())).print();
      console.flush();
      return 0;
    }
    CommandLine root = Tree.of(session, name, arguments);
    root.setExecutionStrategy(this::execute);
    root.setParameterExceptionHandler((e, _) -> wrong(e));
    root.setExecutionExceptionHandler((e, command, _) -> failed(e, command));
    eachOf(root);
    int code = root.execute(arguments.toArray(String[]::new));
    console.flush();
    return code;
  }

  private static void eachOf(CommandLine command) {
    command.setColorScheme(new CommandLine.Help.ColorScheme.Builder(Ansi.OFF).build());
    command.setUsageHelpAutoWidth(false);
    command.setUsageHelpWidth(100);
    command.setUsageHelpLongOptionsMaxWidth(40);
    command.setAbbreviatedOptionsAllowed(false);
    command.setOptionsCaseInsensitive(false);
    command.setPosixClusteredShortOptionsAllowed(false);
    command.getSubcommands().values().forEach(Run::eachOf);
  }

  private int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    if (last.isUsageHelpRequested()) {
      console.text(last.commandSpec().commandLine().getUsageMessage());
      return 0;
    }
    try {
      session.begin();
    } catch (Failure e) {
      console.error(e.line());
      return 1;
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private int wrong(ParameterException e) {
    return usage(text(e), e.getCommandLine());
  }

  private static String text(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
      String first = unmatched.getUnmatched().getFirst();
      String kind = first.startsWith("-") ? "unknown flag: " : "unknown command ";
      String shown = first.startsWith("-") ? first : "\"" + first + "\"";
      List<String> close =
          unmatched.getSuggestions().stream()
              .filter(each -> each.charAt(0) == first.charAt(0))
              .toList();
      return kind + shown + (close.isEmpty() ? "" : "; did you mean " + close.getFirst() + "?");
    }
    return String.valueOf(e.getMessage()).replace('\n', ' ');
  }

  private int usage(String error, CommandLine command) {
    console.error(error);
    console.say("Usage: " + command.getHelp().synopsis(0).strip()); // CE17: then the usage line
    return 1;
  }

  private int failed(Exception e, CommandLine command) {
    return switch (e) {
      case Told told -> told.code();
      case UsageFailure usage -> usage(usage.line(), command);
      case Failure failure -> {
        console.error(failure.line());
        yield 1;
      }
      default -> {
        console.error("this is a bug of the plugin, please report it: " + e);
        if (console.verbose()) {
          for (StackTraceElement at : e.getStackTrace()) {
            console.detail("  at " + at);
          }
        }
        yield 1;
      }
    };
  }
}
