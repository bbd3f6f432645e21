package io.nodewright.operator.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.nodewright.api.seen.PodWatch;
import io.nodewright.api.seen.PodWatches;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.operator.FakeApiServer;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Watches of pods, against an API server that speaks HTTP (04 §5, §6).
class PodInformerTest {

  private static final String PODS = "GET /api/v1/pods";

  private final FakeApiServer server = new FakeApiServer();
  private final PodWatches watches = new ClusterPods(server.client(), "nodewright");
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final AtomicInteger count = new AtomicInteger();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  @DisplayName("I8 nothing is known before the list is there, and all of it after")
  void knownWithTheList() throws InterruptedException {
    PodWatch unanswered = watches.ofNode("n1", this::news);
    server.awaited(request -> request.line().equals(PODS));
    assertFalse(unanswered.known());
    unanswered.close();

    list(pod("web", "1"), pod("db", "2"));
    PodWatch watch = watches.ofNode("n1", this::news);
    until(watch::known);
    until(() -> names(watch).equals(List.of("db", "web")));
    watch.close();
  }

  @Test
  @DisplayName("04 §6 a node's pods are those of every namespace, page by page")
  void ofANode() throws InterruptedException {
    list();
    watches.ofNode("n1", this::news).close();

    String query = server.awaited(request -> request.line().equals(PODS)).query();
    assertTrue(query.contains("fieldSelector=spec.nodeName=n1"), query);
    assertTrue(query.contains("limit=" + Informers.PAGE), query);
  }

  @Test
  @DisplayName("04 §5 protected pods are those that the selector matches, on any node")
  void ofASelector() throws InterruptedException {
    list();
    TreeMap<String, String> labels = new TreeMap<>();
    labels.put("kind", "training");
    watches.ofSelector(new LabelSelector(labels, List.of()), this::news).close();

    String query = server.awaited(request -> request.line().equals(PODS)).query();
    assertTrue(query.contains("labelSelector=kind=training"), query);
  }

  @Test
  @DisplayName("04 §6 news is what decisions are made of: another address of a pod is none")
  void changes() throws InterruptedException {
    list(pod("web", "1"));
    PodWatch watch = watches.ofNode("n1", this::news);
    until(() -> watch.known() && count.get() == 2); // the pod, and the list

    Pod moved = pod("web", "3");
    moved.getStatus().setPodIP("10.0.0.9");
    server.tell("MODIFIED", moved);
    server.tell("ADDED", pod("db", "4"));
    until(() -> names(watch).equals(List.of("db", "web")));
    assertEquals(3, count.get(), "the new pod alone is told of");

    server.tell("DELETED", pod("web", "5"));
    until(() -> names(watch).equals(List.of("db")));
    watch.close();
  }

  @Test
  @DisplayName("04 §6 a pod that is on no node is not looked at")
  void onNoNode() throws InterruptedException {
    Pod pending = pod("pending", "1");
    pending.getSpec().setNodeName(null);
    list(pending, pod("web", "2"));
    PodWatch watch = watches.ofNode("n1", this::news);

    until(() -> watch.known() && names(watch).equals(List.of("web")));
    watch.close();
  }

  private void news() {
    count.incrementAndGet();
    told.add("news");
  }

  private void list(Pod... pods) {
    server.answers(
        PODS,
        new PodListBuilder()
            .withNewMetadata()
            .withResourceVersion("10")
            .endMetadata()
            .withItems(pods)
            .build());
  }

  /// Looks again whenever something is told, so that what is not told of is never seen.
  private void until(BooleanSupplier holds) throws InterruptedException {
    while (!holds.getAsBoolean()) {
      assertNotNull(told.poll(20, TimeUnit.SECONDS), "nothing was told");
    }
  }

  private static List<String> names(PodWatch watch) {
    return watch.pods().stream().map(pod -> pod.ref().name()).sorted().toList();
  }

  private static Pod pod(String name, String version) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("work")
        .withUid("uid-of-" + name)
        .withResourceVersion(version)
        .endMetadata()
        .withNewSpec()
        .withNodeName("n1")
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .endStatus()
        .build();
  }
}
