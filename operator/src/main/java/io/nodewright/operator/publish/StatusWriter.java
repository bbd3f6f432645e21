package io.nodewright.operator.publish;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.api.Keys;
import io.nodewright.api.resource.NodeWrightPatches;
import io.nodewright.api.resource.StatusSize;
import io.nodewright.api.resource.Statuses;
import io.nodewright.api.seen.Alarm;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.operator.answer.Failure;
import io.nodewright.operator.leadership.FenceClosed;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.observe.Caches;
import io.nodewright.operator.timing.Delays;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one writer of the status of NodeWrights. What is stored already is not written again; what
/// nobody waits for is written at most once per second, the latest one always, and seldom where a
/// write takes long: the status of a large fleet is the most expensive object that an API server
/// has from us.
public final class StatusWriter {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// How many times as long as a write took the next one waits.
  private static final int REST = 2;

  /// Before a copy is tried again that was refused, not for what changed meanwhile: somebody has to
  /// change a policy or the CRD.
  private static final Duration PAUSE_AFTER_REFUSAL = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(StatusWriter.class);

  private final Store store;
  private final Alarm alarm;
  private final Delays delays;
  private final LongSupplier nanoTime;
  private final StatusSize size = new StatusSize(StatusSize.LIMIT);
  private final Map<String, Held> held = new HashMap<>();
  private final Map<String, Long> nextAt = new HashMap<>();
  private final Map<String, String> refused = new HashMap<>();
  private final Set<String> late = new HashSet<>();
  private final Set<String> inFlight = new HashSet<>();

  /// @param alarm woken when a held write found another world
  public StatusWriter(FencedClient client, Caches caches, Alarm alarm) {
    this(new ClusterStore(client, caches), alarm, Delays.onVirtualThreads(), System::nanoTime);
  }

  StatusWriter(Store store, Alarm alarm, Delays delays, LongSupplier nanoTime) {
    this.store = store;
    this.alarm = alarm;
    this.delays = delays;
    this.nanoTime = nanoTime;
  }

  /// Writes a status now, unless it is stored already.
  ///
  /// @param seen the NodeWright as it was decided on; its UID and version are the precondition
  /// @return whether anything was written
  /// @throws KubernetesClientException as the API server answered
  public boolean write(NodeWrightView seen, PublishedStatus status) {
    synchronized (this) {
      held.remove(seen.name()); // an older one, by the same decisions
    }
    return send(seen, size.bounded(status));
  }

  /// Writes a status soon, unless it is stored already or a later one comes first.
  public void writeSoon(NodeWrightView seen, PublishedStatus status) {
    PublishedStatus bounded = size.bounded(status);
    if (stored(seen, bounded)) {
      return;
    }
    synchronized (this) {
      boolean waiting = held.put(seen.name(), new Held(seen, bounded)) != null;
      if (!waiting) {
        delays.after(untilNext(seen.name()), () -> sendHeld(seen.name()));
      }
    }
  }

  /// Whether a held status is being written; its end wakes that NodeWright. Nothing is decided
  /// meanwhile: it would be on a version that is about to be replaced.
  public synchronized boolean writing(String nodeWright) {
    return inFlight.contains(nodeWright);
  }

  /// Forgets a NodeWright that is gone.
  public synchronized void forget(String nodeWright) {
    held.remove(nodeWright);
    nextAt.remove(nodeWright);
    refused.remove(nodeWright);
    late.remove(nodeWright);
  }

  private void sendHeld(String nodeWright) {
    Held latest;
    synchronized (this) {
      latest = held.remove(nodeWright);
      if (latest == null) {
        return;
      }
      inFlight.add(nodeWright);
    }
    try {
      send(latest.seen, latest.status);
      landed(nodeWright);
    } catch (FenceClosed e) {
      LOG.atDebug().addKeyValue("nodewright", nodeWright).log("status not written: not leading");
      landed(nodeWright);
    } catch (KubernetesClientException e) {
      Failure failure = Failure.of(e);
      if (failure.kind() == Failure.Kind.REFUSED) {
        refused(nodeWright, failure.message());
        landed(nodeWright);
        return;
      }
      LOG.atDebug()
          .addKeyValue("nodewright", nodeWright)
          .addKeyValue("error", failure.message())
          .log("status not written");
      if (failure.kind() != Failure.Kind.PRECONDITION) {
        late(nodeWright, failure.message());
      }
      delays.after(PAUSE, () -> readAgain(latest.seen));
    }
  }

