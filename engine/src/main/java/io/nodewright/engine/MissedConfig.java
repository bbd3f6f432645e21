package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.configgate.GateNode;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.status.Texts;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A changed configMap that passes nodes by: those that left the scope keep what they have, and
/// count as done when they come back (02 §5). That is not undone, but it is said.
final class MissedConfig {

  private MissedConfig() {}

  /// The warning that names the nodes; empty when there are none. It goes before the data changes,
  /// so that a stop between the two tells it twice.
  ///
  /// @param outside nodes that are not in scope
  static Optional<Action> event(Subject subject, PackageSpec spec, List<NodeView> outside) {
    List<String> nodes =
        outside.stream().filter(node -> missed(subject, spec, node)).map(NodeView::name).toList();
    return nodes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            subject.event(
                true,
                "Config",
                "ConfigMissed",
                "Package [%s]: node(s) %s are not selected and keep the configMap that they have; run `package rerun %s --stage config` for them when they are selected again"
                    .formatted(spec.ref().shown(), Texts.some(nodes), spec.name())));
  }

  private static boolean missed(Subject subject, PackageSpec spec, NodeView node) {
    return node.record(subject.name()).state() instanceof NodeState.Known(var entries)
        && begun(subject, spec, entries, subject.seen().jobsOn(node.name()));
  }

  /// Whether a node has, or may have, the config that there was until now. A `config` stage that is
  /// still to be run runs with the new data; one whose Job runs may have begun with the old.
  ///
  /// @param jobs ours on the node
  static boolean begun(
      Subject subject,
      PackageSpec spec,
      Map<PackageRef, PackageRecord> entries,
      List<JobFacts> jobs) {
    PackageRecord entry = entries.get(spec.ref());
    return entry != null
        && GateNode.usesConfig(entry.stage())
        && (!entry.openAt(Stage.CONFIG)
            || jobs.stream()
                .anyMatch(
                    job ->
                        job.unfinished()
                            && job.key().nodeWright().equals(subject.name())
                            && job.key().ref().equals(spec.ref())));
  }
}
