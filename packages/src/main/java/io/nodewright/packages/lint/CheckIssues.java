package io.nodewright.packages.lint;

import io.nodewright.agent.config.Mode;
import io.nodewright.agent.config.PackageConfig;
import io.nodewright.agent.config.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Checks that pass whatever the host looks like. Told from the script's lines alone, so a warning:
/// what a program or another script decides is not known here.
final class CheckIssues {

  private static final Pattern ENDS_ON_ERROR =
      Pattern.compile("(?m)^#!.*\\s-[a-z]*e|^\\s*set\\s+(.*\\s)?-([a-z]*e|o\\s+errexit)");

  private static final Pattern HARMLESS =
      Pattern.compile(
          "#.*|set\\s.*|echo\\b[^|;&]*|printf\\b[^|;&]*|:|true|exit|exit\\s+0|return\\s+0"
              + "|[A-Za-z_][A-Za-z0-9_]*=[^$`]*");

  /// A line that may end the script with something else than 0.
  private static final Pattern MAY_FAIL =
      Pattern.compile("\\bexit\\s+[^0\\s;]|\\bexec\\s|^\\s*(source|[.])\\s|\\bdie\\b|\\bfail\\b");

  private CheckIssues() {}

  static List<Issue> of(PackageConfig config, PackageFiles files) throws IOException {
    TreeSet<String> checks = new TreeSet<>();
    TreeSet<String> works = new TreeSet<>();
    for (Mode mode : config.modes().keySet()) {
      for (Step step : config.steps(mode)) {
        (mode.checks() ? checks : works).add("skyhook_dir/" + step.path());
      }
    }
    checks.removeAll(works); // a script under several arguments
    List<Issue> issues = new ArrayList<>();
    for (String check : checks) {
      String text = files.text(check);
      if (Shell.of(check, text).isPresent() && files.isText(check) && !text.isBlank()) {
        issues.addAll(ofCheck(check, text));
      }
    }
    return issues;
  }

  private static List<Issue> ofCheck(String name, String text) {
    List<String> lines = text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    if (lines.stream().allMatch(line -> HARMLESS.matcher(line).matches())) {
      return List.of(
          warning(
              name,
              "this check looks at nothing, so it can never fail",
              "test what the step should have done, as in: [[ -e /etc/x.conf ]] || exit 1"));
    }
    String last = lines.getLast();
    boolean passes = HARMLESS.matcher(last).matches() || last.matches(".*\\|\\|\\s*(true|:)");
    boolean mayFail = lines.stream().anyMatch(line -> MAY_FAIL.matcher(line).find());
    boolean endsOnError = ENDS_ON_ERROR.matcher(text).find();
    if (passes && !mayFail && (!endsOnError || allExcused(lines))) {
      return List.of(
          warning(
              name,
              "this check can never fail: whatever it finds, its exit code is 0",
              "begin it with set -euo pipefail, or end it with exit 1 where something is wrong"));
    }
    return List.of();
  }

  /// Whether each line that could fail is followed by `|| true`.
  private static boolean allExcused(List<String> lines) {
    return lines.stream()
        .allMatch(line -> HARMLESS.matcher(line).matches() || line.matches(".*\\|\\|\\s*(true|:)"));
  }

  private static Issue warning(String name, String problem, String fix) {
    return new Issue(Issue.Level.WARN, name, "", problem, fix);
  }
}
