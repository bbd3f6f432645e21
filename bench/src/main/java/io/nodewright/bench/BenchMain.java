package io.nodewright.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `nodewright bench`: the measurements by name.
@Command(
    name = "bench",
    description = "Measure. Each name is one measurement.",
    mixinStandardHelpOptions = true,
    subcommands = {RolloutBench.class, AgentBench.class, PlanningBench.class, CliBench.class},
    synopsisSubcommandLabel = "NAME")
public final class BenchMain {

  private BenchMain() {}

  /// Runs one measurement.
  public static void main(String[] arguments) {
    if (System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "io/nodewright/sandbox/sandbox-logback.xml");
    }
    CommandLine line = new CommandLine(new BenchMain());
    if (arguments.length == 0) {
      line.usage(System.out);
      return;
    }
    System.exit(line.execute(arguments));
  }
}
