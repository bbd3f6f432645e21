package io.nodewright.images;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `nodewright images`: images without a container engine.
@Command(
    name = "images",
    description = "Build the images of operator and agent, or push them.",
    mixinStandardHelpOptions = true)
public final class ImagesMain {
  private ImagesMain() {}

  /// The commands.
  static CommandLine commands() {
    CommandLine line = new CommandLine(new ImagesMain());
    return line.addSubcommand(new BuildCommand())
        .addSubcommand(new PushCommand())
        .setExecutionExceptionHandler(
            (problem, failed, _) -> {
              failed
                  .getErr()
                  .println("images " + failed.getCommandName() + ": " + problem.getMessage());
              return 1;
            });
  }

  /// Runs one command, `build` when none is named; its exit code is 0 when it did what it should.
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /// As [#main], for a program that goes on.
  ///
  /// @return the exit code
  public static int run(String... arguments) {
    boolean named = arguments.length > 0 && !arguments[0].startsWith("--");
    boolean help = arguments.length > 0 && arguments[0].equals("--help");
    String[] words = arguments;
    if (!named && !help) {
      words = new String[arguments.length + 1];
      words[0] = "build";
      System.arraycopy(arguments, 0, words, 1, arguments.length);
    }
    return commands().execute(words);
  }
}