  /// The NodeWright goes on without: its copy on the resource is late, and that is said once.
  private void refused(String nodeWright, String message) {
    boolean news;
    synchronized (this) {
      nextAt.put(nodeWright, nanoTime.getAsLong() + PAUSE_AFTER_REFUSAL.toNanos());
      news = !message.equals(refused.put(nodeWright, message));
    }
    if (news) {
      LOG.atWarn()
          .addKeyValue("nodewright", nodeWright)
          .addKeyValue("error", message)
          .log("status was refused");
    }
  }

  /// Nodes go on meanwhile, and who reads the status has to know that it stands still: said once,
  /// until one is stored.
  private void late(String nodeWright, String message) {
    boolean news;
    synchronized (this) {
      news = late.add(nodeWright);
    }
    if (news) {
      LOG.atWarn()
          .addKeyValue("nodewright", nodeWright)
          .addKeyValue("error", message)
          .log("status could not be stored and is late; tried again until it is");
    }
  }

  private void landed(String nodeWright) {
    synchronized (this) {
      inFlight.remove(nodeWright);
    }
    alarm.wake(nodeWright);
  }

  private void readAgain(NodeWrightView seen) {
    try {
      store.reread(seen);
      landed(seen.name());
    } catch (KubernetesClientException e) {
      delays.after(PAUSE, () -> readAgain(seen));
    }
  }

  private boolean send(NodeWrightView seen, PublishedStatus status) {
    if (stored(seen, status)) {
      return false;
    }
    long before = nanoTime.getAsLong();
    store.put(seen, status);
    boolean wasLate;
    synchronized (this) {
      long now = nanoTime.getAsLong();
      nextAt.put(seen.name(), now + Math.max(PAUSE.toNanos(), REST * (now - before)));
      refused.remove(seen.name());
      wasLate = late.remove(seen.name());
    }
    if (wasLate) {
      LOG.atInfo().addKeyValue("nodewright", seen.name()).log("status is stored again");
    }
    return true;
  }

  /// Compared as stored: in memory, times have fractions of seconds that the API does not keep.
  private static boolean stored(NodeWrightView seen, PublishedStatus status) {
    return seen.status().present() && Statuses.json(seen.status()).equals(Statuses.json(status));
  }

  private Duration untilNext(String nodeWright) {
    Long next = nextAt.get(nodeWright);
    if (next == null) {
      return Duration.ZERO;
    }
    Duration left = Duration.ofNanos(next - nanoTime.getAsLong());
    return left.isNegative() ? Duration.ZERO : left;
  }

  private record Held(NodeWrightView seen, PublishedStatus status) {}

  /// Where statuses are stored.
  interface Store {
    /// Stores a status under the UID and version of `seen`, and takes the answer in.
    void put(NodeWrightView seen, PublishedStatus status);

    /// Reads the NodeWright into the cache.
    void reread(NodeWrightView seen);
  }

  private record ClusterStore(FencedClient client, Caches caches) implements Store {
    @Override
    public void put(NodeWrightView seen, PublishedStatus status) {
      caches
          .nodeWrights()
          .answered(
              client.patch(
                  "/apis/%s/nodewrights/%s/status".formatted(Keys.GROUP_VERSION, seen.name()),
                  PatchType.JSON,
                  NodeWrightPatches.status(seen, status),
                  NodeWright.class));
    }

    @Override
    public void reread(NodeWrightView seen) {
      NodeWright now = client.forRead().resources(NodeWright.class).withName(seen.name()).get();
      caches.nodeWrights().reread(seen.name(), seen.uid(), now);
    }
  }
}
