package io.nodewright.operator.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.operator.answer.Failure;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.leadership.WriteFence;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What becomes of one list (design, rules 2 and 3).
class ListRunTest {

  private final FakePerformer cluster = new FakePerformer();
  private final List<Duration> pauses = new ArrayList<>();
  private final AtomicBoolean stopping = new AtomicBoolean();

  @Test
  void runsInOrder() throws InterruptedException {
    assertEquals(new ListRun.Ending.Completed(true), run("record", "metadata", "job"));
    assertEquals(List.of("record", "metadata", "job"), cluster.asked());
  }

  @Test
  void aFailedPreconditionDropsTheRestAndReadsAnew() throws InterruptedException {
    cluster.answers("metadata", failing(422, "the test failed"));

    ListRun.Ending ending = run("record", "metadata", "job");

    assertEquals(Failure.Kind.PRECONDITION, failureOf(ending).kind());
    assertEquals(List.of("record", "metadata", "read metadata"), cluster.asked());
    assertEquals(List.of(), pauses);
  }

  @Test
  void aBusyServerIsAskedAgainAfterEverLongerPauses() throws InterruptedException {
    cluster.answers(
        "record",
        failing(429, "slow down"),
        failing(503, "starting"),
        failing(500, "etcd"),
        () -> Outcome.DONE);

    assertEquals(new ListRun.Ending.Completed(true), run("record"));
    assertEquals(4, cluster.asked().size());
    assertEquals(3, pauses.size());
    assertEquals(
        true,
        pauses.get(0).toMillis() <= 200
            && pauses.get(1).toMillis() >= 200
            && pauses.get(2).toMillis() >= 400,
        pauses::toString);
  }

  @Test
  void aPauseThatTheServerAsksForIsKept() throws InterruptedException {
    cluster.answers("record", retryAfter(7), () -> Outcome.DONE);

    run("record");

    assertEquals(List.of(Duration.ofSeconds(7)), pauses);
  }

  @Test
  void aServerThatStaysBusyEndsTheList() throws InterruptedException {
    cluster.answers("record", failing(503, "down"));

    assertEquals(Failure.Kind.BUSY, failureOf(run("record", "job")).kind());
    assertEquals(0, Stream.of("job").filter(cluster.asked()::contains).count());
    assertEquals("read record", cluster.asked().getLast());
  }

  @Test
  void withoutAnAnswerItReadsForAsLongAsItTakes() throws InterruptedException {
    cluster.answers("record", unanswered());
    cluster.rereadsOf("record", unanswered(), failing(503, "starting"), () -> Outcome.DONE);

    assertEquals(Failure.Kind.UNANSWERED, failureOf(run("record", "job")).kind());
    assertEquals(List.of("record", "read record", "read record", "read record"), cluster.asked());
  }

  @Test
  void aRefusalIsNotTriedAgainNorReadAnew() throws InterruptedException {
    cluster.answers("record", failing(403, "forbidden"));

    Failure failure = failureOf(run("record", "job"));

    assertEquals(new Failure(Failure.Kind.REFUSED, "forbidden", Duration.ZERO), failure);
    assertEquals(List.of("record"), cluster.asked());
  }

  @Test
  void aClosedFenceEndsTheListBeforeAnythingIsSent() throws InterruptedException {
    cluster.answers(
        "record",
        () -> {
          new FencedClient(
                  new KubernetesClientBuilder().build(),
                  WriteFence.closed(System::nanoTime, Duration.ofSeconds(10)))
              .forWrite();
          return Outcome.DONE;
        });

    assertEquals(Failure.Kind.NOT_LEADING, failureOf(run("record", "job")).kind());
    assertEquals(List.of("record"), cluster.asked());
  }

  @Test
  void aRefusalThatIsRememberedHoldsTheList() throws InterruptedException {
    cluster.answers("job", () -> new Outcome.Ended("quota"));

    assertInstanceOf(ListRun.Ending.Held.class, run("job", "event"));
    assertEquals(List.of("job"), cluster.asked());
  }

  @Test
  void beginsNothingWhileTheProcessStops() throws InterruptedException {
    cluster.answers(
        "record",
        () -> {
          stopping.set(true);
          return Outcome.DONE;
        });

    run("record", "job");

    assertEquals(List.of("record"), cluster.asked());
  }

  private ListRun.Ending run(String... names) throws InterruptedException {
    return new ListRun(
            cluster,
            RequestGate.standard(System::nanoTime),
            pauses::add,
            stopping::get,
            new Turn(Turn.Level.AT_WORK, 0),
            Stream.of(names).map(TestActions::anAction).toList())
        .run();
  }

  private static Failure failureOf(ListRun.Ending ending) {
    return assertInstanceOf(ListRun.Ending.Failed.class, ending).failure();
  }

  private static FakePerformer.Answer failing(int code, String message) {
    return () -> {
      throw new KubernetesClientException(
          message, code, new StatusBuilder().withCode(code).withMessage(message).build());
    };
  }

  private static FakePerformer.Answer unanswered() {
    return () -> {
      throw new KubernetesClientException("timed out", new IOException("timed out"));
    };
  }

  private static FakePerformer.Answer retryAfter(int seconds) {
    return () -> {
      throw new KubernetesClientException(
          "slow down",
          429,
          new StatusBuilder().withNewDetails().withRetryAfterSeconds(seconds).endDetails().build());
    };
  }
}
