package io.nodewright.engine;

import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.names.ByName;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.NodeWrightSpec;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// What the passes of one NodeWright know of its nodes.
final class KnownNodes {

  private @Nullable Basis basis;
  private Instant at = Instant.MIN;
  private ByName<KnownNode> nodes = ByName.empty();

  /// A pass begins: what rests on something else, or was worked out later than now, is forgotten.
  void begin(Basis now, Instant time) {
    if (!now.equals(basis) || time.isBefore(at)) {
      nodes = ByName.empty();
    }
    basis = now;
    at = time;
  }

  /// By name.
  ByName<KnownNode> all() {
    return nodes;
  }

  void keep(ByName<KnownNode> known) {
    nodes = known;
  }

  /// All of the NodeWright that the plan of a node depends on, beside what [KnownNode] compares.
  record Basis(
      String uid,
      long generation,
      boolean paused,
      boolean disabled,
      boolean deleting,
      NodeWrightSpec spec,
      List<String> specProblems,
      boolean policyMissing,
      SortedMap<String, List<String>> changedKeys,
      SortedMap<PackageRef, ConfigMapView> configMaps,
      EngineSettings settings) {

    static Basis of(Subject subject) {
      NodeWrightView view = subject.view();
      return new Basis(
          view.uid(),
          view.generation(),
          view.paused(),
          view.disabled(),
          view.deleting(),
          view.spec(),
          view.specProblems(),
          subject.policyMissing(),
          subject.changedKeys(),
          subject.configMaps(),
          subject.settings());
    }
  }
}
