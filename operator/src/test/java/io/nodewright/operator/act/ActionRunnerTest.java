package io.nodewright.operator.act;

import static io.nodewright.operator.act.TestActions.aDecision;
import static io.nodewright.operator.act.TestActions.aList;
import static io.nodewright.operator.act.TestActions.anAction;
import static io.nodewright.operator.act.TestActions.anOwnDecision;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.api.seen.Alarm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Many lists at a time, each by itself.
@Timeout(20)
class ActionRunnerTest {

  private final FakePerformer cluster = new FakePerformer();
  private final BlockingQueue<String> woken = new LinkedBlockingQueue<>();
  private final List<Duration> pauses = Collections.synchronizedList(new ArrayList<>());
  private final ActionRunner runner =
      new ActionRunner(
          cluster,
          RequestGate.standard(System::nanoTime),
          pause -> {
            if (!pause.isZero()) {
              pauses.add(pause);
            }
          },
          new Alarm() {
            @Override
            public void wake(String nodeWright) {
              woken.add(nodeWright);
            }

            @Override
            public void wakeAll() {
              woken.add("all");
            }
          });

  @Test
  void aNodeIsBusyUntilItsListEndsAndThenAllAreWoken() throws InterruptedException {
    CountDownLatch answer = held("slow");

    runner.start(aDecision(aList("n1", anAction("slow")), aList("n2", anAction("quick"))));

    assertEquals("all", woken.take()); // n2
    assertEquals(Map.of("n1", "tuning"), runner.busyNodes());
    answer.countDown();
    assertEquals("all", woken.take());
    assertEquals(Map.of(), runner.busyNodes());
  }

  @Test
  void aSecondListForABusyNodeIsDropped() throws InterruptedException {
    CountDownLatch answer = held("slow");
    runner.start(aDecision(aList("n1", anAction("slow"))));

    runner.start(aDecision(aList("n1", anAction("second"))));
    answer.countDown();
    woken.take();

    assertEquals(List.of("slow"), cluster.asked());
  }

  @Test
  void whatFailsOnOneNodeStaysThere() throws InterruptedException {
    cluster.answers(
        "broken",
        () -> {
          throw new IllegalStateException("our bug");
        });

    runner.start(
        aDecision(
            aList("n1", anAction("broken"), anAction("rest")), aList("n2", anAction("fine"))));
    woken.take();
    woken.take();

    assertEquals(List.of("broken", "fine"), cluster.asked().stream().sorted().toList());
    assertEquals(Map.of(), runner.busyNodes());
  }

  @Test
  void theFirstFailureIsFollowedAtOnceAndFurtherOnesEverLater() throws InterruptedException {
    cluster.answers(
        "record",
        () -> {
          throw new KubernetesClientException("the test failed", 422, null);
        });

    for (int i = 0; i < 4; i++) {
      runner.start(aDecision(aList("n1", anAction("record"))));
      woken.take();
    }

    assertEquals(3, pauses.size());
    assertEquals(
        true,
        pauses.get(0).toMillis() >= 1000
            && pauses.get(1).toMillis() >= 2000
            && pauses.get(2).toMillis() >= 4000,
        pauses::toString);
  }

  @Test
  void aSuccessEndsTheBackOff() throws InterruptedException {
    FakePerformer.Answer fails =
        () -> {
          throw new KubernetesClientException("the test failed", 409, null);
        };
    cluster.answers("record", fails, () -> Outcome.DONE, fails, () -> Outcome.DONE);

    for (int i = 0; i < 4; i++) {
      runner.start(aDecision(aList("n1", anAction("record"))));
      woken.take();
    }

    assertEquals(List.of(), pauses);
  }

  @Test
  void anOwnListThatChangesNothingWakesOnlyWhoWaitsForIt() throws InterruptedException {
    CountDownLatch answer = held("status", Outcome.UNCHANGED);
    runner.start(anOwnDecision(anAction("status")));

    assertEquals(true, runner.ownListRuns("tuning"));
    answer.countDown();

    assertEquals("tuning", woken.take());
    assertEquals(false, runner.ownListRuns("tuning"));
  }

  @Test
  void stopsWhenRequestsInFlightEnded() throws InterruptedException {
    CountDownLatch answer = held("slow");
    runner.start(aDecision(aList("n1", anAction("slow"), anAction("rest"))));
    while (cluster.asked().isEmpty()) {
      Thread.onSpinWait();
    }
    Thread stopping = Thread.currentThread();
    Thread.ofPlatform()
        .start(
            () -> {
              while (stopping.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
              }
              answer.countDown();
            });

    runner.stop(Duration.ofSeconds(10));

    assertEquals(List.of("slow"), cluster.asked());
    runner.start(aDecision(aList("n2", anAction("late"))));
    assertEquals(Map.of(), runner.busyNodes());
  }

  private CountDownLatch held(String name) {
    return held(name, Outcome.DONE);
  }

  private CountDownLatch held(String name, Outcome then) {
    CountDownLatch latch = new CountDownLatch(1);
    cluster.answers(
        name,
        () -> {
          try {
            latch.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return then;
        });
    return latch;
  }
}
