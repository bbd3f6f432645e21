package io.nodewright.operator.observe;

import io.nodewright.api.seen.WatchedPods;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.Refusal;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Makes the snapshot of a pass from the caches. Maps that did not change since the last pass are
/// the same objects.
public final class SnapshotReader {

  private final EngineSettings settings;
  private final Caches caches;
  private final WatchedPods pods;

  /// @param settings that decisions depend on
  /// @param caches what is seen
  /// @param pods that are watched
  public SnapshotReader(EngineSettings settings, Caches caches, WatchedPods pods) {
    this.pods = pods;
    this.settings = settings;
    this.caches = caches;
  }

  /// What is known now.
  ///
  /// @param busyNodes nodes whose list runs, with its NodeWright; read *before* this is called, so
  ///   that what a list wrote is seen once its node is not busy any more
  /// @param refusals creates that were refused
  /// @param told what the last decision of each NodeWright had told of
  public FleetSnapshot read(
      SortedMap<String, String> busyNodes,
      Map<JobKey, Refusal> refusals,
      Map<String, SortedMap<String, String>> told) {
    pods.guard(caches.nodeWrights().views().values());
    return new FleetSnapshot(
        settings,
        caches.nodes().views(),
        caches.nodeWrights().views(),
        caches.policies().views(),
        caches.jobsByNode(),
        caches.configMaps().views(),
        caches.metadata().views(),
        refusals,
        busyNodes,
        pods.seen(),
        new TreeMap<>(told));
  }
}
