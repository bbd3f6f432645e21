package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.MetadataView;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.engine.status.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// The ConfigMaps that a NodeWright owns: made when a version appears, kept while it is used (03
/// §10).
final class ConfigMapsOfSubject {

  private final Subject subject;
  private final SortedMap<String, NodeCase> cases;

  /// @param cases the nodes in scope
  ConfigMapsOfSubject(Subject subject, SortedMap<String, NodeCase> cases) {
    this.subject = subject;
    this.cases = cases;
  }

  /// Creates what is missing, adopts what is nobody's, and deletes what nothing uses.
  List<Action> actions() {
    List<Action> actions = new ArrayList<>();
    for (PackageSpec spec : subject.packages().values()) {
      ConfigMapView there = subject.configMaps().get(spec.ref());
      if (refused(spec.ref())) {
        continue;
      }
      if (there == null) {
        configNotKnown(spec).ifPresent(actions::add);
        actions.add(new Action.CreateConfigMap(subject.view(), spec));
      } else if (there.ownerUid().isEmpty() && !there.deleting()) {
        // The create meets it, and makes us its owner (03 §11.1).
        actions.add(new Action.CreateConfigMap(subject.view(), spec));
      }
    }
    for (ConfigMapView map : subject.configMaps().values()) {
      boolean strangers = !map.ownerUid().equals(subject.view().uid());
      if (!map.deleting()
          && !strangers
          && !subject.wants(map.ref())
          && !usedByUnfinishedJob(map.ref())) {
        actions.add(new Action.DeleteConfigMap(map));
      }
    }
    for (MetadataView metadata : subject.seen().metadata().values()) {
      if (metadata.nodeWright().equals(subject.name())
          && !cases.containsKey(metadata.node())
          && !unfinishedOn(metadata.node())) {
        actions.add(new Action.DeleteNodeMetadata(metadata));
      }
    }
    return actions;
  }

  /// A package that ran on nodes in an earlier life: what it ran with there went with its
  /// ConfigMap, so that nothing tells whether it is what the spec wants now. It counts as done all
  /// the same (02 §4.7, L38), but not without a word; told before the ConfigMap is there, so that a
  /// stop between the two tells it twice.
  private Optional<Action> configNotKnown(PackageSpec spec) {
    List<String> nodes =
        cases.values().stream()
            .filter(node -> MissedConfig.begun(subject, spec, node.entries(), node.ownJobs()))
            .map(NodeCase::name)
            .toList();
    return nodes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            subject.event(
                true,
                "Config",
                "ConfigNotKnown",
                "Package [%s]: node(s) %s have it from before its ConfigMap was gone, with a config that is not known; run `package rerun %s --stage config` if it may be another one"
                    .formatted(spec.ref().shown(), Texts.some(nodes), spec.name())));
  }

  /// ConfigMaps that belong to an earlier NodeWright of this name, or to somebody else, are
  /// reported by the create that meets them; a refusal is not repeated before its time.
  private boolean refused(PackageRef ref) {
    Refusal refusal = subject.seen().refusals().get(claim(ref));
    return refusal != null && refusal.retryAt().isAfter(subject.now());
  }

  /// Under which key the refusal of a package ConfigMap is remembered: it has no node.
  static JobKey claim(String nodeWright, PackageRef ref) {
    return new JobKey(nodeWright, ref, Stage.APPLY, "");
  }

  private JobKey claim(PackageRef ref) {
    return claim(subject.name(), ref);
  }

  private boolean usedByUnfinishedJob(PackageRef ref) {
    return subject.seen().jobs().values().stream()
        .flatMap(List::stream)
        .anyMatch(
            job ->
                job.key().nodeWright().equals(subject.name())
                    && job.unfinished()
                    && job.key().ref().equals(ref));
  }

  private boolean unfinishedOn(String node) {
    return subject.seen().jobsOn(node).stream()
        .filter(job -> job.key().nodeWright().equals(subject.name()))
        .anyMatch(JobFacts::unfinished);
  }
}
