package io.nodewright.cli.command;

import picocli.CommandLine;

/// The commands as a tree (contract 07 §2).
public final class Tree {

  private Tree() {}

  /// All commands for a run.
  ///
  /// @param name of the program, as help shows it
  public static CommandLine of(Session session, String name) {
    CommandLine root = new CommandLine(new RootCommand(session));
    root.setCommandName(name);
    root.addSubcommand(new VersionCommand(session));
    verbs(root, session);
    root.addSubcommand(new ResetCommand(session));
    root.addSubcommand(new UpdateStateCommand(session));
    root.addSubcommand(
        new CommandLine(new GroupCommand.OfPolicies(session))
            .addSubcommand(new PolicyResetCommand(session)));
    root.addSubcommand(
        new CommandLine(new GroupCommand.OfNodes(session))
            .addSubcommand(new NodeListCommand(session))
            .addSubcommand(new NodeStatusCommand(session))
            .addSubcommand(new NodeResetCommand(session))
            .addSubcommand(new IgnoreCommand.Ignore(session))
            .addSubcommand(new IgnoreCommand.Unignore(session)));
    root.addSubcommand(
        new CommandLine(new GroupCommand.OfPackages(session))
            .addSubcommand(new PackageStatusCommand(session))
            .addSubcommand(new RerunCommand(session))
            .addSubcommand(new LogsCommand(session)));
    root.addSubcommand(verbs(new CommandLine(new GroupCommand.OfVerbs(session)), session));
    root.addSubcommand(new ExplainCommand(session));
    root.addSubcommand(new EventsCommand(session));
    root.addSubcommand(new WaitCommand(session));
    root.addSubcommand(new CompletionCommand(session));
    root.addSubcommand(new CompleteCommand(session, session.environment()));
    root.addSubcommand(new HelpCommand(session));
    return root;
  }

  private static CommandLine verbs(CommandLine parent, Session session) {
    return parent
        .addSubcommand(new LifecycleCommand.Pause(session))
        .addSubcommand(new LifecycleCommand.Resume(session))
        .addSubcommand(new LifecycleCommand.Disable(session))
        .addSubcommand(new LifecycleCommand.Enable(session));
  }
}
