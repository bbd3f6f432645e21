package io.nodewright.cli.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// A group of commands: alone it shows its help.
final class GroupCommand {

  private GroupCommand() {}

  /// `node`.
  @Command(
      name = "node",
      description = "See nodes, reset what they remember, ignore them.",
      customSynopsis = "${ROOT-COMMAND-NAME} node <command> [flags]",
      footer = {
        "",
        "Examples:",
        "  kubectl nodewright node list --nodewright kernel-tune",
        "  kubectl nodewright node status 'gpu[0-9]+'"
      })
  static final class OfNodes extends Shown {
    OfNodes(Session session) {
      super(session);
    }
  }

  /// `package`.
  @Command(
      name = "package",
      description = "See a package on the nodes, run it again, read its logs; write packages.",
      customSynopsis = "${ROOT-COMMAND-NAME} package <command> [flags]",
      footer = {
        "",
        "Examples:",
        "  kubectl nodewright package status grub --nodewright kernel-tune",
        "  kubectl nodewright package logs grub --nodewright kernel-tune --node gpu2",
        "  kubectl nodewright package init kernel-tune"
      })
  static final class OfPackages extends Shown {
    OfPackages(Session session) {
      super(session);
    }
  }

  /// `deployment-policy`.
  @Command(
      name = "deployment-policy",
      aliases = "dp",
      description = "Start the batches of a rollout over.",
      customSynopsis = "${ROOT-COMMAND-NAME} deployment-policy <command> [flags]",
      footer = {
        "",
        "Examples:",
        "  kubectl nodewright deployment-policy reset kernel-tune",
        "  kubectl nodewright dp reset kernel-tune --dry-run"
      })
  static final class OfPolicies extends Shown {
    OfPolicies(Session session) {
      super(session);
    }
  }

  /// `lifecycle`.
  @Command(
      name = "lifecycle",
      description = "Same as the top-level verbs: pause, resume, disable, enable.",
      customSynopsis = "${ROOT-COMMAND-NAME} lifecycle <command> [flags]",
      footer = {
        "",
        "Examples:",
        "  kubectl nodewright lifecycle pause kernel-tune",
        "  kubectl nodewright lifecycle resume kernel-tune --confirm"
      })
  static final class OfVerbs extends Shown {
    OfVerbs(Session session) {
      super(session);
    }
  }

  /// Shows help.
  abstract static class Shown implements Callable<Integer> {
    private final Session session;
    @Spec private CommandSpec spec;

    Shown(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      session.console().text(spec.commandLine().getUsageMessage());
      return 0;
    }
  }
}
