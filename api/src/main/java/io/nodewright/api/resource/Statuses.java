package io.nodewright.api.resource;

import io.nodewright.api.v1alpha1.BatchStatus;
import io.nodewright.api.v1alpha1.CompartmentStatus;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.api.v1alpha1.PackageStatus;
import io.nodewright.api.value.Times;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The status of a NodeWright (01 §4.1), both ways. It is written as a whole.
public final class Statuses {

  private static final JsonMapper JSON = new JsonMapper();

  private Statuses() {}

  /// Reads a stored status; an absent one is [PublishedStatus#NONE]. What an entry holds that we do
  /// not know is left out; memory that can be read is never dropped.
  public static PublishedStatus read(@Nullable NodeWrightStatus stored) {
    return stored == null ? PublishedStatus.NONE : new StatusReader(stored).read();
  }

  /// The status as it is stored: nothing that is empty, zero values only where the schema asks for
  /// them.
  public static NodeWrightStatus write(PublishedStatus status) {
    return new NodeWrightStatus(
        status.status().word(),
        status.observedGeneration() == 0 ? null : status.observedGeneration(),
        mapped(status.nodeStatus(), Status::word),
        mapped(status.nodeState(), Statuses::write),
        status.nodesInProgress(),
        status.completeNodes(),
        status.packageList(),
        status.conditions().isEmpty()
            ? null
            : status.conditions().stream().map(Conditions::write).toList(),
        mapped(status.nodePriority(), Times::text),
        nonZero(status.nodeOrderOffset()),
        mapped(status.nodeOrder(), order -> order),
        mapped(status.nodeBootIds(), id -> id),
        mapped(status.configUpdates(), keys -> keys),
        mapped(status.compartments(), Statuses::write));
  }

  /// The status as one JSON text, in the order of 01 §4.1; equal statuses are equal texts.
  public static String json(PublishedStatus status) {
    return JSON.writeValueAsString(write(status));
  }

  private static Map<String, PackageStatus> write(NodeState.Known state) {
    Map<String, PackageStatus> packages = new LinkedHashMap<>();
    state.entries().forEach((ref, entry) -> packages.put(ref.key(), write(entry)));
    return packages;
  }

  private static PackageStatus write(PackageRecord entry) {
    return new PackageStatus(
        entry.ref().name(),
        entry.ref().version(),
        entry.image(),
        entry.containerSha().isEmpty() ? null : entry.containerSha(),
        entry.stage().word(),
        entry.state().word(),
        nonZero(entry.restarts()),
        onlyTrue(entry.interruptPending()));
  }

  private static CompartmentStatus write(PublishedStatus.CompartmentStatus compartment) {
    return new CompartmentStatus(
        compartment.matched(),
        compartment.ceiling(),
        compartment.inProgress(),
        compartment.completed(),
        compartment.progressPercent(),
        compartment.batch().equals(BatchState.NONE) ? null : write(compartment.batch()));
  }

  private static BatchStatus write(BatchState batch) {
    return new BatchStatus(
        nonZero(batch.currentBatch()),
        nonZero(batch.consecutiveFailures()),
        nonZero(batch.completedNodes()),
        nonZero(batch.failedNodes()),
        onlyTrue(batch.shouldStop()),
        nonZero(batch.lastBatchSize()),
        onlyTrue(batch.lastBatchFailed()),
        batch.currentBatchNodes().isEmpty() ? null : List.copyOf(batch.currentBatchNodes()));
  }

  private static <V, W> @Nullable Map<String, W> mapped(
      SortedMap<String, V> values, Function<V, W> each) {
    if (values.isEmpty()) {
      return null;
    }
    Map<String, W> mapped = new LinkedHashMap<>();
    values.forEach((key, value) -> mapped.put(key, each.apply(value)));
    return mapped;
  }

  private static @Nullable Integer nonZero(int number) {
    return number == 0 ? null : number;
  }

  private static @Nullable Boolean onlyTrue(boolean flag) {
    return flag ? true : null;
  }
}
