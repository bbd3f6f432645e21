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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The ConfigMaps that a NodeWright owns: made when a version appears, kept while it is used (03
/// §10).
final class ConfigMapsOfSubject {

  private final Subject subject;

  ConfigMapsOfSubject(Subject subject) {
    this.subject = subject;
  }

  /// Creates what is missing and deletes what nothing uses.
  ///
  /// @param scope names of the nodes in scope
  List<Action> actions(Set<String> scope) {
    List<Action> actions = new ArrayList<>();
    for (PackageSpec spec : subject.packages().values()) {
      if (!subject.configMaps().containsKey(spec.ref()) && !refused(spec.ref())) {
        actions.add(new Action.CreateConfigMap(subject.view(), spec));
      }
    }
    SortedSet<PackageRef> used = usedByUnfinishedJobs();
    for (ConfigMapView map : subject.configMaps().values()) {
      boolean wanted =
          subject.packages().values().stream().anyMatch(spec -> spec.ref().equals(map.ref()));
      boolean strangers = !map.ownerUid().equals(subject.view().uid());
      if (!map.deleting() && !strangers && !wanted && !used.contains(map.ref())) {
        actions.add(new Action.DeleteConfigMap(map));
      }
    }
    for (MetadataView metadata : subject.seen().metadata().values()) {
      if (metadata.nodeWright().equals(subject.name())
          && !scope.contains(metadata.node())
          && !unfinishedOn(metadata.node())) {
        actions.add(new Action.DeleteNodeMetadata(metadata));
      }
    }
    return actions;
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

  private SortedSet<PackageRef> usedByUnfinishedJobs() {
    return subject.seen().jobs().values().stream()
        .flatMap(List::stream)
        .filter(job -> job.key().nodeWright().equals(subject.name()) && job.unfinished())
        .map(job -> job.key().ref())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private boolean unfinishedOn(String node) {
    return subject.seen().jobsOn(node).stream()
        .filter(job -> job.key().nodeWright().equals(subject.name()))
        .anyMatch(JobFacts::unfinished);
  }
}
