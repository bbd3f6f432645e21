package io.nodewright.engine.lifecycle;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a node remembers of one package: one member of the annotation `nodeState_<nw>` (02 §2.1).
///
/// @param ref name and version
/// @param image the bare image of the spec, without tag or digest
/// @param containerSha the pinned digest of the recorded run; empty when none is pinned
/// @param stage the current stage
/// @param state how far that stage is
/// @param restarts failed attempts of the current stage, 0 or more (03 §12.3)
/// @param interruptPending whether the package's own interrupt is still owed on this node (02 §2.2)
/// @param sequence place of this run of the package among the runs of its recorded versions: a
///   later run has a higher one; 0 for the only one, and where an older operator wrote none
/// @param unknownMembers members that something newer wrote, as JSON text by name; kept untouched
///   (LR5)
public record PackageRecord(
    PackageRef ref,
    String image,
    String containerSha,
    Stage stage,
    StageState state,
    int restarts,
    boolean interruptPending,
    int sequence,
    SortedMap<String, String> unknownMembers) {

  /// Copies the unknown members.
  public PackageRecord {
    unknownMembers =
        unknownMembers.isEmpty()
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(unknownMembers));
  }

  /// A record of a stage that starts now, for the package as the spec has it (LW7).
  public static PackageRecord starting(PackageSpec spec, Stage stage, boolean interruptPending) {
    return new PackageRecord(
        spec.ref(),
        spec.image(),
        spec.containerSha(),
        stage,
        StageState.IN_PROGRESS,
        0,
        interruptPending,
        0,
        Collections.emptySortedMap());
  }

  /// This record moved to another stage: restarts start over, image and digest come from the spec
  /// (LW7), and what is unknown to us stays.
  public PackageRecord movedTo(Stage next, PackageSpec spec) {
    boolean pending = interruptPending && next != Stage.POST_INTERRUPT && !next.inUninstallLane();
    return new PackageRecord(
        ref,
        spec.image(),
        spec.containerSha(),
        next,
        StageState.IN_PROGRESS,
        0,
        pending,
        sequence,
        unknownMembers);
  }

  /// This record with another state of the same stage.
  public PackageRecord with(StageState newState, int newRestarts) {
    return new PackageRecord(
        ref,
        image,
        containerSha,
        stage,
        newState,
        newRestarts,
        interruptPending,
        sequence,
        unknownMembers);
  }

  /// This record as the run of that place.
  public PackageRecord inSequence(int place) {
    return new PackageRecord(
        ref, image, containerSha, stage, state, restarts, interruptPending, place, unknownMembers);
  }

  /// Whether it has nothing that only the node keeps.
  public boolean publishable() {
    return sequence == 0 && unknownMembers.isEmpty();
  }

  /// This record as it is copied to a status: without what only the node keeps.
  public PackageRecord published() {
    return publishable()
        ? this
        : new PackageRecord(
            ref,
            image,
            containerSha,
            stage,
            state,
            restarts,
            interruptPending,
            0,
            Collections.emptySortedMap());
  }

  /// Whether the record stands at `(stage, state)`.
  public boolean at(Stage wanted, StageState wantedState) {
    return stage == wanted && state == wantedState;
  }

  /// Whether a Job of `wanted` may still change this record (LW5).
  public boolean openAt(Stage wanted) {
    return stage == wanted && state.open();
  }

  /// Whether the package is in the uninstall cycle (LD3).
  public boolean inUninstallCycle() {
    return stage.inUninstallLane();
  }
}
