package io.nodewright.cli.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `kubectl nodewright`.
@Command(
    name = "kubectl nodewright",
    description =
        "See and steer NodeWrights: packages that are rolled out on the nodes of a cluster.",
    customSynopsis = "${ROOT-COMMAND-NAME} <command> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright node status",
      "  kubectl nodewright explain gpu2",
      "  kubectl nodewright package rerun grub --nodewright kernel-tune --node gpu2",
      "",
      "Manifests of the older kinds are converted by hand: apiVersion skyhook.nvidia.com/… becomes",
      "nodewright.nvidia.com/…, kind Skyhook becomes NodeWright, and the annotations",
      "skyhook.nvidia.com/pause and /disable get the new prefix. Nothing else changes."
    })
final class RootCommand implements Callable<Integer> {

  private final Session session;
  @Mixin private final GlobalFlags flags;
  @Spec private CommandSpec spec;

  @Option(names = "--version", description = "The version of the plugin.")
  private boolean version;

  RootCommand(Session session) {
    this.session = session;
    this.flags = session.flags();
  }

  @Override
  public Integer call() {
    if (version) {
      session.console().result(VersionCommand.pluginLine(session.build()));
    } else {
      session.console().text(spec.commandLine().getUsageMessage());
    }
    return 0;
  }
}
