package io.nodewright.api.resource;

import io.nodewright.api.v1alpha1.BatchStatus;
import io.nodewright.api.v1alpha1.CompartmentStatus;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.api.v1alpha1.PackageStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Status;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads a stored status.
final class StatusReader {

  private final NodeWrightStatus stored;

  StatusReader(NodeWrightStatus stored) {
    this.stored = stored;
  }

  PublishedStatus read() {
    return new PublishedStatus(
        Status.of(Absent.text(stored.status())).orElse(Status.UNKNOWN),
        true,
        stored.observedGeneration() == null ? 0 : stored.observedGeneration(),
        readable(stored.nodeStatus(), Status::of),
        readable(stored.nodeState(), StatusReader::nodeState),
        Absent.number(stored.nodesInProgress(), 0),
        stored.completeNodes() == null ? "0/0" : stored.completeNodes(),
        Absent.text(stored.packageList()),
        Absent.list(stored.conditions()).stream().map(Conditions::read).toList(),
        readable(stored.nodePriority(), Times::parse),
        Absent.number(stored.nodeOrderOffset(), 0),
        readable(stored.nodeOrder(), Optional::of),
        readable(stored.nodeBootIds(), Optional::of),
        readable(stored.configUpdates(), Optional::of),
        readable(stored.compartmentStatuses(), StatusReader::compartment));
  }

  private static Optional<NodeState.Known> nodeState(Map<String, PackageStatus> packages) {
    SortedMap<PackageRef, PackageRecord> entries = new TreeMap<>();
    packages.values().stream()
        .map(StatusReader::entry)
        .flatMap(Optional::stream)
        .forEach(entry -> entries.put(entry.ref(), entry));
    return Optional.of(new NodeState.Known(entries));
  }

  private static Optional<PackageRecord> entry(PackageStatus stored) {
    Optional<Stage> stage = Stage.of(Absent.text(stored.stage()));
    Optional<StageState> state = StageState.of(Absent.text(stored.state()));
    String name = Absent.text(stored.name());
    String version = Absent.text(stored.version());
    if (stage.isEmpty() || state.isEmpty() || name.isBlank() || version.isBlank()) {
      return Optional.empty();
    }
    return Optional.of(
        new PackageRecord(
            new PackageRef(name, version),
            Absent.text(stored.image()),
            Absent.text(stored.containerSHA()),
            stage.get(),
            state.get(),
            Absent.number(stored.restarts(), 0),
            Absent.flag(stored.interruptPending(), false),
            0,
            Collections.emptySortedMap()));
  }

  private static Optional<PublishedStatus.CompartmentStatus> compartment(CompartmentStatus stored) {
    return Optional.of(
        new PublishedStatus.CompartmentStatus(
            Absent.number(stored.matched(), 0),
            Absent.number(stored.ceiling(), 0),
            Absent.number(stored.inProgress(), 0),
            Absent.number(stored.completed(), 0),
            Absent.number(stored.progressPercent(), 0),
            batch(stored.batchState())));
  }

  private static BatchState batch(@Nullable BatchStatus stored) {
    if (stored == null) {
      return BatchState.NONE;
    }
    return new BatchState(
        Absent.number(stored.currentBatch(), 0),
        Absent.number(stored.consecutiveFailures(), 0),
        Absent.number(stored.completedNodes(), 0),
        Absent.number(stored.failedNodes(), 0),
        Absent.number(stored.lastBatchSize(), 0),
        Absent.flag(stored.lastBatchFailed(), false),
        Absent.flag(stored.shouldStop(), false),
        new TreeSet<>(Absent.list(stored.currentBatchNodes())));
  }

  private static <V, W> SortedMap<String, W> readable(
      @Nullable Map<String, V> stored, Function<V, Optional<W>> each) {
    SortedMap<String, W> read = new TreeMap<>();
    Absent.map(stored)
        .forEach(
            (key, value) -> {
              if (value != null) {
                each.apply(value).ifPresent(known -> read.put(key, known));
              }
            });
    return read;
  }
}
