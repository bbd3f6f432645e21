package io.nodewright.sandbox.node;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.sandbox.request.ApiRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Registers nodes and keeps them alive for the cluster.
public final class Heartbeats implements AutoCloseable {
  private static final int REGISTERING_AT_ONCE = 32;
  private static final int NOT_FOUND = 404;
  private static final Duration CONTROLLERS_LATE = Duration.ofMinutes(3);

  private final NodeRegistrar registrar;
  private final Duration period;
  private final Map<String, NodeHealth> nodes = new ConcurrentHashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("sandbox-heartbeats").factory());
  private final ExecutorService requests =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("heartbeat-", 0).factory());

  /// @param period how often each node renews its lease
  public Heartbeats(KubernetesClient client, Duration period) {
    this.registrar = new NodeRegistrar(client);
    this.period = period;
  }

  /// Registers `identities` and begins to renew their leases. Returns when all are registered.
  public void add(List<NodeIdentity> identities) {
    Semaphore places = new Semaphore(REGISTERING_AT_ONCE);
    List<CompletableFuture<Void>> registered = new ArrayList<>();
    for (int i = 0; i < identities.size(); i++) {
      NodeIdentity identity = identities.get(i);
      long first = period.toMillis() * i / identities.size();
      registered.add(
          CompletableFuture.runAsync(
              () -> {
                places.acquireUninterruptibly();
                try {
                  registrar.register(identity);
                } finally {
                  places.release();
                }
                beat(identity, first);
              },
              requests));
    }
    registered.forEach(CompletableFuture::join);
  }

  /// A node was told to shut down: its kubelet says so, and then nothing.
  public void shutDown(NodeIdentity identity) {
    silence(identity.name());
    registrar.sayNotReady(identity, "node is shutting down");
  }

  /// A node has booted anew: its kubelet is not ready at first, as every kubelet, and then it is.
  public void rebooted(NodeIdentity identity) {
    registrar.sayNotReady(identity, "container runtime status check may not have completed yet");
    boolean told = registrar.patchStatus(identity).taken();
    beat(identity, 0);
    if (!told) {
      nodes.computeIfPresent(identity.name(), (_, health) -> health.doubt());
    }
  }

  /// Lets the node called `name` fall silent, as a node without power does.
  public void silence(String name) {
    NodeHealth health = nodes.remove(name);
    if (health != null) {
      health.beats.cancel(false);
    }
  }

  /// Ends all heartbeats.
  @Override
  public void close() {
    clock.shutdownNow();
    requests.shutdownNow();
  }

  private void beat(NodeIdentity identity, long firstMillis) {
    Future<?> beats =
        clock.scheduleAtFixedRate(
            () -> requests.execute(() -> renew(identity.name())),
            firstMillis,
            period.toMillis(),
            TimeUnit.MILLISECONDS);
    nodes.put(identity.name(), new NodeHealth(identity, beats));
  }

  private void renew(String name) {
    NodeHealth health = nodes.get(name);
    if (health == null) {
      return;
    }
    ApiRequests.Answer answer = registrar.renew(name);
    if (answer.status() == NOT_FOUND) {
      silence(name); // the node was deleted, and its lease with it
    } else if (answer.taken()) {
      boolean doubted = health.doubted(period.multipliedBy(3).dividedBy(2));
      if (doubted && health.equals(nodes.get(name))) { // not that of a boot before
        registrar.patchStatus(health.identity);
      }
    }
  }

  private static final class NodeHealth {
    private final NodeIdentity identity;
    private final Future<?> beats;
    private Instant last = Instant.now();
    private Instant doubtedUntil = Instant.MIN;

    private NodeHealth(NodeIdentity identity, Future<?> beats) {
      this.identity = identity;
      this.beats = beats;
    }

    /// The cluster has not been told all: it is, with the next renewals.
    private synchronized NodeHealth doubt() {
      doubtedUntil = Instant.now().plus(CONTROLLERS_LATE);
      return this;
    }

    /// Notes a renewal, and says whether the cluster may have given the node up: after an outage,
    /// or when this computer slept. Not only at once: the node controller's own watch of the leases
    /// comes back up to a minute later, and until then it counts on from before the outage.
    private synchronized boolean doubted(Duration bound) {
      Instant now = Instant.now();
      if (Duration.between(last, now).compareTo(bound) > 0) {
        doubtedUntil = now.plus(CONTROLLERS_LATE);
      }
      last = now;
      return now.isBefore(doubtedUntil);
    }
  }
}
