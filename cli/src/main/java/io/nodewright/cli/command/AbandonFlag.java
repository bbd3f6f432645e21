package io.nodewright.cli.command;

import picocli.CommandLine.Option;

/// `--abandon-uninstall` (contract 07 §10.11).
final class AbandonFlag {

  @Option(
      names = "--abandon-uninstall",
      description = "Also where a package is being uninstalled: cuts that short for good.")
  private boolean abandon;

  boolean given() {
    return abandon;
  }
}
