package io.nodewright.packages.trial;

import io.nodewright.agent.config.Mode;
import io.nodewright.packages.PackageFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The stages of the package that is installed on a trial's host, each as work to be done.
final class TriedStages {

  /// What of the host is not the package's doing.
  private static final List<String> AGENTS =
      List.of(InstalledPackage.STATE, InstalledPackage.LOGS, "/run/trial");

  private static final String BANNER_END = "-".repeat(20) + "\n";

  /// What the agent prints before a step (contract 06 §4).
  private static final Pattern HEADER =
      Pattern.compile("[a-z-]+ (?<path>\\S+) \\[.*] \\[.*] Idempotence[.]\\w+ (True|False)");

  private final TrialHost host;
  private final TrialPlan plan;

  /// What an interrupt changed is not for the package to take back.
  private final Set<String> byInterrupt = new HashSet<>();

  private @Nullable InstalledPackage present;

  TriedStages(TrialHost host, TrialPlan plan) {
    this.host = host;
    this.plan = plan;
  }

  /// A stage that is done when it is called for.
  interface Work {
    StageOutcome done() throws IOException;
  }

  HostTree tree() throws IOException {
    return host.tree(AGENTS);
  }

  InstalledPackage installed() {
    InstalledPackage here = present;
    if (here == null) {
      throw new IllegalStateException("nothing is installed");
    }
    return here;
  }

  /// Puts a package on the host, in place of the one before.
  void install(PackageFolder source) throws IOException {
    InstalledPackage next = new InstalledPackage(host.root(), source);
    if (!next.equals(present)) {
      next.install(plan.config(), plan.labels());
      present = next;
    }
  }

  void configure(Map<String, String> config) throws IOException {
    installed().configure(config);
  }

  /// Whether the package has steps for that stage.
  boolean has(String stage) {
    return Mode.of(stage)
        .filter(mode -> !installed().source().config().steps(mode).isEmpty())
        .isPresent();
  }

  /// A stage and its check.
  Work stage(String name, String stage) {
    return () -> both(name, stage, tree());
  }

  /// The same once more, which is to change nothing.
  Work again(String name, String stage) {
    return () -> {
      StageOutcome outcome = both(name, stage, tree());
      return outcome.changes().isEmpty()
          ? outcome
          : notClean(
              outcome, "a second run is to change nothing: leave alone what is equal already");
    };
  }

  /// The uninstall, after which the host is to be as it was.
  Work uninstall(String name, HostTree before) {
    return () -> {
      StageOutcome outcome = both(name, "uninstall", tree());
      if (outcome.verdict() != StageOutcome.Verdict.PASSED) {
        return outcome;
      }
      List<TreeChange> left = new ArrayList<>(before.changesTo(tree()));
      left.removeIf(change -> byInterrupt.contains(change.path()));
      if (left.isEmpty()) {
        return outcome;
      }
      StringBuilder text = new StringBuilder("the host is not as it was before:\n");
      left.forEach(change -> text.append(change.line()).append('\n'));
      return notClean(outcome, text.toString());
    };
  }

  /// The interrupt that the resource declares.
  Work interrupt() {
    return () -> {
      HostTree before = tree();
      String data =
          Base64.getEncoder().encodeToString(plan.interrupt().getBytes(StandardCharsets.UTF_8));
      TrialHost.Ran ran = agent(List.of("interrupt", "/root", installed().copy(), data));
      if (ran.code() == 0) {
        ran = agent(List.of("interrupt", "/root", installed().copy(), data)); // after a reboot
      }
      StageOutcome outcome = outcome("interrupt", ran, before);
      outcome.changes().forEach(change -> byInterrupt.add(change.path()));
      return outcome;
    };
  }

  private StageOutcome both(String name, String stage, HostTree before) throws IOException {
    TrialHost.Ran ran = agent(List.of(stage, "/root", installed().copy()));
    if (ran.code() == 0) {
      ran = agent(List.of(stage + "-check", "/root", installed().copy()));
    }
    return outcome(name, ran, before);
  }

  private TrialHost.Ran agent(List<String> arguments) throws IOException {
    Map<String, String> environment = installed().environment(plan.environment(), "1");
    return host.agent(environment, arguments, plan.patience());
  }

  private StageOutcome outcome(String name, TrialHost.Ran ran, HostTree before) throws IOException {
    List<TreeChange> changes = new ArrayList<>(before.changesTo(tree()));
    // The agent lays root_dir over the host in every stage; the package cannot help that.
    changes.removeIf(change -> change.writtenAnew() && installed().laid(change.path()));
    return ran.code() == 0
        ? new StageOutcome(name, StageOutcome.Verdict.PASSED, changes, host.calls(), "")
        : new StageOutcome(name, StageOutcome.Verdict.FAILED, changes, host.calls(), words(ran));
  }

  private static StageOutcome notClean(StageOutcome outcome, String why) {
    return new StageOutcome(
        outcome.stage(),
        StageOutcome.Verdict.NOT_CLEAN,
        outcome.changes(),
        outcome.calls(),
        why.strip());
  }

  /// What the steps wrote, and what the agent said of it.
  private static String words(TrialHost.Ran ran) {
    int end = ran.stdout().lastIndexOf(BANNER_END);
    String out = end < 0 ? ran.stdout() : ran.stdout().substring(end + BANNER_END.length());
    List<String> lines = new ArrayList<>();
    for (String line : out.lines().toList()) {
      Matcher header = HEADER.matcher(line);
      lines.add(header.matches() ? "step " + header.group("path") : line);
    }
    ran.stderr()
        .lines()
        .filter(line -> !line.matches("time=\\S+ level=(INFO|WARN) .*"))
        .map(line -> line.replaceFirst("^time=\\S+ level=ERROR ", "agent: "))
        .map(line -> line.replaceFirst(" log=\"[^\"]*\"", "")) // gone with the host
        .forEach(lines::add);
    return String.join("\n", lines);
  }
}
