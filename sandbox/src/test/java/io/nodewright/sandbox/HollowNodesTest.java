package io.nodewright.sandbox;

import static io.nodewright.sandbox.Jobs.aJob;
import static io.nodewright.sandbox.Jobs.aPod;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.sandbox.hollow.HollowStep;
import io.nodewright.sandbox.kubelet.ContainerRuntime.Reporting;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Nodes that only pretend, with the real Job controller.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HollowNodesTest {
  private static final int NODES = 200;

  private final TestFolder folder = new TestFolder();
  private Sandbox sandbox = start();

  private Sandbox start() {
    HollowStep.Rule rule =
        (pod, container, attempt) ->
            pod.getSpec().getNodeName().equals("hollow-7") && container.getName().equals("step-1")
                ? new HollowStep(Duration.ofMillis(50), 4)
                : new HollowStep(Duration.ofMillis(50), 0);
    try {
      return Sandbox.start(
          SandboxOptions.in(folder.path())
              .withHollowNodes(NODES)
              .withHollow(rule, Reporting.PHASES));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterAll
  void stop() {
    sandbox.close();
    folder.close();
  }

  @Test
  void eachOfTwoHundredRunsItsJobAndOneFailsByTheRule() {
    Jobs jobs = new Jobs(sandbox.client());
    IntStream.range(0, NODES)
        .parallel()
        .forEach(i -> jobs.create(aJob("fleet-" + i, aPod("hollow-" + i, "a", "b").build())));
    Await.until("all Jobs have ended", Duration.ofSeconds(90), () -> ended() == NODES);
    Map<String, Long> phases =
        sandbox.client().pods().inNamespace("default").list().getItems().stream()
            .collect(
                Collectors.groupingBy(pod -> pod.getStatus().getPhase(), Collectors.counting()));
    assertEquals(Map.of("Succeeded", NODES - 1L, "Failed", 1L), phases);
    assertEquals("Failed", jobs.awaitEnd("fleet-7"));
  }

  private long ended() {
    return sandbox.client().batch().v1().jobs().inNamespace("default").list().getItems().stream()
        .filter(
            job ->
                job.getStatus().getConditions().stream()
                    .anyMatch(
                        condition ->
                            !condition.getType().endsWith("Target")
                                && !condition.getType().equals("SuccessCriteriaMet")))
        .count();
  }
}
