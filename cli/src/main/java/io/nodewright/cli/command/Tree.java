package io.nodewright.cli.command;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;

/// The commands as a tree (contract 07 §2).
public final class Tree {

  private Tree() {}

  /// The commands for a run. Only those that the words name are made, for that is what a start
  /// takes longest for; all of them where help, completion or a wrong word may have to know them.
  ///
  /// @param name of the program, as help shows it
  /// @param words of the command line
  public static CommandLine of(Session session, String name, List<String> words) {
    CommandLine root = new CommandLine(new RootCommand(session));
    root.setCommandName(name);
    Map<String, Supplier<CommandLine>> all = commands(session, Set.copyOf(words));
    Set<String> named = new HashSet<>(all.keySet());
    named.retainAll(words);
    boolean every = named.isEmpty() || words.contains("help");
    all.forEach(
        (command, made) -> {
          if (every || named.contains(command)) {
            add(root, command, made.get());
          }
        });
    return root;
  }

  /// An alias is a second name of the same command.
  private static void add(CommandLine root, String name, CommandLine command) {
    if (!root.getSubcommands().containsKey(name)) {
      root.addSubcommand(command);
    }
  }

  private static Map<String, Supplier<CommandLine>> commands(Session session, Set<String> words) {
    Map<String, Supplier<CommandLine>> all = new LinkedHashMap<>();
    all.put("version", () -> new CommandLine(new VersionCommand(session)));
    all.put("pause", () -> new CommandLine(new LifecycleCommand.Pause(session)));
    all.put("resume", () -> new CommandLine(new LifecycleCommand.Resume(session)));
    all.put("disable", () -> new CommandLine(new LifecycleCommand.Disable(session)));
    all.put("enable", () -> new CommandLine(new LifecycleCommand.Enable(session)));
    all.put("reset", () -> new CommandLine(new ResetCommand(session)));
    all.put("update-state", () -> new CommandLine(new UpdateStateCommand(session)));
    all.put("deployment-policy", () -> policies(session));
    all.put("dp", () -> policies(session));
    all.put("node", () -> nodes(session));
    all.put("package", () -> packages(session, words));
    all.put("lifecycle", () -> verbs(session));
    all.put("explain", () -> new CommandLine(new ExplainCommand(session)));
    all.put("events", () -> new CommandLine(new EventsCommand(session)));
    all.put("history", () -> new CommandLine(new EventsCommand(session)));
    all.put("wait", () -> new CommandLine(new WaitCommand(session)));
    all.put("completion", () -> new CommandLine(new CompletionCommand(session)));
    all.put("help", () -> new CommandLine(new HelpCommand(session)));
    return all;
  }

  private static CommandLine policies(Session session) {
    return new CommandLine(new GroupCommand.OfPolicies(session))
        .addSubcommand(new PolicyResetCommand(session));
  }

  private static CommandLine nodes(Session session) {
    return new CommandLine(new GroupCommand.OfNodes(session))
        .addSubcommand(new NodeListCommand(session))
        .addSubcommand(new NodeStatusCommand(session))
        .addSubcommand(new NodeResetCommand(session))
        .addSubcommand(new IgnoreCommand.Ignore(session))
        .addSubcommand(new IgnoreCommand.Unignore(session));
  }

  private static CommandLine packages(Session session, Set<String> words) {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    all.put("status", () -> new PackageStatusCommand(session));
    all.put("rerun", () -> new RerunCommand(session));
    all.put("logs", () -> new LogsCommand(session));
    all.putAll(Authoring.commands(session));
    boolean one = words.stream().anyMatch(all::containsKey) && !words.contains("help");
    CommandLine group = new CommandLine(new GroupCommand.OfPackages(session));
    all.forEach(
        (name, made) -> {
          if (!one || words.contains(name)) {
            group.addSubcommand(made.get());
          }
        });
    return group;
  }

  private static CommandLine verbs(Session session) {
    return new CommandLine(new GroupCommand.OfVerbs(session))
        .addSubcommand(new LifecycleCommand.Pause(session))
        .addSubcommand(new LifecycleCommand.Resume(session))
        .addSubcommand(new LifecycleCommand.Disable(session))
        .addSubcommand(new LifecycleCommand.Enable(session));
  }
}
