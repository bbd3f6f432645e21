package io.nodewright.api.admission;

import io.nodewright.engine.lifecycle.DependencyGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What a package depends on is there at exactly that version (V20), and is never the package
/// itself by some way (V21). The engine's own graph answers, so that what is refused here is what
/// would not run there.
final class DependencyRules implements NodeWrightRule {

  @Override
  public List<Violation> violations(NodeWrightWrite write) {
    DependencyGraph graph = DependencyGraph.of(write.packagesAfter());
    List<Violation> found = new ArrayList<>();
    graph
        .missing()
        .forEach(
            (name, absent) -> found.add(violation("V20", name, "missing", uniqueNames(absent))));
    if (!graph.cyclic().isEmpty()) {
      String members =
          write.packagesAfter().values().stream()
              .filter(each -> graph.cyclic().contains(each.name()))
              .map(each -> each.ref().key())
              .collect(Collectors.joining(" "));
      found.add(violation("V21", graph.cyclic().iterator().next(), "cycle", members));
    }
    return found;
  }

  /// The graph's `name version`, as unique names.
  private static String uniqueNames(List<String> dependencies) {
    return dependencies.stream()
        .map(each -> each.replaceFirst(" ", "|"))
        .collect(Collectors.joining(" "));
  }

  private static Violation violation(String rule, String name, String fault, String packages) {
    return new Violation(
        rule,
        "spec.packages." + name + ".dependsOn",
        "error graph is not valid, %s: [%s]".formatted(fault, packages));
  }
}
