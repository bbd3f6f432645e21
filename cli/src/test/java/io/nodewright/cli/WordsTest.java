package io.nodewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.cli.console.Failure;
import io.nodewright.cli.console.Table;
import io.nodewright.cli.nodes.NodePatterns;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Patterns, tables, help and completion: what needs no cluster.
class WordsTest {

  private static final Map<String, String> NOWHERE = Map.of("HOME", "/nonexistent");

  @Test
  @DisplayName(
      "C24 a pattern matches whole names, an exact name first; look-around is refused (CE6)")
  void patterns() {
    Set<String> nodes = new TreeSet<>(Set.of("worker-1", "worker-10", "gpu1", "gpu2"));
    assertEquals(Set.of("worker-1"), new NodePatterns(List.of("worker-1")).choose(nodes).names());
    assertEquals(
        Set.of("gpu1", "gpu2", "worker-10"),
        new NodePatterns(List.of("gpu[12]", "worker-1.", "gpu1")).choose(nodes).names());
    assertEquals(
        List.of("gpu", "x"), new NodePatterns(List.of("gpu", "x")).choose(nodes).unmatched());
    for (String wrong : List.of("(?=a)", "(a", "(a)\\1")) {
      Failure failure = assertThrows(Failure.class, () -> new NodePatterns(List.of(wrong)));
      assertTrue(
          failure.line().startsWith("invalid node pattern \"" + wrong + "\": "), failure::line);
    }
  }

  @Test
  @DisplayName(
      "C29 cells are padded to the widest, two spaces apart, none at a line's end; - for empty")
  void table() {
    Table table = new Table(List.of("A", "LONG", "B"));
    table.add(List.of("wide cell", "", "x"));
    table.add(List.of("1", "2", "\u001b[31m"));
    assertEquals(
        """
        A          LONG  B
        wide cell  -     x
        1          2     ?[31m
        """,
        table.text());
  }

  @Test
  @DisplayName(
      "C1 every command of the contract has its flags in its help, an example, and help equals"
          + " --help")
  void help() {
    Map<String, List<String>> flags =
        Map.ofEntries(
            Map.entry("version", List.of("--client-only", "--timeout")),
            Map.entry("pause", List.of("-y, --confirm", "suspended")),
            Map.entry("resume", List.of("-y, --confirm")),
            Map.entry("disable", List.of("-y, --confirm", "running stages finish")),
            Map.entry("enable", List.of("-y, --confirm")),
            Map.entry(
                "reset",
                List.of("--confirm", "--skip-batch-reset", "--package", "--abandon-uninstall")),
            Map.entry("update-state", List.of("--node", "-l, --selector", "--add", "--confirm")),
            Map.entry("dp reset", List.of("--confirm")),
            Map.entry("node list", List.of("--nodewright")),
            Map.entry("node status", List.of("--nodewright")),
            Map.entry("node reset", List.of("--nodewright", "--confirm", "--abandon-uninstall")),
            Map.entry("node ignore", List.of("--dry-run")),
            Map.entry("node unignore", List.of("--dry-run")),
            Map.entry("package status", List.of("--nodewright", "--node")),
            Map.entry(
                "package rerun",
                List.of("--nodewright", "--node", "--stage", "--confirm", "--abandon-uninstall")),
            Map.entry(
                "package logs",
                List.of("--nodewright", "--node", "--stage", "-f, --follow", "--tail")),
            Map.entry("lifecycle pause", List.of("--confirm")),
            Map.entry("completion", List.of("bash|zsh|fish")));
    flags.forEach(
        (command, wanted) -> {
          String[] words = command.split(" ", -1);
          Transcript asked = Transcript.of(NOWHERE, concat(words, "--help"));
          assertEquals(0, asked.code());
          assertEquals(asked.out(), Transcript.of(NOWHERE, concat(List.of("help"), words)).out());
          for (String each : wanted) {
            assertTrue(asked.out().contains(each), () -> each + " in " + asked.out());
          }
          for (String global :
              List.of(
                  "-n, --namespace",
                  "-o, --output",
                  "-v, --verbose",
                  "--kubeconfig",
                  "--context")) {
            assertTrue(asked.out().contains(global), () -> global + " in " + asked.out());
          }
          assertTrue(asked.out().contains("Examples:"), asked::out);
        });
  }

  @Test
  @DisplayName("C27 wrong words are one line, the usage line, and exit 1")
  void wrongWords() {
    Transcript unknown = Transcript.of(NOWHERE, "frobnicate");
    assertEquals(1, unknown.code());
    assertEquals(
        "Error: unknown command \"frobnicate\"\nUsage: kubectl nodewright <command> [flags]\n",
        unknown.err());
    assertEquals(
        """
        Error: required flag "--nodewright" not set
        Usage: kubectl nodewright node list --nodewright <nodewright> [flags]
        """,
        Transcript.of(NOWHERE, "node", "list").err());
    assertEquals(
        "Error: invalid output format \"TABLE\": expected table, json, yaml or wide\n",
        Transcript.of(NOWHERE, "node", "status", "-o", "TABLE").err());
  }

  @Test
  @DisplayName("C1 C27 help and wrong words are those of the golden files")
  void golden() {
    GoldenText help = new GoldenText();
    for (String command :
        List.of(
            "",
            "version",
            "pause",
            "resume",
            "disable",
            "enable",
            "lifecycle",
            "reset",
            "update-state",
            "deployment-policy",
            "deployment-policy reset",
            "node",
            "node list",
            "node status",
            "node reset",
            "node ignore",
            "node unignore",
            "package status",
            "package rerun",
            "package logs",
            "explain",
            "events",
            "wait",
            "completion")) {
      String[] words = (command + " --help").strip().split(" ", -1);
      help.add(Transcript.of(NOWHERE, words), words);
    }
    help.matches("help.txt");
    GoldenText errors = new GoldenText();
    for (String line :
        List.of(
            "frobnicate",
            "stat",
            "node",
            "node lst",
            "pause",
            "pause a b",
            "pause a --yes",
            "node list",
            "node status -o TABLE",
            "node status (a",
            "package logs p",
            "package rerun p --nodewright n",
            "update-state a b",
            "version --timeout soon",
            "reset a --package :1 -y",
            "node status --context gone",
            "completion tcsh",
            "wait a --for done",
            "node list --skyhook a --nodewright b")) {
      String[] words = line.split(" ", -1);
      errors.add(Transcript.of(NOWHERE, words), words);
    }
    errors.matches("errors.txt");
  }

  private static String[] concat(String[] words, String more) {
    return java.util.stream.Stream.concat(
            java.util.Arrays.stream(words), java.util.stream.Stream.of(more))
        .toArray(String[]::new);
  }

  private static String[] concat(List<String> first, String[] words) {
    return java.util.stream.Stream.concat(first.stream(), java.util.Arrays.stream(words))
        .toArray(String[]::new);
  }
}
