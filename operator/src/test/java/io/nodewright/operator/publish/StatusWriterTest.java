package io.nodewright.operator.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.resource.StatusSize;
import io.nodewright.api.seen.Alarm;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Status;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/// One writer, no write too many, the latest always.
class StatusWriterTest {

  private long now;
  private Duration takes = Duration.ZERO;
  private boolean conflict;
  private boolean busy;
  private Optional<String> refusal = Optional.empty();
  private final Deque<Runnable> delayed = new ArrayDeque<>();
  private final List<Duration> delays = new ArrayList<>();
  private final List<String> written = new ArrayList<>();
  private final List<String> woken = new ArrayList<>();
  private final StatusWriter writer =
      new StatusWriter(
          new Store(),
          new Woken(),
          (delay, task) -> {
            delays.add(delay);
            delayed.add(task);
          },
          () -> now);

  @Test
  void anUrgentStatusIsWrittenAtOnce() {
    assertEquals(true, writer.write(anObject(PublishedStatus.NONE), aStatus("1/3")));
    assertEquals(List.of("1/3"), written);
  }

  @Test
  void whatIsStoredIsNotWrittenAgain() {
    NodeWrightView seen = anObject(aStatus("1/3"));

    assertEquals(false, writer.write(seen, aStatus("1/3")));
    writer.writeSoon(seen, aStatus("1/3"));

    assertEquals(List.of(), written);
    assertEquals(0, delayed.size());
  }

  @Test
  void whatNobodyWaitsForIsWrittenOncePerSecondAndTheLatestWins() {
    NodeWrightView seen = anObject(PublishedStatus.NONE);
    writer.writeSoon(seen, aStatus("0/3"));
    runNext();
    now += Duration.ofMillis(300).toNanos();

    writer.writeSoon(seen, aStatus("1/3"));
    writer.writeSoon(seen, aStatus("2/3"));
    runNext();

    assertEquals(List.of("0/3", "2/3"), written);
    assertEquals(List.of(Duration.ZERO, Duration.ofMillis(700)), delays);
  }

  @Test
  void whereAWriteTakesLongTheNextOneWaitsTwiceAsLong() {
    NodeWrightView seen = anObject(PublishedStatus.NONE);
    takes = Duration.ofSeconds(4);
    writer.writeSoon(seen, aStatus("0/3"));
    runNext();

    writer.writeSoon(seen, aStatus("1/3"));

    assertEquals(List.of(Duration.ZERO, Duration.ofSeconds(8)), delays);
  }

  @Test
  void whatCouldNotBeStoredIsReadAnewAndSaidOnce() {
    ListAppender<ILoggingEvent> logged = new ListAppender<>();
    logged.start();
    Logger logger = (Logger) LoggerFactory.getLogger(StatusWriter.class);
    logger.addAppender(logged);
    logger.setLevel(Level.INFO); // tests are quiet otherwise
    NodeWrightView seen = anObject(PublishedStatus.NONE);
    busy = true;
    for (int i = 0; i < 3; i++) {
      writer.writeSoon(seen, aStatus(i + "/3"));
      runNext(); // the write
      runNext(); // the read, after a pause
    }
    busy = false;
    writer.writeSoon(seen, aStatus("3/3"));
    runNext();
    logger.detachAppender(logged);
    logger.setLevel(null);

    assertEquals(List.of("read", "read", "read", "3/3"), written);
    assertEquals(
        List.of(
            "WARN status could not be stored and is late; tried again until it is",
            "INFO status is stored again"),
        logged.list.stream()
            .map(event -> event.getLevel() + " " + event.getFormattedMessage())
            .toList());
  }

  @Test
  void anUrgentStatusTakesTheOlderOnesPlace() {
    NodeWrightView seen = anObject(PublishedStatus.NONE);
    writer.writeSoon(seen, aStatus("1/3"));
    writer.write(seen, aStatus("2/3"));
    runNext();

    assertEquals(List.of("2/3"), written);
  }

  @Test
  void aConflictIsReadAnewAndDecidedAgain() {
    conflict = true;
    writer.writeSoon(anObject(PublishedStatus.NONE), aStatus("1/3"));
    runNext(); // the write
    assertEquals(true, writer.writing("tuning"));
    assertEquals(List.of(), woken);
    runNext(); // the read, after a pause
    assertEquals(false, writer.writing("tuning"));

    assertEquals(List.of("read"), written);
    assertEquals(List.of("tuning"), woken);
  }

