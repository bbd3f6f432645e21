package io.nodewright.cli.command;

import io.nodewright.cli.completion.Shell;
import io.nodewright.cli.console.UsageFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `completion` (contract 07 §16).
@Command(
    name = "completion",
    description = {
      "A script that completes commands, flags and names of the cluster: for bash, zsh or fish.",
      "kubectl 1.26 and newer needs none: it asks kubectl_complete-nodewright, which comes with this."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} completion <bash|zsh|fish>",
    footer = {
      "",
      "Examples:",
      "  source <(kubectl-nodewright completion bash)",
      "  kubectl-nodewright completion fish > ~/.config/fish/completions/kubectl-nodewright.fish"
    })
final class CompletionCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  CompletionCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String name = Session.exactly(arguments, 1).getFirst();
    Shell shell =
        Shell.of(name)
            .orElseThrow(
                () ->
                    new UsageFailure(
                        "unknown shell \"" + name + "\": expected one of bash, zsh, fish"));
    session.console().text(shell.script());
    return 0;
  }
}
