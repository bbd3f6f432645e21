package io.nodewright.cli.explain;

import io.nodewright.cli.console.Documents;
import io.nodewright.cli.explain.Explanation.Finding;
import io.nodewright.engine.status.Since;
import io.nodewright.engine.status.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Findings as lines for people and as a document for programs. Nodes that wait for the same thing
/// share one line.
public final class Story {

  private static final int NAMED = 5;

  private Story() {}

  private record Subject(String about, Verdict.Reason reason, String message, String release) {}

  /// Lines, indented below what they are about.
  ///
  /// @param ofOneNode whether all findings are of the same node, which need not be named then
  public static List<String> lines(List<Finding> findings, boolean ofOneNode, Instant now) {
    Map<Subject, List<Finding>> groups = new LinkedHashMap<>();
    for (Finding each : worthALine(findings)) {
      Verdict verdict = each.verdict();
      groups
          .computeIfAbsent(
              new Subject(
                  verdict.packageName(), verdict.reason(), verdict.message(), verdict.release()),
              _ -> new ArrayList<>())
          .add(each);
    }
    List<String> lines = new ArrayList<>();
    groups.forEach((subject, same) -> lines(lines, subject, same, ofOneNode, now));
    if (lines.isEmpty()) {
      lines.add("  no operator has taken it up yet");
    }
    return lines;
  }

  /// What is said of a node as a whole is not said again of each of its packages; what is said of
  /// the NodeWright comes first.
  private static List<Finding> worthALine(List<Finding> findings) {
    Set<Subject> ofNodes = new HashSet<>();
    for (Finding each : findings) {
      if (each.verdict().packageName().isEmpty()) {
        ofNodes.add(onNode(each));
      }
    }
    List<Finding> kept = new ArrayList<>();
    findings.stream().filter(each -> each.verdict().node().isEmpty()).forEach(kept::add);
    findings.stream()
        .filter(each -> !each.verdict().node().isEmpty())
        .filter(each -> each.verdict().packageName().isEmpty() || !ofNodes.contains(onNode(each)))
        .forEach(kept::add);
    return kept;
  }

  private static Subject onNode(Finding each) {
    Verdict verdict = each.verdict();
    return new Subject(verdict.node(), verdict.reason(), verdict.message(), verdict.release());
  }

  private static void lines(
      List<String> lines, Subject subject, List<Finding> same, boolean ofOneNode, Instant now) {
    Finding first = same.getFirst();
    String nodes = ofOneNode || first.verdict().node().isEmpty() ? "" : nodes(same);
    String about = subject.about();
    String head = nodes.isEmpty() || about.isEmpty() ? nodes + about : nodes + ", " + about;
    lines.add(
        "  "
            + (head.isEmpty() ? "" : head + ": ")
            + subject.message()
            + since(first.verdict(), now));
    String wayOut = WayOut.of(first.nodeWright(), first.verdict(), same.size() > 1);
    if (!wayOut.isEmpty()) {
      lines.add("    released by: " + wayOut);
    }
    String deeper = DeeperLook.of(first.nodeWright(), first.verdict());
    if (!deeper.isEmpty()) {
      lines.add("    look deeper: " + deeper);
    }
  }

  /// For programs.
  public static ArrayNode document(List<Finding> findings) {
    ArrayNode document = JsonNodeFactory.instance.arrayNode();
    for (Finding each : findings) {
      Verdict verdict = each.verdict();
      ObjectNode json = Documents.object();
      json.put("nodewrightName", each.nodeWright());
      json.put("nodeName", verdict.node());
      json.put("package", verdict.packageName());
      json.put("reason", verdict.reason().name());
      json.put("message", verdict.message());
      switch (verdict.since()) {
        case Since.At(var time) -> json.put("since", time.toString());
        case Since.Unknown _ -> json.putNull("since");
      }
      json.put("release", WayOut.of(each.nodeWright(), verdict, false));
      json.put("lookDeeper", DeeperLook.of(each.nodeWright(), verdict));
      document.add(json);
    }
    return document;
  }

  private static String nodes(List<Finding> same) {
    List<String> names = same.stream().map(each -> each.verdict().node()).sorted().toList();
    String listed = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
    return names.size() > NAMED ? "%d nodes (%s, …)".formatted(names.size(), listed) : listed;
  }

  private static String since(Verdict verdict, Instant now) {
    return switch (verdict.since()) {
      case Since.At(var time) -> " (for " + shown(Duration.between(time, now)) + ")";
      case Since.Unknown _ -> "";
    };
  }

  /// As kubectl shows ages: two units at most.
  static String shown(Duration age) {
    if (age.isNegative() || age.toSeconds() < 1) {
      return "0s";
    }
    if (age.toMinutes() < 2) {
      return age.toSeconds() + "s";
    }
    if (age.toHours() < 2) {
      return age.toMinutes() + "m";
    }
    return age.toDays() < 2 ? age.toHours() + "h" : age.toDays() + "d";
  }
}
