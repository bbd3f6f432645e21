package io.nodewright.operator.pass;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.nodewright.api.seen.WatchedPods;
import io.nodewright.operator.act.ActionRunner;
import io.nodewright.operator.act.Refusals;
import io.nodewright.operator.metrics.OperatorMetrics;
import io.nodewright.operator.observe.Caches;
import io.nodewright.operator.observe.Informers;
import io.nodewright.operator.observe.SnapshotReader;
import io.nodewright.operator.publish.OrphanEvents;
import io.nodewright.operator.publish.StatusWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/// The operator framework, set up for passes: one thread, no finalizer, no lease and no retry of
/// its own, every NodeWright kept as a view, and woken by our alarms alone.
public final class PassLoop implements AutoCloseable {

  private final Operator framework;

  /// @param client for the framework's watch
  /// @param mayDecide whether this process leads, and has seen everything that there is
  public PassLoop(
      KubernetesClient client,
      Caches caches,
      SnapshotReader reader,
      ActionRunner runner,
      Refusals refusals,
      WatchedPods pods,
      OrphanEvents orphans,
      StatusWriter statuses,
      OperatorMetrics metrics,
      Wakes wakes,
      Watchdog watchdog,
      BooleanSupplier mayDecide) {
    framework =
        new Operator(
            settings ->
                settings
                    .withKubernetesClient(client)
                    .withCloseClientOnStop(false)
                    .withExecutorService(
                        Executors.newSingleThreadExecutor(
                            Thread.ofPlatform().daemon().name("pass").factory()))
                    .withStopOnInformerErrorDuringStartup(false)
                    .withCacheSyncTimeout(Duration.ofMinutes(1))
                    .withReconciliationTerminationTimeout(Duration.ofSeconds(1))
                    .checkingCRDAndValidateLocalModel(false));
    Passes passes =
        new Passes(
            caches,
            reader,
            runner,
            refusals,
            pods,
            orphans,
            statuses,
            metrics,
            wakes.pace(),
            watchdog,
            mayDecide,
            Clock.systemUTC());
    framework.register(
        new PassReconciler(passes, statuses, metrics, wakes, caches),
        controller ->
            controller
                .withName("nodewright")
                // Edits of annotations and deletions are seen with these two settings only.
                .withGenerationAware(false)
                .withTriggerReconcilerOnAllEvents(true)
                // What changed wakes by way of the cache, which knows our own writes.
                .withOnUpdateFilter((_, _) -> false)
                .withItemStore(caches.nodeWrights())
                .withInformerListLimit(Informers.PAGE));
  }

  /// Starts to watch NodeWrights and to make passes; returns when they are listed.
  public void start() {
    framework.start();
  }

  /// Makes no further pass.
  @Override
  public void close() {
    framework.stop();
  }
}
