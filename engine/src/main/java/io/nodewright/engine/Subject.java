package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.DependencyGraph;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobTemplate;
import io.nodewright.engine.lifecycle.PackageProgress;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.rollout.TaintTolerance;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.MetadataView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.PolicyView;
import io.nodewright.engine.snapshot.Refusal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The NodeWright that a pass is about, with what follows from it alone.
final class Subject {

  private final FleetSnapshot seen;
  private final NodeWrightView view;
  private final Instant now;
  private final DependencyGraph graph;
  private final TaintTolerance tolerance;
  private final RuntimeGate runtimeGate;
  private final boolean mayInterrupt;
  private final SortedMap<PackageRef, ConfigMapView> configMaps = new TreeMap<>();
  private final SortedMap<String, List<String>> changedKeys;
  private final boolean anyVersionChanged;
  private final String packagesFingerprint;
  private final SortedSet<String> staleMetadata = new TreeSet<>();
  private final SortedSet<String> refusedOn = new TreeSet<>();

  Subject(FleetSnapshot seen, NodeWrightView view, Instant now) {
    this.seen = seen;
    this.view = view;
    this.now = now;
    this.graph = DependencyGraph.of(view.spec().packages());
    this.tolerance =
        new TaintTolerance(
            seen.settings().runtimeRequiredTaint(),
            seen.settings().legacyEnabled(),
            view.spec().additionalTolerations());
    this.runtimeGate = new RuntimeGate(seen);
    SortedSet<String> changed = changedVersions(view);
    this.anyVersionChanged = !changed.isEmpty();
    this.changedKeys = changedKeys(view, changed);
    this.packagesFingerprint =
        PackagesFingerprint.of(view.spec().packages().values(), seen.settings().agentImage());
    for (MetadataView map : seen.metadata().values()) {
      if (map.nodeWright().equals(view.name()) && !map.packages().equals(packagesFingerprint)) {
        staleMetadata.add(map.node());
      }
    }
    for (Refusal refusal : seen.refusals().values()) {
      if (refusal.key().nodeWright().equals(view.name())) {
        refusedOn.add(refusal.key().node());
      }
    }
    this.mayInterrupt = mayInterrupt(view);
    for (ConfigMapView map : seen.configMaps().values()) {
      if (map.nodeWright().equals(view.name())) {
        configMaps.put(map.ref(), map);
      }
    }
  }

