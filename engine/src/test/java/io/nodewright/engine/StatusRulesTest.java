package io.nodewright.engine;

import static io.nodewright.engine.status.Status.BLOCKED;
import static io.nodewright.engine.status.Status.COMPLETE;
import static io.nodewright.engine.status.Status.DISABLED;
import static io.nodewright.engine.status.Status.ERRORING;
import static io.nodewright.engine.status.Status.IN_PROGRESS;
import static io.nodewright.engine.status.Status.PAUSED;
import static io.nodewright.engine.status.Status.UNKNOWN;
import static io.nodewright.engine.status.Status.WAITING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.engine.status.NodeStatusRule;
import io.nodewright.engine.status.RollUp;
import io.nodewright.engine.status.Status;
import io.nodewright.engine.status.Texts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The tables of contract 02 §7.
class StatusRulesTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource("table7_1")
  void nodeStatus(String rule, NodeStatusRule node, Status expected) {
    assertEquals(expected, node.status());
  }

  /// Each row holds together with every row below it: the first one wins.
  static Stream<Arguments> table7_1() {
    return Stream.of(
        arguments("LN1 unreadable", from(1), UNKNOWN),
        arguments("LN2 paused, complete nodes too", from(2), PAUSED),
        arguments("LN3 complete", from(3), COMPLETE),
        arguments("LN4 disabled", from(4), DISABLED),
        arguments("LN5 ignored", from(5), BLOCKED),
        arguments("LN6 tainted", from(6), BLOCKED),
        arguments("LN7 waits for order", from(7), WAITING),
        arguments("LN8 timed out", from(8), ERRORING),
        arguments("LN9 policy missing", from(9), UNKNOWN),
        arguments("LN10 begun", from(10), IN_PROGRESS),
        arguments("LN11 otherwise", from(11), WAITING));
  }

  private static NodeStatusRule from(int row) {
    return new NodeStatusRule(
        row <= 1, row <= 2, row <= 3, row <= 4, row <= 5, row <= 6, row <= 7, row <= 8, row <= 9,
        row <= 10);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table7_2")
  void rollUp(
      String rule,
      boolean paused,
      boolean disabled,
      boolean policyMissing,
      boolean barrier,
      List<Status> nodes,
      Status expected) {
    boolean all = nodes.stream().allMatch(status -> status == COMPLETE);
    assertEquals(
        expected, new RollUp(paused, disabled, policyMissing, barrier, nodes, all).status());
  }

  /// The worked truth table of 02 §7.2.
  static Stream<Arguments> table7_2() {
    return Stream.of(
        up("LS3 no node", List.of(), COMPLETE),
        up("LS3 all complete", List.of(COMPLETE, COMPLETE, COMPLETE), COMPLETE),
        up("LS6 one in progress", List.of(COMPLETE, IN_PROGRESS, WAITING), IN_PROGRESS),
        up("LS6 in progress beats erroring", List.of(COMPLETE, ERRORING, IN_PROGRESS), IN_PROGRESS),
        up("LS7 erroring", List.of(COMPLETE, ERRORING, ERRORING), ERRORING),
        up("LS7 erroring beats waiting", List.of(COMPLETE, ERRORING, WAITING), ERRORING),
        up("LS8 blocked beats waiting", List.of(COMPLETE, BLOCKED, WAITING), BLOCKED),
        up("LS7 erroring beats blocked", List.of(BLOCKED, ERRORING), ERRORING),
        up("LS9 waiting", List.of(WAITING, WAITING), WAITING),
        up("LS9 waiting beats unknown", List.of(UNKNOWN, WAITING), WAITING),
        up("LS10 unknown", List.of(UNKNOWN, UNKNOWN), UNKNOWN),
        arguments("LS1 paused", true, false, false, false, List.of(COMPLETE, COMPLETE), PAUSED),
        arguments(
            "LS1 paused and disabled",
            true,
            true,
            false,
            false,
            List.of(COMPLETE, WAITING),
            PAUSED),
        arguments("LS4 disabled", false, true, false, false, List.of(COMPLETE, WAITING), DISABLED),
        arguments(
            "LS3 disabled, all complete", false, true, false, false, List.of(COMPLETE), COMPLETE),
        arguments(
            "LS2 policy missing", false, false, true, false, List.of(COMPLETE, COMPLETE), BLOCKED),
        arguments("LS5 behind a barrier", false, false, false, true, List.of(WAITING), WAITING),
        arguments(
            "LS5 behind a barrier while one works",
            false,
            false,
            false,
            true,
            List.of(COMPLETE, IN_PROGRESS),
            WAITING));
  }

  private static Arguments up(String rule, List<Status> nodes, Status expected) {
    return arguments(rule, false, false, false, false, nodes, expected);
  }

  @Test
  void readyListsEachBucketInTheFixedOrder() {
    assertEquals(
        "2/4 nodes complete (g1, g2), 1 in progress (g3), 1 erroring (g4)",
        Texts.ready(
            new TreeSet<>(List.of("g1", "g2")),
            new TreeMap<>(
                Map.of("g1", COMPLETE, "g2", COMPLETE, "g3", IN_PROGRESS, "g4", ERRORING))));
  }

  @Test
  void readyCutsListsOfMoreThanTen() {
    TreeMap<String, Status> statuses = new TreeMap<>();
    IntStream.range(0, 800).forEach(i -> statuses.put("n" + i, IN_PROGRESS));
    assertEquals(
        "0/800 nodes complete, 800 in progress (list truncated; see controller logs)",
        Texts.ready(new TreeSet<>(), statuses));
  }

  @Test
  void malformedCutsLongNamesAndLongLists() {
    assertEquals(
        "nodeState annotation cannot be parsed on 7 node(s): a, b, c, d, ip-10-0-1-... and 2 more",
        Texts.malformed(
            new TreeSet<>(List.of("a", "b", "c", "d", "ip-10-0-1-7.example", "x", "y"))));
  }
}
