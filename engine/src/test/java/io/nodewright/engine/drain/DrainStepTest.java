package io.nodewright.engine.drain;

import static io.nodewright.engine.drain.PodBuilder.aPod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// One pass over a node that is past the barrier: contract 04 §6.3, §6.4 and §8.
class DrainStepTest {

  private static final Instant NOW = Instant.parse("2026-03-04T10:00:00.500Z");
  private static final Instant START = Instant.parse("2026-03-04T09:59:00Z");
  private static final String BUDGET = "The disruption budget web-pdb needs 3 healthy pods";
  private static final DrainBlocker WEB_BLOCKED =
      new DrainBlocker("default", "web", BlockReason.POD_DISRUPTION_BUDGET, BUDGET);
  private static final DrainBlocker BARE_BLOCKED =
      new DrainBlocker(
          "default", "bare", BlockReason.UNMANAGED_POD, "pod has no managing controller");

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void step(String rule, Given given, DrainStep expected) {
    assertEquals(expected, given.step());
  }

  static Stream<Arguments> rows() {
    return Stream.of(
        arguments("I2 without pods to move the node is drained", given(), new DrainStep.Drained()),
        arguments(
            "I24 I27 I29 pods that stay do not count",
            given(
                aPod("a").tolerating("", "Exists", ""),
                aPod("b").ofPackage(),
                aPod("c").daemonSet().terminating()),
            new DrainStep.Drained()),
        arguments(
            "I2 the first pass stores its start, before the call",
            given(aPod("web")),
            new DrainStep.Call(
                Instant.parse("2026-03-04T10:00:00Z"),
                refs("web"),
                List.of(),
                List.of(),
                List.of())),
        arguments(
            "I2 a start that cannot be read starts anew",
            given(aPod("web")).started("yesterday"),
            new DrainStep.Call(
                Instant.parse("2026-03-04T10:00:00Z"),
                refs("web"),
                List.of(),
                List.of(),
                List.of())),
        arguments(
            "I41 an evicted pod is waited for and not called again",
            given(aPod("web").terminating()).started(),
            new DrainStep.Awaits(START, refs("web"))),
        arguments(
            "I40 with disableEviction pods are deleted",
            given(aPod("web")).started().deleting(),
            new DrainStep.Call(START, List.of(), refs("web"), List.of(), List.of())),
        arguments(
            "I30 a bare pod holds the node and nothing is called",
            given(aPod("web"), aPod("bare").bare()).started().gentle(),
            new DrainStep.Held(START, List.of(BARE_BLOCKED))),
        arguments(
            "I33 I34 after a refusal the node is left alone for 30 s",
            given(aPod("other"), aPod("web")).started().refused("web", "nw", -28),
            new DrainStep.Pauses(START, List.of(WEB_BLOCKED), NOW.plusSeconds(2))),
        arguments(
            "I35 then there is one new attempt, and the blocker stays recorded until its answer",
            given(aPod("web")).started().refused("web", "nw", -30),
            new DrainStep.Call(START, refs("web"), List.of(), List.of(), List.of(WEB_BLOCKED))),
        arguments(
            "I36 when the refused pod is gone the node is drained at once",
            given().started().recorded(WEB_BLOCKED).refused("web", "nw", -5),
            new DrainStep.Drained()),
        arguments(
            "I36 or attempts at once, when others are left",
            given(aPod("late")).started().recorded(WEB_BLOCKED).refused("web", "nw", -5),
            new DrainStep.Call(START, refs("late"), List.of(), List.of(), List.of())),
        arguments(
            "I37 a refusal of another NodeWright does not keep this one from its attempt",
            given(aPod("web")).started().refused("web", "nw2", -5),
            new DrainStep.Call(START, refs("web"), List.of(), List.of(), List.of())),
        arguments(
            "I38 after a restart it is attempted at once",
            given(aPod("web")).started().recorded(WEB_BLOCKED),
            new DrainStep.Call(START, refs("web"), List.of(), List.of(), List.of(WEB_BLOCKED))),
        arguments(
            "I34 a recorded blocker holds the pause that another NodeWright's refusal began",
            given(aPod("other"), aPod("web"))
                .started()
                .recorded(WEB_BLOCKED)
                .refused("other", "nw2", -5),
            new DrainStep.Pauses(START, List.of(WEB_BLOCKED), NOW.plusSeconds(25))),
        arguments(
            "I34 a blocker that terminates blocks no more",
            given(aPod("web").terminating()).started().refused("web", "nw", -5),
            new DrainStep.Awaits(START, refs("web"))),
        arguments(
            "I43 L109 at the timeout nothing is called",
            given(aPod("web"), aPod("gone").terminating()).started().timeout(60),
            new DrainStep.TimedOut(START, refs("gone", "web"), List.of())),
        arguments(
            "I44 the timeout comes before the pause",
            given(aPod("web")).started().timeout(60).refused("web", "nw", -5),
            new DrainStep.TimedOut(START, refs("web"), List.of(WEB_BLOCKED))),
        arguments(
            "I43 a bare pod is named at the timeout",
            given(aPod("bare").bare()).started().gentle().timeout(60),
            new DrainStep.TimedOut(START, refs("bare"), List.of(BARE_BLOCKED))),
        arguments(
            "I45 once the blocker is gone the node is drained, timeout or not",
            given().started().timeout(60),
            new DrainStep.Drained()),
        arguments(
            "I43 a timeout that is raised lets it go on",
            given(aPod("web")).started().timeout(90),
            new DrainStep.Call(START, refs("web"), List.of(), List.of(), List.of())),
        arguments(
            "I47 without a timeout a stuck pod is waited for",
            given(aPod("web").terminating()).started("2026-01-01T00:00:00Z"),
            new DrainStep.Awaits(Instant.parse("2026-01-01T00:00:00Z"), refs("web"))));
  }

