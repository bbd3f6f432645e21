package io.nodewright.operator.publish;

import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.api.Keys;
import io.nodewright.engine.action.Action;
import io.nodewright.operator.leadership.FenceClosed;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.timing.TokenBucket;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Records events of `events.k8s.io/v1` in namespace `default` (03 §18). Best effort: a queue with
/// an end and a thread of its own, so that nobody ever waits for an event.
public final class EventWriter implements AutoCloseable {

  /// Events that may wait. Past it the newest normal ones are dropped, and that is said.
  static final int QUEUE = 4_096;

  /// A node-stage has 2.5 events; beside 300 other requests per second they may be a third.
  private static final double PER_SECOND = 100;

  private static final double BURST = 200;
  private static final int LONGEST_NOTE = 1_024;
  private static final int LONGEST_NAME = 253;
  private static final String NAMESPACE = "default";
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final Logger LOG = LoggerFactory.getLogger(EventWriter.class);

  private final FencedClient client;
  private final String instance;
  private final BlockingDeque<Action.Event> queue = new LinkedBlockingDeque<>(QUEUE);
  private final TokenBucket budget = new TokenBucket(System::nanoTime, PER_SECOND, BURST);
  private final AtomicLong dropped = new AtomicLong();
  private final LongSupplier unique;
  private final Thread thread;

  /// @param instance this process, as events name it
  public EventWriter(FencedClient client, String instance) {
    this.client = client;
    this.instance = instance;
    AtomicLong counter = new AtomicLong(System.currentTimeMillis() << 16);
    this.unique = counter::getAndIncrement;
    this.thread = Thread.ofVirtual().name("events").start(this::drain);
  }

  /// Records an event, soon, if all goes well. A warning goes before all that is normal, and takes
  /// its place when there is none left.
  public void record(Action.Event event) {
    boolean taken = event.warning() ? queue.offerFirst(event) : queue.offerLast(event);
    if (taken) {
      return;
    }
    if (event.warning()) {
      queue.pollLast();
      queue.offerFirst(event);
    }
    if (dropped.getAndIncrement() == 0) {
      LOG.warn("events are dropped: more than {} wait to be written", QUEUE);
    }
  }

  /// How many events wait to be written.
  public int waiting() {
    return queue.size();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void drain() {
    try {
      while (true) {
        Action.Event event = queue.take();
        for (long nanos = budget.take(); nanos > 0; nanos = budget.take()) {
          TimeUnit.NANOSECONDS.sleep(nanos);
        }
        write(event);
        if (queue.isEmpty()) {
          dropped.set(0);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the process ends
    }
  }

  private void write(Action.Event event) {
    try {
      client
          .forWrite()
          .events()
          .v1()
          .events()
          .inNamespace(NAMESPACE)
          .resource(stored(event, instance, unique.getAsLong()))
          .create();
    } catch (FenceClosed | KubernetesClientException e) {
      LOG.atDebug().addKeyValue("error", e.getMessage()).log("an event was not recorded");
    }
  }

  /// The event as it is stored.
  static Event stored(Action.Event event, String instance, long unique) {
    ObjectReference regarding = reference(event.regarding());
    String suffix = "." + Long.toHexString(unique);
    String subject = regarding.getName();
    String name =
        subject.substring(0, Math.min(subject.length(), LONGEST_NAME - suffix.length())) + suffix;
    EventBuilder stored =
        new EventBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(NAMESPACE)
            .endMetadata()
            .withEventTime(new MicroTime(MICROS.format(event.at())))
            .withReportingController(Keys.REPORTING_CONTROLLER)
            .withReportingInstance(instance)
            .withAction(event.action())
            .withReason(event.reason())
            .withType(event.warning() ? "Warning" : "Normal")
            .withNote(cut(event.note()))
            .withRegarding(regarding);
    return switch (event.related()) {
      case Action.Subject.Nobody _ -> stored.build();
      case Action.Subject.OfNode _, Action.Subject.OfNodeWright _ ->
          stored.withRelated(reference(event.related())).build();
    };
  }

  private static ObjectReference reference(Action.Subject subject) {
    return switch (subject) {
      case Action.Subject.OfNode(String name, String uid) ->
          new ObjectReferenceBuilder()
              .withApiVersion("v1")
              .withKind("Node")
              .withName(name)
              .withUid(uid)
              .build();
      case Action.Subject.OfNodeWright(String name, String uid) ->
          new ObjectReferenceBuilder()
              .withApiVersion(Keys.GROUP_VERSION)
              .withKind("NodeWright")
              .withName(name)
              .withUid(uid)
              .build();
      case Action.Subject.Nobody _ -> throw new IllegalStateException("an event is on something");
    };
  }

  private static String cut(String note) {
    return note.length() <= LONGEST_NOTE ? note : note.substring(0, LONGEST_NOTE - 1) + "…";
  }
}
