package io.nodewright.cli.command;

import io.nodewright.cli.cluster.ApiServer;
import io.nodewright.cli.cluster.Target;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Names that the cluster knows, for a shell that waits for them (contract 07 §16): what has come
/// in time counts, and a cluster that does not answer is nothing to tell of.
final class LiveNames {

  /// How long the cluster, or a credential plugin, may let us wait (C36). Only the time in which
  /// this program has nothing to do counts: on a busy computer its own start alone can take longer.
  private static final Duration PATIENCE = Duration.ofMillis(1800);

  /// How long all of it may take, whoever is slow.
  private static final Duration AT_MOST = Duration.ofSeconds(20);

  private static final Duration SLICE = Duration.ofMillis(100);

  private final Session session;
  private Target target = new Target("", "");
  private Duration waited = Duration.ZERO;

  LiveNames(Session session) {
    this.session = session;
  }

  /// Asks that cluster from now on.
  void of(Target typed) {
    target = typed;
  }

  /// A question to the cluster.
  interface Question {
    void ask(ApiServer api, Consumer<String> each);
  }

  /// The names that answer it, as far as they have come.
  List<String> names(Question question) {
    Queue<String> come = new ConcurrentLinkedQueue<>();
    Optional<ApiServer> api = inTime(() -> session.connect(target, AT_MOST));
    if (api.isPresent()) {
      inTime(
          () -> {
            question.ask(api.get(), come::add);
            return true;
          });
    }
    return List.copyOf(come);
  }

  /// What comes of it while there is patience; empty when that is nothing.
  private <T> Optional<T> inTime(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    if (waited.compareTo(PATIENCE) < 0) {
      Thread.ofPlatform().daemon().start(task);
    }
    Duration used = cpuTime();
    long end = System.nanoTime() + AT_MOST.toNanos();
    while (waited.compareTo(PATIENCE) < 0 && System.nanoTime() - end < 0) {
      try {
        return Optional.of(task.get(SLICE.toMillis(), TimeUnit.MILLISECONDS));
      } catch (TimeoutException e) {
        Duration now = cpuTime();
        waited = now.equals(used) ? waited.plus(SLICE) : waited;
        used = now;
      } catch (ExecutionException e) {
        return Optional.empty();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /// What this process has used, in hundredths of a second; nothing where the platform does not
  /// tell, so that all time counts as waiting.
  private static Duration cpuTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
