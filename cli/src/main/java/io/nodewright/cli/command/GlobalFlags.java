package io.nodewright.cli.command;

import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/// The flags of every command, before or after its name (contract 07 §3, C2).
final class GlobalFlags {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Help for the command.")
  private boolean help;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "<namespace>",
      scope = ScopeType.INHERIT,
      description = "Namespace of the operator (default: found, else nodewright).")
  private String namespace = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "<format>",
      scope = ScopeType.INHERIT,
      description = "table, json, yaml or wide (default: table).")
  private String output = "table";

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "More on stderr: context, server, decisions, patches.")
  private boolean verbose;

  @Option(
      names = "--dry-run",
      scope = ScopeType.INHERIT,
      description = "Show what would be written, and write nothing.")
  private boolean dryRun;

  @Option(
      names = "--kubeconfig",
      paramLabel = "<file>",
      scope = ScopeType.INHERIT,
      description = "A kubeconfig file (default: as kubectl).")
  private String kubeconfig = "";

  @Option(
      names = "--context",
      paramLabel = "<name>",
      scope = ScopeType.INHERIT,
      description = "A context of the kubeconfig (default: the current one).")
  private String context = "";

  String namespace() {
    return namespace;
  }

  String output() {
    return output;
  }

  boolean verbose() {
    return verbose;
  }

  boolean dryRun() {
    return dryRun;
  }

  String kubeconfig() {
    return kubeconfig;
  }

  String context() {
    return context;
  }
}
