package io.nodewright.sandbox.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.sandbox.kill.Scenario.Asked.Apply;
import io.nodewright.sandbox.kill.Scenario.Asked.Delete;
import io.nodewright.sandbox.kill.Scenario.Asked.Rerun;
import io.nodewright.sandbox.kill.Scenario.Step;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever people ask for ends the same when the operator is killed at each of its writes, once
/// before the API server has it and once after it is stored and before the answer: the same records
/// and marks on nodes, the same runs of steps in the same order, the same Jobs and ConfigMaps, the
/// same status. Steps with real hosts, agent and Job controller.
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KillDrillTest {

  /// Runs with kills at most. Writes of one list that nobody repeats, since the next operator sees
  /// that the first of them was done, are killed one after the other, each in two runs.
  private static final int ROUNDS = 8;

  private static final String BASE = "base: {version: 1.0.0, image: nodewright.local/base%s}";
  private static final String TOOL =
      "tool: {version: 1.0.0, image: nodewright.local/tool, dependsOn: {base: 1.0.0}%s}";
  private static final String CAN_GO = ", uninstall: {enabled: true}";
  private static final String GOES = ", uninstall: {enabled: true, apply: true}";
  private static final String BOTH = BASE.formatted("") + ", " + TOOL.formatted("");

  private static final List<String> INSTALLED =
      List.of("base|1.0.0 config complete", "tool|1.0.0 config complete");

  private final Drill drill = new Drill();

  KillDrillTest() throws IOException {}

  @AfterAll
  void close() throws IOException {
    drill.close();
  }

  static Stream<Scenario> scenarios() {
    return Stream.of(
        new Scenario(
            "two packages, one needs the other", List.of(), new Step(new Apply(BOTH), INSTALLED)),
        new Scenario(
            "a package is upgraded",
            List.of(new Step(new Apply(BOTH), INSTALLED)),
            new Step(
                new Apply(
                    "base: {version: 2.0.0, image: nodewright.local/base}, "
                        + TOOL.formatted("").replace("base: 1.0.0", "base: 2.0.0")),
                List.of("base|2.0.0 config complete", "tool|1.0.0 config complete"))),
        new Scenario(
            "a config file is changed",
            List.of(new Step(new Apply(configured("1")), INSTALLED)),
            new Step(new Apply(configured("2")), INSTALLED)),
        new Scenario(
            "a package is uninstalled",
            List.of(new Step(new Apply(BASE.formatted("") + ", " + tool(CAN_GO)), INSTALLED)),
            new Step(
                new Apply(BASE.formatted("") + ", " + tool(GOES)),
                List.of("base|1.0.0 config complete"))),
        new Scenario(
            "an uninstall is cancelled while it runs",
            List.of(
                new Step(new Apply(slow(CAN_GO)), List.of("slow|1.0.0 config complete")),
                new Step(new Apply(slow(GOES)), List.of("slow|1.0.0 uninstall in_progress"))),
            new Step(new Apply(slow(CAN_GO)), List.of("slow|1.0.0 config complete"))),
        new Scenario(
            "the resource is deleted, with a package that is uninstalled first",
            List.of(
                new Step(
                    new Apply(BASE.formatted("") + ", " + slow(CAN_GO)),
                    List.of("base|1.0.0 config complete", "slow|1.0.0 config complete"))),
            new Step(new Delete(), List.of())),
        new Scenario(
            "a package is run again",
            List.of(new Step(new Apply(BOTH), INSTALLED)),
            new Step(new Rerun("tool"), INSTALLED)));
  }

  @ParameterizedTest(name = "killed at each write: {0}")
  @MethodSource("scenarios")
  void endsTheSame(Scenario scenario) throws IOException, InterruptedException {
    String wanted = drill.undisturbed(scenario);
    int before = -1;
    for (int round = 1;
        round <= ROUNDS && (round == 1 || !survivors().isEmpty()) && before < drill.kills().count();
        round++) {
      before = drill.kills().count();
      String found = drill.disturbed(scenario);
      System.out.printf("%s, round %d: %s%n", scenario, round, drill.kills().report());
      assertEquals(wanted, found, () -> EndState.difference(wanted, found));
    }
    assertTrue(
        survivors().size() <= drill.kills().allowance(),
        () -> "writes that did not kill both ways:\n" + String.join("\n", survivors()));
  }

  private List<String> survivors() {
    return drill.kills().survivors();
  }

  private static String configured(String content) {
    return BASE.formatted(", configMap: {file: \"%s\"}".formatted(content)) + ", " + tool("");
  }

  private static String tool(String uninstall) {
    return TOOL.formatted(uninstall);
  }

  private static String slow(String uninstall) {
    return "slow: {version: 1.0.0, image: nodewright.local/slow, gracefulShutdown: 1s%s}"
        .formatted(uninstall);
  }
}
