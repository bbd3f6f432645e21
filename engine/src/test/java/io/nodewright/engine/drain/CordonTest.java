package io.nodewright.engine.drain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Who cordons, who joins, who releases: contract 04 §4.1, §14 and §15.
class CordonTest {

  private static final boolean SCHEDULABLE = false;
  private static final boolean CORDONED = true;
  private static final boolean NOT_OURS = false;
  private static final boolean OURS = true;

  @ParameterizedTest(name = "{0}")
  @MethodSource("steps")
  void cordon(String rule, CordonFacts node, CordonStep expected, boolean mayDrain) {
    assertEquals(expected, CordonStep.of(node));
    assertEquals(mayDrain, expected.holds());
  }

  static Stream<Arguments> steps() {
    return Stream.of(
        arguments(
            "I1 L5 a schedulable node is cordoned, and not drained in that pass",
            node(SCHEDULABLE, NOT_OURS, false),
            new CordonStep.Cordon(),
            false),
        arguments(
            "I1 also when another NodeWright's annotation is there",
            node(SCHEDULABLE, NOT_OURS, true, "nw2"),
            new CordonStep.Cordon(),
            false),
        arguments(
            "I7 I81 a node that somebody uncordoned is cordoned again",
            node(SCHEDULABLE, OURS, false),
            new CordonStep.Cordon(),
            false),
        arguments(
            "I2 a cordon that is stored with our annotation holds",
            node(CORDONED, OURS, false),
            new CordonStep.Own(),
            true),
        arguments(
            "I8 L12 a cordon of another NodeWright is joined first",
            node(CORDONED, NOT_OURS, false, "nw2"),
            new CordonStep.Join(),
            false),
        arguments(
            "I8 so is the persistent cordon",
            node(CORDONED, NOT_OURS, true),
            new CordonStep.Join(),
            false),
        arguments(
            "I5 L11 a foreign cordon holds and nothing is written",
            node(CORDONED, NOT_OURS, false),
            new CordonStep.Foreign(),
            true));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("releases")
  void release(String rule, CordonFacts node, CordonRelease expected, String note) {
    CordonRelease release = CordonRelease.of(node);
    assertEquals(expected, release);
    assertEquals(note, DrainTexts.released("nw1", release));
  }

  static Stream<Arguments> releases() {
    return Stream.of(
        arguments(
            "I9 the own annotation goes, the node stays cordoned for the other",
            node(CORDONED, OURS, false, "nw2"),
            new CordonRelease.Leave(List.of("cordon_nw2")),
            "[nw1] cordon released, still held by cordon_nw2"),
        arguments(
            "I10 I12 the last holder makes the node schedulable",
            node(CORDONED, OURS, false),
            new CordonRelease.Uncordon(),
            "[nw1] uncordoned"),
        arguments(
            "I83 the persistent cordon stays",
            node(CORDONED, OURS, true),
            new CordonRelease.Leave(List.of("runtimeRequiredCordon")),
            "[nw1] cordon released, still held by runtimeRequiredCordon"),
        arguments(
            "I6 a foreign cordon is nobody's to lift",
            node(CORDONED, NOT_OURS, false),
            new CordonRelease.Nothing(),
            ""),
        arguments(
            "I6 nor is one that others hold",
            node(CORDONED, NOT_OURS, false, "nw2"),
            new CordonRelease.Nothing(),
            ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("persistent")
  void persistentCordon(String rule, CordonFacts node, boolean asked, PersistentCordon expected) {
    assertEquals(expected, PersistentCordon.of(node, asked));
  }

  static Stream<Arguments> persistent() {
    return Stream.of(
        arguments(
            "I82 the cordon comes with the end of the taint, where that is asked for",
            node(SCHEDULABLE, NOT_OURS, false),
            true,
            new PersistentCordon.Place()),
        arguments(
            "I82 and not without it",
            node(SCHEDULABLE, NOT_OURS, false),
            false,
            new PersistentCordon.Nothing()),
        arguments(
            "I84 uncordoned by hand, the mark goes and the node stays schedulable",
            node(SCHEDULABLE, NOT_OURS, true),
            false,
            new PersistentCordon.Unmark()),
        arguments(
            "I83 it survives while the node is unschedulable",
            node(CORDONED, OURS, true),
            false,
            new PersistentCordon.Nothing()));
  }

  @Property
  void neverUncordonedWhileAnotherHolds(
      @ForAll boolean unschedulable,
      @ForAll boolean own,
      @ForAll boolean persistent,
      @ForAll Set<@AlphaChars @StringLength(min = 1, max = 3) String> others) {
    CordonFacts node = new CordonFacts(unschedulable, own, new TreeSet<>(others), persistent);
    if (!own || persistent || !others.isEmpty()) {
      switch (CordonRelease.of(node)) {
        case CordonRelease.Uncordon _ -> throw new AssertionError("uncordoned: " + node);
        case CordonRelease.Nothing _, CordonRelease.Leave _ -> {}
      }
    } else {
      assertInstanceOf(CordonRelease.Uncordon.class, CordonRelease.of(node));
    }
  }

  @Property
  void noDrainUnlessTheCordonIsStored(
      @ForAll boolean unschedulable, @ForAll boolean own, @ForAll boolean persistent) {
    CordonFacts node = new CordonFacts(unschedulable, own, new TreeSet<>(), persistent);
    boolean stored = unschedulable && (own || !persistent);
    assertEquals(stored, CordonStep.of(node).holds());
  }

  private static CordonFacts node(
      boolean unschedulable, boolean own, boolean persistent, String... others) {
    return new CordonFacts(unschedulable, own, new TreeSet<>(List.of(others)), persistent);
  }
}
