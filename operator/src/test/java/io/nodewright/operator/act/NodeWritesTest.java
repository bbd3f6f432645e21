package io.nodewright.operator.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.api.seen.Alarm;
import io.nodewright.api.seen.Doubts;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.operator.FakeApiServer;
import io.nodewright.operator.observe.Caches;
import io.nodewright.operator.publish.EventWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Looks for nodes that are not seen, and taints that are not allowed.
class NodeWritesTest {

  private static final String PATCH = "PATCH /api/v1/nodes/n1";

  private final FakeApiServer server = new FakeApiServer();
  private final Caches caches = new Caches(new NobodySleeps(), new NothingLost());
  private final EventWriter events = new EventWriter(server.leading(), "operator-0");
  private final NodeWrites writes =
      new NodeWrites(server.leading(), caches, events, Clock.systemUTC());

  @AfterEach
  void close() {
    events.close();
    server.close();
  }

  @Test
  @DisplayName("LF5 nodes that are not seen and not there are gone")
  void gone() {
    assertEquals(Outcome.UNCHANGED, writes.confirmGone(confirm("n1", "n2")));
    assertEquals(2, server.requests().size());
  }

  @Test
  @DisplayName("LF5 one that is there all the same is seen from then on, and nothing more is done")
  void thereAllTheSame() {
    server.answers("GET /api/v1/nodes/n2", node("n2"));

    assertEquals(
        new Outcome.Ended("nodes were not seen, and are there: n2"),
        writes.confirmGone(confirm("n1", "n2")));
    assertTrue(caches.nodes().view("n2").isPresent());
    assertEquals(false, caches.nodes().view("n1").isPresent());
  }

  @Test
  @DisplayName("LF5 a look that fails is no answer")
  void noAnswer() {
    server.refuses("GET /api/v1/nodes/n1", new StatusBuilder().withCode(503));

    assertThrows(KubernetesClientException.class, () -> writes.confirmGone(confirm("n1")));
  }

  @Test
  @DisplayName("RE4 a taint that the API server does not allow is told on the node")
  void aTaintThatIsNotAllowed() throws InterruptedException {
    server.refuses(
        PATCH,
        new StatusBuilder()
            .withCode(422)
            .withMessage("nodes \"n1\" is forbidden: ValidatingAdmissionPolicy 'p' denied request")
            .withNewDetails()
            .withKind("nodes")
            .withName("n1")
            .endDetails());

    assertThrows(KubernetesClientException.class, this::taint);

    String event =
        server.awaited(request -> request.line().contains("/apis/events.k8s.io/v1/")).body();
    assertTrue(event.contains("\"reason\":\"AutoTaint\""), event);
    assertTrue(event.contains("[tuning] cannot apply taint gate=yes:NoSchedule: nodes"), event);
    assertEquals(1, patches(), "it is not asked again in another way");
  }

  @Test
  @DisplayName("RE4 LW2 a test that failed is no refusal, and nothing is told of it")
  void aTestThatFailed() {
    server.refuses(
        PATCH,
        new StatusBuilder()
            .withCode(422)
            .withReason("Invalid")
            .withMessage("the server rejected our request due to an error in our request")
            .withNewDetails()
            .endDetails());

    assertThrows(KubernetesClientException.class, this::taint);

    // What is told goes through one queue: were there an event of the taint, it would come first.
    events.record(
        new Action.Event(
            new Action.Subject.OfNode("n1", "uid-of-n1"),
            new Action.Subject.Nobody(),
            true,
            "Other",
            "Other",
            "the first event",
            Instant.EPOCH));
    assertTrue(firstEvent().contains("the first event"));
  }

  private String firstEvent() {
    try {
      return server.awaited(request -> request.line().contains("/apis/events.k8s.io/v1/")).body();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private long patches() {
    return server.requests().stream().filter(request -> request.line().equals(PATCH)).count();
  }

  private Outcome taint() {
    return writes.taint(
        new Action.TaintNode(
            TestActions.aNode("n1"),
            TestActions.aNodeWright(),
            new Taint("gate", "yes", "NoSchedule")),
        new ListMemory(List.of()));
  }

  private static Action.ConfirmGone confirm(String... nodes) {
    return new Action.ConfirmGone(new TreeSet<>(List.of(nodes)));
  }

  private static Node node(String name) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid("uid-of-" + name)
        .withResourceVersion("7")
        .endMetadata()
        .build();
  }

  private static final class NobodySleeps implements Alarm {
    @Override
    public void wake(String nodeWright) {}

    @Override
    public void wakeAll() {}
  }

  private static final class NothingLost implements Doubts {
    @Override
    public void nodeWright(NodeWrightView lost) {}

    @Override
    public void job(JobFacts lost) {}

    @Override
    public void attempt(OwnedAttempt lost) {}
  }
}
