package io.nodewright.cli.authoring;

import io.nodewright.cli.console.Documents;
import io.nodewright.cli.console.Told;
import io.nodewright.packages.lint.Issue;
import io.nodewright.packages.lint.Lint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `package validate`.
@Command(
    name = "validate",
    description = {
      "Tell what is wrong with a package in a folder, and how to mend it: what a node would refuse,",
      "and beyond that unused files, checks that cannot fail, shell that does not parse."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} package validate <folder> [flags]",
    footer = {
      "",
      "Exit code 1 with an error, 0 with warnings alone.",
      "",
      "Examples:",
      "  kubectl nodewright package validate kernel-tune",
      "  kubectl nodewright package validate kernel-tune --strict -o json"
    })
public final class ValidateCommand implements Callable<Integer> {

  private final Desk desk;

  @Option(names = "--strict", description = "Warnings count as errors.")
  private boolean strict;

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  /// A command at that desk.
  public ValidateCommand(Desk desk) {
    this.desk = desk;
  }

  @Override
  public Integer call() {
    String folder = Desk.exactly(arguments, 1).getFirst();
    List<Issue> issues;
    try {
      issues = Lint.of(Path.of(folder));
    } catch (IOException e) {
      throw Desk.failure(e);
    }
    if (desk.format().get().document()) {
      desk.document(document(issues));
    } else {
      for (Issue issue : issues) {
        desk.console().result(issue.line());
        desk.console().result("      fix: " + issue.fix());
      }
      desk.console().result(verdict(folder, issues));
    }
    if (count(issues, Issue.Level.ERROR) > 0 || (strict && !issues.isEmpty())) {
      throw new Told(1);
    }
    return 0;
  }

  private static String verdict(String folder, List<Issue> issues) {
    return issues.isEmpty()
        ? folder + ": good"
        : "%s: %s, %s"
            .formatted(
                folder,
                counted(count(issues, Issue.Level.ERROR), "error"),
                counted(count(issues, Issue.Level.WARN), "warning"));
  }

  private static long count(List<Issue> issues, Issue.Level level) {
    return issues.stream().filter(issue -> issue.level() == level).count();
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private static ArrayNode document(List<Issue> issues) {
    ArrayNode all = Documents.object().arrayNode();
    for (Issue issue : issues) {
      ObjectNode one = all.addObject();
      one.put("level", issue.level().name());
      one.put("file", issue.file());
      one.put("place", issue.place());
      one.put("problem", issue.problem());
      one.put("fix", issue.fix());
    }
    return all;
  }
}
