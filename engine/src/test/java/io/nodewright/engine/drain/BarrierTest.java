package io.nodewright.engine.drain;

import static io.nodewright.engine.drain.PodBuilder.aPod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.engine.rollout.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Pods that must leave by themselves, and the words for it: contract 04 §5 and §7.2.
class BarrierTest {

  private static final LabelSelector PROTECTED =
      new LabelSelector(new TreeMap<>(Map.of("job", "training")), List.of());

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void holding(String rule, LabelSelector selector, PodBuilder pod, boolean holds) {
    assertEquals(
        holds ? List.of(pod.build().ref()) : List.of(),
        Barrier.holding(selector, List.of(pod.build())));
  }

  static Stream<Arguments> rows() {
    return Stream.of(
        arguments("I15 a protected pod holds", PROTECTED, training(), true),
        arguments(
            "I14 an empty selector protects none", LabelSelector.EVERYTHING, training(), false),
        arguments("I16 a finished pod does not hold", PROTECTED, training().finished(), false),
        arguments("I23 a terminating one does", PROTECTED, training().terminating(), true),
        arguments("I13 another pod does not", PROTECTED, aPod("web"), false),
        arguments(
            "I15 a DaemonSet's, a mirror's or kube-system's pod holds if it matches",
            PROTECTED,
            training().daemonSet().mirror().in("kube-system"),
            true),
        arguments("ID4 a package pod never holds", PROTECTED, training().ofPackage(), false));
  }

  private static PodBuilder training() {
    return aPod("training").label("job", "training");
  }

  @Test
  @DisplayName("I18 the message names one node")
  void oneNode() {
    assertEquals(
        "1 node blocked by non-interrupt pods (n1). Waiting.",
        DrainTexts.barrier(new TreeSet<>(List.of("n1"))));
  }

  @Test
  @DisplayName("I18 the message sorts the names of several")
  void severalNodes() {
    assertEquals(
        "2 nodes blocked by non-interrupt pods (node-a, node-b). Waiting.",
        DrainTexts.barrier(new TreeSet<>(List.of("node-b", "node-a"))));
  }

  @Test
  @DisplayName("I19 the message of twelve nodes names none")
  void manyNodes() {
    assertEquals(
        "12 nodes blocked by non-interrupt pods (list truncated; see controller logs). Waiting.",
        DrainTexts.barrier(new TreeSet<>(IntStream.range(0, 12).mapToObj(i -> "n" + i).toList())));
  }

  @Test
  @DisplayName("I32 the condition names what blocks each node")
  void drainBlocked() {
    SortedMap<String, List<DrainBlocker>> blockers = new TreeMap<>();
    blockers.put(
        "node-a",
        List.of(
            new DrainBlocker(
                "default",
                "web-0",
                BlockReason.POD_DISRUPTION_BUDGET,
                "The disruption budget web-pdb needs 3 healthy pods and has 3 currently")));
    blockers.put("node-c", List.of(DrainBlocker.unmanaged(new PodRef("x", "bare", ""))));
    assertEquals("MultipleCauses", DrainTexts.reason(blockers));
    assertEquals(
        "2/5 nodes blocked draining (node-a, node-c); default/web-0 on node-a: The disruption budget"
            + " web-pdb needs 3 healthy pods and has 3 currently; x/bare on node-c: pod has no"
            + " managing controller",
        DrainTexts.blocked(blockers, 5));
    blockers.remove("node-c");
    assertEquals("PodDisruptionBudget", DrainTexts.reason(blockers));
  }

  @Test
  @DisplayName("I32 at most ten pods are listed")
  void manyBlockers() {
    SortedMap<String, List<DrainBlocker>> blockers = new TreeMap<>();
    blockers.put(
        "n1",
        IntStream.range(0, 11)
            .mapToObj(i -> DrainBlocker.emptyDir(new PodRef("x", "p" + i, "")))
            .toList());
    String message = DrainTexts.blocked(blockers, 1);
    assertEquals(10, message.split("on n1: ", -1).length - 1);
    assertEquals(
        " (additional detail truncated; see controller logs)",
        message.substring(message.indexOf(" (additional")));
  }
}
