package io.nodewright.simulation.run;

import io.nodewright.simulation.operator.Protection;
import io.nodewright.simulation.operator.WritePlan;
import io.nodewright.simulation.scenario.Mix;
import io.nodewright.simulation.scenario.Scenario;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// `nodewright simulate`: runs seeds, tells what does not hold, and shows single runs.
public final class SimulateMain {

  /// From so many seeds on, counts are printed and a zero among them is a failure.
  private static final long LONG = 5_000;

  private static final int WRONG_USE = 2;
  private static final String HELP =
      """
      Usage: ./nodewright simulate [--seeds N] [--from S] [--report] [--only KIND] [--mutant NAME]
                                   [--most V]
             ./nodewright simulate --seed S [--without ID,ID...] [--only KIND] [--mutant NAME]

        --seeds N     so many seeds (2000)
        --from S      beginning with that one (0)
        --report      how often each fault fired and each invariant judged; always from 5000 seeds on,
                      where one that never did is a failure
        --most V      stop after so many failing seeds (5)
        --seed S      one seed, as a timeline
        --without ..  without those of its disturbances
        --only KIND   scenarios of one kind: interrupts, rollouts (policies, orders, gates), or both
        --mutant NAME leave one protection of the operator out; it must be found. Names:
      """;

  private final PrintStream out;

  private SimulateMain(PrintStream out) {
    this.out = out;
  }

  /// Ends the process with 0 when all seeds held, 1 on a violation, 2 on wrong use.
  public static void main(String[] arguments) {
    System.exit(new SimulateMain(System.out).run(List.of(arguments)));
  }

  private int run(List<String> arguments) {
    if (arguments.contains("--help")) {
      help();
      return 0;
    }
    Options options;
    try {
      options = Options.of(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      return WRONG_USE;
    }
    return options.one() >= 0 ? one(options) : many(options);
  }

  private static void note(String line) {
    System.err.println(line);
  }

  private void help() {
    out.print(HELP);
    for (Protection each : Protection.values()) {
      out.println("                        " + each.word());
    }
  }

  private int one(Options options) {
    Scenario scenario = options.mix().scenario(options.one()).without(options.without());
    Run.Outcome outcome =
        Run.of(
            scenario,
            options.protections(),
            WritePlan.none(),
            new Timeline(scenario, out::println));
    outcome
        .findings()
        .violations()
        .forEach(
            each -> out.println("%s at %s: %s".formatted(each.id(), each.at(), each.sentence())));
    out.println(outcome.right() ? "every invariant held" : "violated");
    return outcome.right() ? 0 : 1;
  }

  private int many(Options options) {
    long begun = System.nanoTime();
    List<SeedRun.Result> results;
    try (ProgressLine progress = new ProgressLine(SimulateMain::note, options.seeds())) {
      results =
          new Simulator(
                  options.protections(), Runtime.getRuntime().availableProcessors(), options.mix())
              .run(
                  options.from(),
                  options.seeds(),
                  options.most(),
                  result -> {
                    progress.through(result.right());
                    if (!result.right()) {
                      tell(result, options);
                    }
                  });
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    Report report = new Report();
    results.forEach(
        result -> {
          report.add(result.faults());
          report.add(result.run());
          report.add(result.compared());
        });
    long failed = results.stream().filter(result -> !result.right()).count();
    boolean longRun = results.size() >= LONG;
    if (options.report() || longRun) {
      report.lines().forEach(out::println);
    }
    List<String> zeros = longRun && options.mutant() == null ? report.zeros() : List.of();
    zeros.forEach(zero -> out.println("a gap of the simulator: " + zero));
    out.println(
        String.format(
            Locale.ROOT,
            "%d seeds, %d violations, %.1f rollouts/s",
            results.size(),
            failed,
            results.size() / seconds));
    return failed == 0 && zeros.isEmpty() ? 0 : 1;
  }

  /// Tells of a seed that failed: what does not hold at once, what matters of its disturbances when
  /// that is known. Others run and are told of meanwhile.
  private void tell(SeedRun.Result result, Options options) {
    var first = result.first();
    out.println(
        "seed %d: %s at %s: %s".formatted(result.seed(), first.id(), first.at(), first.sentence()));
    if (result.compared().broken()) {
      return; // of a comparison: the scenario itself is undisturbed
    }
    Scenario whole = options.mix().scenario(result.seed());
    Set<Integer> needless = new Shrinker(options.protections()).leftOut(whole, first.id());
    String needed =
        whole.without(needless).disturbances().stream()
            .map(each -> "  %s%n".formatted(each))
            .collect(Collectors.joining());
    String without =
        needless.isEmpty()
            ? ""
            : " --without "
                + needless.stream().map(String::valueOf).collect(Collectors.joining(","));
    String same =
        (options.mix() == Mix.ALL ? "" : " --only " + options.mix().word())
            + (options.mutant() == null ? "" : " --mutant " + options.mutant().word());
    // In one piece, for others print too.
    out.print(
        "seed %d needs of its disturbances:%n%s  replay: ./nodewright simulate --seed %d%s%s%n"
            .formatted(result.seed(), needed, result.seed(), without, same));
  }
}
