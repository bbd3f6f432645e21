package io.nodewright.cli.command;

import io.nodewright.cli.console.Console;
import io.nodewright.cli.console.UsageFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--nodewright`, and its older name (contract 07 §14, C31).
final class NodeWrightFlag {

  @Option(names = "--nodewright", paramLabel = "<nodewright>", description = "The NodeWright.")
  private @Nullable String nodewright;

  @Option(names = "--skyhook", paramLabel = "<nodewright>", hidden = true)
  private @Nullable String skyhook;

  /// Its value; empty when it was not given.
  String value(Console console) {
    if (skyhook != null) {
      console.say("Flag --skyhook is deprecated, use --nodewright instead"); // CD1
      if (nodewright != null && !nodewright.equals(skyhook)) {
        throw new UsageFailure("--nodewright and --skyhook have different values");
      }
      return skyhook;
    }
    return nodewright == null ? "" : nodewright;
  }

  /// Its value, which has to be given (CE17).
  String required(Console console) {
    String value = value(console);
    if (value.isEmpty()) {
      throw new UsageFailure("required flag \"--nodewright\" not set");
    }
    return value;
  }
}
