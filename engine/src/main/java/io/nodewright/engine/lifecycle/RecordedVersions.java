package io.nodewright.engine.lifecycle;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What the other versions that a node remembers of a package mean for it (02 §4.3, §4.5).
final class RecordedVersions {

  private final PackageSpec spec;
  private final Map<PackageRef, PackageRecord> entries;

  RecordedVersions(PackageSpec spec, Map<PackageRef, PackageRecord> entries) {
    this.spec = spec;
    this.entries = entries;
  }

  /// Whether a lower version is recorded at an install stage, so that the next installation is an
  /// upgrade. One in the uninstall cycle is no base for an upgrade.
  boolean upgradeBase() {
    return !alone() && others().anyMatch(this::lower);
  }

  /// The stage at which a package that is recorded as complete has to run again: `upgrade` when a
  /// lower version was put on the host since, `apply` when another one was begun since and not
  /// ended; empty when it need not (02 §4.5).
  Optional<Stage> runsAgain() {
    PackageRecord entry = entries.get(spec.ref());
    if (entry == null
        || entry.state() != StageState.COMPLETE
        || entry.inUninstallCycle()
        || entries.size() == 1) {
      return Optional.empty();
    }
    if (upgradeBase()) {
      return Optional.of(Stage.UPGRADE);
    }
    Predicate<PackageRecord> begunSince =
        other -> other.state() != StageState.COMPLETE && other.sequence() >= entry.sequence();
    return others().anyMatch(begunSince) ? Optional.of(Stage.APPLY) : Optional.empty();
  }

  /// Whether another version ran after the run that is recorded.
  boolean ranSince(PackageRecord entry) {
    return !alone() && others().anyMatch(other -> other.sequence() > entry.sequence());
  }

  /// The place of a run that begins now. Only runs beside an unfinished one need to be told apart:
  /// else it is 0.
  int nextSequence() {
    if (alone()) {
      return 0;
    }
    boolean matters =
        others().anyMatch(other -> other.state() != StageState.COMPLETE || other.sequence() > 0);
    return matters ? others().mapToInt(PackageRecord::sequence).max().orElse(0) + 1 : 0;
  }

  /// Whether no other version can be recorded: nearly always, at most one record for each package.
  private boolean alone() {
    for (PackageRef ref : entries.keySet()) {
      if (ref.name().equals(spec.name()) && !ref.equals(spec.ref())) {
        return false;
      }
    }
    return true;
  }

  private boolean lower(PackageRecord other) {
    return !other.inUninstallCycle() && Version.lower(other.ref().version(), spec.ref().version());
  }

  private Stream<PackageRecord> others() {
    return entries.values().stream()
        .filter(record -> record.ref().name().equals(spec.name()))
        .filter(record -> !record.ref().equals(spec.ref()));
  }
}
