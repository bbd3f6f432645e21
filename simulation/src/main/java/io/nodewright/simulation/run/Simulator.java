package io.nodewright.simulation.run;

import io.nodewright.simulation.operator.Protections;
import io.nodewright.simulation.scenario.Mix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Runs a range of seeds over all cores. Runs share nothing, so their number changes nothing.
public final class Simulator {

  private final Protections protections;
  private final int threads;
  private final Mix mix;

  /// @param threads how many runs at a time
  /// @param mix of what kind the scenarios are
  public Simulator(Protections protections, int threads, Mix mix) {
    this.protections = protections;
    this.threads = threads;
    this.mix = mix;
  }

  /// Runs seeds.
  ///
  /// @param mostViolations seeds are left out once so many failed
  /// @param watcher told of each seed, when it is through, by the thread that ran it: several may
  ///   be told at a time, and none waits for another
  /// @return what came of those that ran, by seed
  public List<SeedRun.Result> run(
      long from, long count, int mostViolations, Consumer<SeedRun.Result> watcher) {
    AtomicLong next = new AtomicLong(from);
    AtomicLong failed = new AtomicLong();
    List<SeedRun.Result> all = new ArrayList<>();
    try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
      List<Future<List<SeedRun.Result>>> parts = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        parts.add(
            workers.submit(
                () -> {
                  List<SeedRun.Result> results = new ArrayList<>();
                  for (long seed = next.getAndIncrement();
                      seed < from + count && failed.get() < mostViolations;
                      seed = next.getAndIncrement()) {
                    SeedRun.Result result = SeedRun.of(mix.scenario(seed), protections);
                    if (!result.right()) {
                      failed.incrementAndGet();
                    }
                    watcher.accept(result);
                    results.add(result);
                  }
                  return results;
                }));
      }
      for (Future<List<SeedRun.Result>> part : parts) {
        all.addAll(part.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    all.sort(Comparator.comparingLong(SeedRun.Result::seed));
    return all;
  }
}
