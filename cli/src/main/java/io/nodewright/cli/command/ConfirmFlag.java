package io.nodewright.cli.command;

import picocli.CommandLine.Option;

/// `--confirm`, `-y`: skips the question, not the preview.
final class ConfirmFlag {

  @Option(
      names = {"-y", "--confirm"},
      description = "Do not ask.")
  private boolean confirmed;

  boolean given() {
    return confirmed;
  }
}
