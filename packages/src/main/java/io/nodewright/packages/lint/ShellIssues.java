package io.nodewright.packages.lint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Scripts that a shell would not take.
final class ShellIssues {

  private ShellIssues() {}

  /// @param known what was found before; a file with Windows line ends is not told of twice
  static List<Issue> of(PackageFiles files, List<Issue> known) throws IOException {
    List<Issue> issues = new ArrayList<>();
    for (String name : files.below("skyhook_dir")) {
      Optional<Shell> shell = Shell.of(name, files.text(name));
      if (shell.isPresent() && files.isText(name)) {
        boolean told = known.stream().anyMatch(each -> each.file().equals(name) && lineEnds(each));
        if (files.text(name).contains("\r\n")) {
          if (!told) {
            issues.add(lineEnds(name, files.text(name)));
          }
        } else {
          issues.addAll(syntax(files, name, shell.get()));
        }
      }
    }
    return issues;
  }

  private static boolean lineEnds(Issue issue) {
    return issue.problem().contains("Windows line ends");
  }

  private static Issue lineEnds(String name, String text) {
    long line = text.substring(0, text.indexOf("\r\n")).chars().filter(c -> c == '\n').count() + 1;
    return new Issue(
        Issue.Level.ERROR,
        name,
        Long.toString(line),
        "has Windows line ends, which a shell takes for part of its words",
        "sed -i 's/\\r$//' " + name);
  }

  private static List<Issue> syntax(PackageFiles files, String name, Shell shell) {
    try {
      return shell.parse(files.path(name).toAbsolutePath()).stream()
          .map(
              fault ->
                  new Issue(
                      Issue.Level.ERROR,
                      name,
                      fault.line(),
                      fault.text(),
                      "correct what is there or before it; try: %s -n %s"
                          .formatted(shell.program(), name)))
          .toList();
    } catch (IOException e) {
      return List.of(
          new Issue(
              Issue.Level.WARN,
              name,
              "",
              "its syntax was not checked: there is no %s on this computer"
                  .formatted(shell.program()),
              "install " + shell.program()));
    }
  }
}
