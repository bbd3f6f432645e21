package io.nodewright.cli.authoring;

import io.nodewright.cli.console.Documents;
import io.nodewright.packages.PackageFolder;
import io.nodewright.packages.compare.Comparison;
import io.nodewright.packages.compare.Difference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `package diff`.
@Command(
    name = "diff",
    description = "What is otherwise in another version of a package: steps, files, config keys.",
    customSynopsis = "${ROOT-COMMAND-NAME} package diff <older folder> <newer folder> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright package diff kernel-tune-1.0 kernel-tune",
      "  kubectl nodewright package diff kernel-tune-1.0 kernel-tune -o json"
    })
public final class DiffCommand implements Callable<Integer> {

  private final Desk desk;

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  /// A command at that desk.
  public DiffCommand(Desk desk) {
    this.desk = desk;
  }

  @Override
  public Integer call() {
    List<String> both = Desk.exactly(arguments, 2);
    List<Difference> differences;
    try {
      differences =
          new Comparison(
                  PackageFolder.read(Path.of(both.getFirst())),
                  PackageFolder.read(Path.of(both.getLast())))
              .differences();
    } catch (IOException e) {
      throw Desk.failure(e);
    }
    if (desk.format().get().document()) {
      ArrayNode all = Documents.object().arrayNode();
      for (Difference each : differences) {
        ObjectNode one = all.addObject();
        one.put("sign", each.sign());
        one.put("subject", each.subject());
        one.put("what", each.what());
        one.put("detail", each.detail());
      }
      desk.document(all);
    } else if (differences.isEmpty()) {
      desk.console().say("No difference.");
    } else {
      differences.forEach(each -> desk.console().result(each.line()));
    }
    return 0;
  }
}
