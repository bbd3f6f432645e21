package io.nodewright.packages.lint;

import io.nodewright.agent.config.Finding;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the agent's own rules say of a package, with the file it is in and the fix.
final class ManifestIssues {

  private static final String CONFIG = "config.json";
  private static final Pattern STEP = Pattern.compile("step \"(?<path>[^\"]+)\" (?<rest>.*)");
  private static final Pattern NOT_JSON =
      Pattern.compile("not JSON: line (?<line>[0-9]+), (?<rest>.*)", Pattern.DOTALL);

  private ManifestIssues() {}

  static List<Issue> of(List<Finding> findings) {
    List<Issue> issues = findings.stream().map(ManifestIssues::issue).toList();
    return issues.stream().anyMatch(ManifestIssues::refuses)
        ? issues.stream().filter(issue -> !issue.problem().contains("has no check")).toList()
        : issues;
  }

  /// Whether config.json itself is refused. What follows from what it says is not told then, since
  /// it says something else than was meant.
  static boolean refuses(Issue issue) {
    return issue.level() == Issue.Level.ERROR && issue.file().equals(CONFIG);
  }

  private static Issue issue(Finding finding) {
    Issue.Level level =
        switch (finding.level()) {
          case ERROR -> Issue.Level.ERROR;
          case WARN -> Issue.Level.WARN;
        };
    String text = finding.text();
    Matcher json = NOT_JSON.matcher(text);
    if (json.matches()) {
      return new Issue(
          level, CONFIG, json.group("line"), "not JSON: " + json.group("rest"), Fix.of(finding));
    }
    Matcher step = STEP.matcher(text);
    if (step.matches() && finding.pointer().endsWith("/path")) {
      String file = "skyhook_dir/" + step.group("path");
      String rest = step.group("rest");
      String line = rest.contains("\"#!\" line") || rest.contains("line ends") ? "1" : "";
      return new Issue(level, file, line, rest, Fix.of(finding).replace("FILE", file));
    }
    return new Issue(level, CONFIG, finding.pointer(), text, Fix.of(finding));
  }
}