  @Test
  void aRefusedCopyHoldsNothingAndIsTriedAgainLater() {
    refusal = Optional.of("NodeWright \"tuning\" is invalid");
    NodeWrightView seen = anObject(PublishedStatus.NONE);
    writer.writeSoon(seen, aStatus("1/3"));
    runNext();

    assertEquals(false, writer.writing("tuning"));
    assertEquals(List.of("tuning"), woken);
    writer.writeSoon(seen, aStatus("2/3")); // as the pass does that was woken
    assertEquals(List.of(Duration.ZERO, Duration.ofSeconds(30)), delays);
    refusal = Optional.empty();
    runNext();
    assertEquals(List.of("2/3"), written);
  }

  @Test
  void aStatusPastTheLimitLosesCopiesOfCompleteNodesFirst() {
    SortedMap<String, Status> nodes = new TreeMap<>();
    SortedMap<String, String> boots = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      nodes.put("node-" + i, i < 90 ? Status.COMPLETE : Status.IN_PROGRESS);
      boots.put("node-" + i, "boot-" + i);
    }
    PublishedStatus large = with(aStatus("90/100"), nodes, boots);

    assertEquals(large, new StatusSize(100_000).bounded(large));
    PublishedStatus smaller = new StatusSize(4_000).bounded(large);
    assertEquals(10, smaller.nodeStatus().size());
    assertEquals(100, smaller.nodeBootIds().size());
    PublishedStatus smallest = new StatusSize(1_000).bounded(large);
    assertEquals(10, smallest.nodeStatus().size());
    assertEquals(0, smallest.nodeBootIds().size());
    assertEquals("90/100", smallest.completeNodes());
  }

  private void runNext() {
    delayed.removeFirst().run();
  }

  private static NodeWrightView anObject(PublishedStatus status) {
    NodeWright stored = new NodeWright();
    stored.getMetadata().setName("tuning");
    stored.getMetadata().setUid("uid");
    stored.getMetadata().setResourceVersion("1");
    NodeWrightView view = NodeWrightViews.of(stored);
    return new NodeWrightView(
        view.name(),
        view.uid(),
        view.resourceVersion(),
        view.generation(),
        view.created(),
        view.paused(),
        view.disabled(),
        view.deleting(),
        view.finalizer(),
        view.operatorVersion(),
        view.spec(),
        view.specProblems(),
        status);
  }

  private static PublishedStatus aStatus(String completeNodes) {
    PublishedStatus none = PublishedStatus.NONE;
    return new PublishedStatus(
        Status.IN_PROGRESS,
        true,
        1,
        none.nodeStatus(),
        none.nodeState(),
        0,
        completeNodes,
        none.packageList(),
        none.conditions(),
        none.nodePriority(),
        0,
        none.nodeOrder(),
        none.nodeBootIds(),
        none.configUpdates(),
        none.compartments());
  }

  private static PublishedStatus with(
      PublishedStatus status, SortedMap<String, Status> nodes, SortedMap<String, String> boots) {
    return new PublishedStatus(
        status.status(),
        true,
        1,
        nodes,
        status.nodeState(),
        0,
        status.completeNodes(),
        status.packageList(),
        status.conditions(),
        status.nodePriority(),
        0,
        status.nodeOrder(),
        boots,
        status.configUpdates(),
        status.compartments());
  }

  private final class Store implements StatusWriter.Store {
    @Override
    public void put(NodeWrightView seen, PublishedStatus status) {
      now += takes.toNanos();
      if (busy) {
        throw new KubernetesClientException("the server has too many requests", 503, null);
      }
      if (conflict) {
        throw new KubernetesClientException("the test failed", 422, null);
      }
      if (refusal.isPresent()) {
        throw new KubernetesClientException(
            refusal.get(),
            422,
            new StatusBuilder()
                .withCode(422)
                .withMessage(refusal.get())
                .withNewDetails()
                .withKind("NodeWright")
                .endDetails()
                .build());
      }
      written.add(status.completeNodes());
    }

    @Override
    public void reread(NodeWrightView seen) {
      written.add("read");
    }
  }

  private final class Woken implements Alarm {
    @Override
    public void wake(String nodeWright) {
      woken.add(nodeWright);
    }

    @Override
    public void wakeAll() {
      woken.add("all");
    }
  }
}
