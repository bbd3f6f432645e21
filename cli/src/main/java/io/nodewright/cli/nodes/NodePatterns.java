package io.nodewright.cli.nodes;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.nodewright.cli.console.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Chooses nodes by patterns (contract 07 §7): an exact name where a node has it, else an
/// expression that matches the whole name. The syntax is that of Go's regexp, which takes linear
/// time and has neither back-references nor look-around.
public final class NodePatterns {

  private final List<String> patterns;
  private final List<Pattern> compiled = new ArrayList<>();

  /// @param patterns as on the command line
  /// @throws Failure CE6
  public NodePatterns(List<String> patterns) {
    this.patterns = List.copyOf(patterns);
    for (String each : patterns) {
      try {
        compiled.add(Pattern.compile("^(?:" + each + ")$"));
      } catch (PatternSyntaxException e) {
        throw new Failure("invalid node pattern \"" + each + "\": " + e.getDescription()); // CE6
      }
    }
  }

  /// What the patterns chose.
  ///
  /// @param names each once, in byte order
  /// @param unmatched patterns that chose nothing, in their order
  public record Chosen(Set<String> names, List<String> unmatched) {
    /// Copies both.
    public Chosen {
      names = java.util.Collections.unmodifiableSet(new TreeSet<>(names));
      unmatched = List.copyOf(unmatched);
    }
  }

  /// Chooses from the nodes that there are.
  public Chosen choose(Set<String> nodes) {
    Set<String> names = new TreeSet<>();
    List<String> unmatched = new ArrayList<>();
    for (int i = 0; i < patterns.size(); i++) {
      Set<String> hits = hits(patterns.get(i), compiled.get(i), nodes);
      if (hits.isEmpty()) {
        unmatched.add(patterns.get(i));
      }
      names.addAll(hits);
    }
    return new Chosen(names, unmatched);
  }

  /// The same for a command that writes: a pattern that chooses nothing stops it (CE7, C24).
  public Set<String> chooseAll(Set<String> nodes) {
    Chosen chosen = choose(nodes);
    if (!chosen.unmatched().isEmpty()) {
      throw new Failure("no node matches \"" + chosen.unmatched().getFirst() + "\"");
    }
    return chosen.names();
  }

  private static Set<String> hits(String text, Pattern pattern, Set<String> nodes) {
    if (nodes.contains(text)) {
      return Set.of(text);
    }
    Set<String> hits = new TreeSet<>();
    for (String node : nodes) {
      if (pattern.matches(node)) {
        hits.add(node);
      }
    }
    return hits;
  }
}
