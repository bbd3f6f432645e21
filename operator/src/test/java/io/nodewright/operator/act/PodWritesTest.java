package io.nodewright.operator.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.nodewright.api.pod.PodViews;
import io.nodewright.api.seen.Alarm;
import io.nodewright.api.seen.PodWatch;
import io.nodewright.api.seen.PodWatches;
import io.nodewright.api.seen.WatchedPods;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.drain.PodRef;
import io.nodewright.engine.drain.PodView;
import io.nodewright.engine.drain.Refused;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.operator.FakeApiServer;
import io.nodewright.operator.publish.EventWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// How pods are asked to leave, and what each answer means (04 §6.3, §6.4).
class PodWritesTest {

  private static final String EVICTION = "POST /api/v1/namespaces/work/pods/web/eviction";
  private static final String DELETION = "DELETE /api/v1/namespaces/work/pods/web";
  private static final PodRef WEB = new PodRef("work", "web", "uid-of-web");
  private static final Clock NOW = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  private final FakeApiServer server = new FakeApiServer();
  private final OneWatch watches = new OneWatch();
  private final WatchedPods watched = new WatchedPods(watches, new NobodySleeps(), NOW);
  private final EventWriter events = new EventWriter(server.leading(), "operator-0");
  private final PodWrites writes =
      new PodWrites(server.leading(), "nodewright", watched, events, NOW);

  PodWritesTest() {
    watched.want("tuning", new TreeSet<>(List.of("n1")));
  }

  @AfterEach
  void close() {
    events.close();
    server.close();
  }

  @Test
  @DisplayName("04 §6.3 an eviction names the pod's UID and its grace, and then the pod goes")
  void evicts() {
    server.answers(EVICTION, new StatusBuilder().withStatus("Success").build());

    assertEquals(Outcome.DONE, writes.evict(eviction(Duration.ofSeconds(30))));

    String body = server.requests().getFirst().body();
    assertTrue(body.contains("\"uid\":\"uid-of-web\""), body);
    assertTrue(body.contains("\"gracePeriodSeconds\":30"), body);
    assertTrue(onNode().getFirst().terminating());
  }

  @Test
  @DisplayName(
      "04 §6.3 a deletion names the UID too, and leaves the pod's own grace when none is set")
  void deletes() {
    server.answers(DELETION, pod());

    assertEquals(Outcome.DONE, writes.delete(deletion(Duration.ofSeconds(-1))));

    String body = server.requests().getFirst().body();
    assertTrue(body.contains("\"uid\":\"uid-of-web\""), body);
    assertEquals(-1, body.indexOf("gracePeriodSeconds"), body);
    assertTrue(onNode().getFirst().terminating());
  }

  @Test
  @DisplayName("04 §6.4 that it is gone, or another has its name, is success")
  void gone() {
    assertEquals(Outcome.DONE, writes.evict(eviction(Duration.ZERO))); // nobody told: 404
    assertTrue(onNode().getFirst().terminating());

    server.refuses(DELETION, refusal(409, "the UID in the precondition does not match"));
    assertEquals(Outcome.DONE, writes.delete(deletion(Duration.ZERO)));
  }

  @Test
  @DisplayName("I33 a budget's refusal is remembered with its text, and is nobody's failure")
  void refusedByBudget() {
    server.refuses(
        EVICTION,
        refusal(429, "Cannot evict pod as it would violate the pod's disruption budget.")
            .withNewDetails()
            .addNewCause("", "The disruption budget web needs 3 healthy pods", "DisruptionBudget")
            .endDetails());

    assertEquals(Outcome.DONE, writes.evict(eviction(Duration.ZERO)));

    assertEquals(
        List.of(
            new Refused(
                WEB, "tuning", "The disruption budget web needs 3 healthy pods", Instant.EPOCH)),
        watched.seen().refused().get("n1"));
    assertEquals(false, onNode().getFirst().terminating());
  }

  @Test
  @DisplayName("IE11 any other answer is told on the node, and is left to a later pass")
  void failed() throws InterruptedException {
    server.refuses(EVICTION, refusal(403, "pods/eviction is forbidden"));

    assertEquals(Outcome.UNCHANGED, writes.evict(eviction(Duration.ZERO)));

    String event =
        server.awaited(request -> request.line().contains("/apis/events.k8s.io/v1/")).body();
    assertTrue(event.contains("\"action\":\"EvictionFailed\""), event);
    assertTrue(event.contains("pods/eviction is forbidden"), event);
    assertEquals(false, onNode().getFirst().terminating());
  }

  @Test
  @DisplayName("I3 an interrupt's list finds a pod that was not seen: then it is not begun")
  void aPodThatWasNotSeen() {
    server.answers(
        "GET /api/v1/pods",
        new PodListBuilder().withNewMetadata().endMetadata().withItems(pod()).build());

    assertEquals(
        Outcome.UNCHANGED,
        writes.confirm(new Action.ConfirmPods("n1", new TreeSet<>(List.of("uid-of-web")))));
    assertEquals(1, watches.started);

    assertInstanceOf(
        Outcome.Ended.class, writes.confirm(new Action.ConfirmPods("n1", new TreeSet<>())));
    assertEquals(2, watches.started, "watched anew");
    assertEquals("fieldSelector=spec.nodeName=n1", server.requests().getFirst().query());
  }

  private List<PodView> onNode() {
    return watched.seen().onNodes().getOrDefault("n1", List.of());
  }

  private static Action.EvictPod eviction(Duration grace) {
    return new Action.EvictPod(WEB, TestActions.aNode("n1"), TestActions.aNodeWright(), grace);
  }

  private static Action.DeletePod deletion(Duration grace) {
    return new Action.DeletePod(WEB, TestActions.aNode("n1"), TestActions.aNodeWright(), grace);
  }

  private static StatusBuilder refusal(int code, String message) {
    return new StatusBuilder().withCode(code).withMessage(message);
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web")
        .withNamespace("work")
        .withUid("uid-of-web")
        .endMetadata()
        .withNewSpec()
        .withNodeName("n1")
        .endSpec()
        .build();
  }

  /// Shows the one pod for ever.
  private static final class OneWatch implements PodWatches {
    private int started;

    @Override
    public PodWatch ofNode(String node, Runnable news) {
      started++;
      return new PodWatch() {
        @Override
        public boolean known() {
          return true;
        }

        @Override
        public List<PodView> pods() {
          return List.of(new PodViews("nodewright").of(pod()).orElseThrow());
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public PodWatch ofSelector(LabelSelector selector, Runnable news) {
      throw new AssertionError("nobody protects pods here");
    }
  }

  private static final class NobodySleeps implements Alarm {
    @Override
    public void wake(String nodeWright) {}

    @Override
    public void wakeAll() {}
  }
}
