package io.nodewright.operator.leadership;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Competes for the reconcile lease (08 §5), for ever: an election that ends starts again.
public final class Leadership implements Leading {

  /// Name of the lease.
  public static final String LEASE = "3c22c1ae.nvidia.com";

  /// How long a lease lasts after its last renewal.
  public static final Duration LEASE_DURATION = Duration.ofSeconds(15);

  /// How long after a renewal the holder still acts.
  public static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);

  /// Shortest pause between tries. Who does not hold the lease waits up to 2.2 times as long, as
  /// the library would have it: 2 s would be 4.4 s, too long for a hand-over within 3 s.
  public static final Duration RETRY_PERIOD = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

  private final KubernetesClient client;
  private final WriteFence fence;
  private final FencedLease lease;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicReference<CompletableFuture<?>> election = new AtomicReference<>();
  private final Thread thread =
      Thread.ofPlatform().daemon().name("leadership").unstarted(this::compete);

  /// @param client for the lease alone; its requests must be short
  /// @param namespace of the lease
  /// @param identity of this process; another one's is never the same
  /// @param fence opened by each renewal, made with [#RENEW_DEADLINE]
  /// @param onLeading called when the fence opens after it was closed
  public Leadership(
      KubernetesClient client,
      String namespace,
      String identity,
      WriteFence fence,
      Runnable onLeading) {
    this.client = client;
    this.fence = fence;
    this.lease =
        new FencedLease(
            new LeaseLock(namespace, LEASE, identity),
            fence,
            System::nanoTime,
            () -> {
              LOG.info("leading");
              onLeading.run();
            },
            by -> release(by, namespace, identity));
  }

  @Override
  public void start() {
    thread.start();
  }

  /// Ends the competition and gives the lease back, so that the next holder need not wait.
  @Override
  public void close() {
    stopped.countDown();
    CompletableFuture<?> running = election.get();
    if (running != null) {
      running.cancel(true); // releases the lease in this thread
    }
    fence.close();
  }

  /// Makes the lease nobody's, if it is still ours.
  private static void release(KubernetesClient by, String namespace, String identity) {
    String patch =
        """
        [{"op": "test", "path": "/spec/holderIdentity", "value": "%s"},
         {"op": "replace", "path": "/spec/holderIdentity", "value": ""},
         {"op": "replace", "path": "/spec/leaseDurationSeconds", "value": 1}]
        """
            .formatted(identity);
    by.leases()
        .inNamespace(namespace)
        .withName(LEASE)
        .patch(PatchContext.of(PatchType.JSON), patch);
  }

  private void compete() {
    Executor threads = task -> Thread.ofVirtual().name("election").start(task);
    try {
      while (stopped.getCount() > 0) {
        CountDownLatch ended = new CountDownLatch(1);
        CompletableFuture<?> running =
            new LeaderElector(client, config(ended::countDown), threads).start();
        election.set(running);
        // A failure while the elector ends can keep its future open: its callback tells as well.
        CompletableFuture<?> told = running.whenComplete((_, _) -> ended.countDown());
        ended.await();
        told.cancel(true);
        running.cancel(true);
        if (stopped.await(RETRY_PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private LeaderElectionConfig config(Runnable onEnded) {
    LeaderCallbacks callbacks =
        new LeaderCallbacks(
            () -> {}, // the fence's first opening tells more exactly
            () -> {
              fence.close();
              if (stopped.getCount() > 0) {
                LOG.warn("lost the lease: no write begins until it is held again");
              }
              onEnded.run();
            },
            holder ->
                LOG.atDebug().addKeyValue("holder", holder).log("the lease has a new holder"));
    return new LeaderElectionConfig(
        lease, LEASE_DURATION, RENEW_DEADLINE, RETRY_PERIOD, callbacks, true, LEASE);
  }
}