  private static boolean mayInterrupt(NodeWrightView view) {
    for (PackageSpec spec : view.spec().packages().values()) {
      if (spec.interrupt() instanceof Interrupt.Of || !spec.configInterrupts().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  FleetSnapshot seen() {
    return seen;
  }

  NodeWrightView view() {
    return view;
  }

  String name() {
    return view.name();
  }

  Instant now() {
    return now;
  }

  EngineSettings settings() {
    return seen.settings();
  }

  DependencyGraph graph() {
    return graph;
  }

  TaintTolerance tolerance() {
    return tolerance;
  }

  /// The runtime-required taint, as all NodeWrights have it.
  RuntimeGate runtimeGate() {
    return runtimeGate;
  }

  SortedMap<String, PackageSpec> packages() {
    return view.spec().packages();
  }

  /// Config keys whose change is being rolled out, by package. Those of packages that are gone from
  /// the spec, or have another version than when they were stored, are forgotten (02 §4.3, §4.7).
  SortedMap<String, List<String>> changedKeys() {
    return changedKeys;
  }

  private static SortedMap<String, List<String>> changedKeys(
      NodeWrightView view, SortedSet<String> versionChanged) {
    if (view.status().configUpdates().isEmpty()) {
      return Collections.emptySortedMap(); // nearly always
    }
    SortedMap<String, List<String>> kept = new TreeMap<>(view.status().configUpdates());
    kept.keySet().retainAll(view.spec().packages().keySet());
    kept.keySet().removeAll(versionChanged);
    return kept;
  }

  /// Whether a package has another version than when the status was last written.
  boolean anyVersionChanged() {
    return anyVersionChanged;
  }

  /// Packages with another version than the stored list has.
  private static SortedSet<String> changedVersions(NodeWrightView view) {
    SortedSet<String> changed = new TreeSet<>();
    for (String item : view.status().packageList().split(",", -1)) {
      int colon = item.indexOf(':');
      PackageSpec spec = colon < 0 ? null : view.spec().packages().get(item.substring(0, colon));
      if (spec != null && !item.substring(colon + 1).equals(spec.ref().version())) {
        changed.add(spec.name());
      }
    }
    return changed;
  }

  List<String> changedKeys(PackageSpec spec) {
    return changedKeys().getOrDefault(spec.name(), List.of());
  }

  /// Whether the node's ConfigMap is there and speaks of other packages, or another agent, than
  /// now.
  boolean metadataStale(String node) {
    return staleMetadata.contains(node);
  }

  /// What a node-metadata ConfigMap that speaks of the packages of now carries.
  String packagesFingerprint() {
    return packagesFingerprint;
  }

  /// Whether a create of ours for that node was refused.
  boolean refusedOn(String node) {
    return refusedOn.contains(node);
  }

  /// Whether the spec has the package at that very version.
  boolean wants(PackageRef ref) {
    PackageSpec spec = packages().get(ref.name());
    return spec != null && spec.ref().equals(ref);
  }

  boolean uninstalls(PackageSpec spec) {
    return PackageProgress.uninstallRequested(spec, view.deleting());
  }

  /// Package ConfigMaps of ours, by package and version.
  SortedMap<PackageRef, ConfigMapView> configMaps() {
    return configMaps;
  }

  /// The package's ConfigMap when it is there, ours and not on its way out.
  Optional<ConfigMapView> configMap(PackageRef ref) {
    return Optional.ofNullable(configMaps.get(ref))
        .filter(map -> !map.deleting() && map.ownerUid().equals(view.uid()));
  }

  /// Keys that the package's ConfigMap delivers now; those of the spec where there is none yet.
  SortedSet<String> deliveredKeys(PackageSpec spec) {
    return configMap(spec.ref())
        .map(map -> (SortedSet<String>) new TreeSet<>(map.data().keySet()))
        .orElseGet(() -> new TreeSet<>(spec.configMap().keySet()));
  }

  /// Whether this is the first pass that publishes for the present generation.
  boolean firstOfGeneration() {
    return view.status().conditions().stream()
        .noneMatch(condition -> condition.observedGeneration() == view.generation());
  }

  /// What the last decision told of and still stands.
  SortedMap<String, String> toldBefore() {
    return seen.told().getOrDefault(name(), Collections.emptySortedMap());
  }

  /// Whether any package of the spec may ever owe an interrupt.
  boolean mayInterrupt() {
    return mayInterrupt;
  }

  /// The template that this Job of a package has now. While the package's ConfigMap is not seen,
  /// nothing says which other keys than its own the Job should have.
  JobTemplate template(JobFacts job, PackageSpec spec) {
    SortedSet<String> keys =
        configMap(spec.ref()).isPresent() ? deliveredKeys(spec) : job.template().configKeys();
    return JobTemplate.of(spec, job.key().stage(), settings().agentImage(), keys);
  }

  /// Whether a policy is named and absent (05 §10).
  boolean policyMissing() {
    return !view.spec().deploymentPolicy().isEmpty() && policy().isEmpty();
  }

  /// Whether all stands still for want of the policy: a deletion goes on without it (05 §10).
  boolean heldByPolicy() {
    return policyMissing() && !view.deleting();
  }

  /// The named policy; empty when none is named or it is absent.
  Optional<PolicyView> policy() {
    return Optional.ofNullable(seen.policies().get(view.spec().deploymentPolicy()));
  }

  /// Why nothing new may start for this NodeWright as a whole, beside order; empty when work may
  /// start.
  Optional<String> holdsAll() {
    if (!view.specProblems().isEmpty()) {
      return Optional.of(view.specProblems().getFirst());
    }
    return Optional.empty();
  }

  Action.Subject asEventSubject() {
    return new Action.Subject.OfNodeWright(view.name(), view.uid());
  }

  /// An event on the NodeWright.
  Action.RecordEvent event(boolean warning, String reason, String action, String note) {
    return new Action.RecordEvent(
        new Action.Event(
            asEventSubject(), new Action.Subject.Nobody(), warning, reason, action, note, now));
  }
}
