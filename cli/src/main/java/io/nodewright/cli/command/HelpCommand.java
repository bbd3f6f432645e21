package io.nodewright.cli.command;

import io.nodewright.cli.console.UsageFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `help [command]`: the same as `<command> --help`.
@Command(
    name = "help",
    description = "Help for a command.",
    customSynopsis = "${ROOT-COMMAND-NAME} help [command]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright help",
      "  kubectl nodewright help node status"
    })
final class HelpCommand implements Callable<Integer> {

  private final Session session;
  @Spec private CommandSpec spec;

  @Parameters(arity = "0..*", paramLabel = "<command>", hidden = true)
  private List<String> path = new ArrayList<>();

  HelpCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    CommandLine at = spec.root().commandLine();
    for (String name : path) {
      CommandLine next = at.getSubcommands().get(name);
      if (next == null) {
        throw new UsageFailure("unknown command \"" + String.join(" ", path) + "\"");
      }
      at = next;
    }
    session.console().text(at.getUsageMessage());
    return 0;
  }
}