  @Property
  void aPodOnItsWayOutIsNeverGoneAndNeverCalled(
      @ForAll @IntRange(max = 4) int going, @ForAll @IntRange(max = 4) int there) {
    List<PodBuilder> pods = new ArrayList<>();
    for (int i = 0; i < going; i++) {
      pods.add(aPod("going-" + i).terminating());
    }
    for (int i = 0; i < there; i++) {
      pods.add(aPod("there-" + i));
    }
    DrainStep step = given(pods.toArray(PodBuilder[]::new)).step();
    assertEquals(going + there == 0, step instanceof DrainStep.Drained);
    if (step instanceof DrainStep.Call call) {
      assertEquals(there, call.evict().size());
      assertFalse(call.evict().stream().anyMatch(pod -> pod.name().startsWith("going")));
    }
  }

  @Property
  void nothingIsDisruptedOnANodeThatCannotProceed(
      @ForAll @IntRange(max = 4) int there, @ForAll boolean timedOut) {
    List<PodBuilder> pods = new ArrayList<>();
    pods.add(aPod("bare").bare());
    for (int i = 0; i < there; i++) {
      pods.add(aPod("there-" + i));
    }
    Given given = given(pods.toArray(PodBuilder[]::new)).started().gentle();
    DrainStep step = timedOut ? given.timeout(1).step() : given.step();
    assertEquals(timedOut ? DrainStep.TimedOut.class : DrainStep.Held.class, step.getClass());
  }

  private static List<PodRef> refs(String... names) {
    return Stream.of(names).map(name -> aPod(name).build().ref()).toList();
  }

  private static Given given(PodBuilder... pods) {
    return new Given(Stream.of(pods).map(PodBuilder::build).toList());
  }

  /// A drain that has not begun, with default settings, of NodeWright `nw`.
  static final class Given {
    private final List<PodView> pods;
    private final List<DrainBlocker> recorded = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();
    private String start = "";
    private DrainSettings settings = DrainSettings.DEFAULTS;

    Given(List<PodView> pods) {
      this.pods = pods;
    }

    Given started() {
      return started(DrainStart.write(START));
    }

    Given started(String text) {
      start = text;
      return this;
    }

    Given recorded(DrainBlocker blocker) {
      recorded.add(blocker);
      return this;
    }

    Given refused(String pod, String nodeWright, int secondsFromNow) {
      refused.add(
          new Refused(refs(pod).getFirst(), nodeWright, BUDGET, NOW.plusSeconds(secondsFromNow)));
      return this;
    }

    Given gentle() {
      settings =
          new DrainSettings(false, true, false, true, settings.timeout(), settings.gracePeriod());
      return this;
    }

    Given deleting() {
      settings =
          new DrainSettings(true, true, true, true, settings.timeout(), settings.gracePeriod());
      return this;
    }

    Given timeout(int seconds) {
      settings =
          new DrainSettings(
              settings.disableEviction(),
              settings.deleteEmptyDirData(),
              settings.force(),
              settings.ignoreDaemonSets(),
              Duration.ofSeconds(seconds),
              settings.gracePeriod());
      return this;
    }

    DrainStep step() {
      return DrainStep.of(new DrainStep.Facts(pods, start, recorded, refused), "nw", settings, NOW);
    }
  }
}
