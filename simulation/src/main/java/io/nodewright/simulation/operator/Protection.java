package io.nodewright.simulation.operator;

import java.util.Locale;
import java.util.Optional;

/// What keeps the operator right, each a thing that can be left out of the model to see what breaks
/// (`--mutant`). None of these is a switch in the operator: they are left out here alone.
public enum Protection {
  /// A pass never decides on a version of an object older than this process's own last write to it.
  READ_YOUR_WRITES("read-your-writes"),
  /// A patch of a node tests the old text of each key that it changes.
  NODE_PRECONDITION("node-precondition"),
  /// A patch of a node tests its UID.
  NODE_UID("node-uid"),
  /// A patch of a status tests the version of the NodeWright that was decided on.
  STATUS_VERSION("status-version"),
  /// The name of a Job is made of what it is for, so that a second one cannot be created.
  JOB_NAMES("job-names"),
  /// Deletions of Jobs name the UID that was decided on.
  JOB_UID("job-uid"),
  /// The name of a deleted Job is free only after its Pods are gone.
  FOREGROUND_DELETION("foreground-deletion"),
  /// A Pod whose Job was taken away holds its stage as long as it is there.
  LOST_PODS("lost-pods"),
  /// What is done because a node, or a pod of it, is not seen any more is done after a look.
  CONFIRMED_ABSENCE("confirmed-absence"),
  /// A NodeWright, a Job or a Pod at work that one list does not show is asked for before it counts
  /// as gone.
  DOUBTED_ABSENCE("doubted-absence"),
  /// A finished Job is recorded on the node before it is marked as recorded.
  RECORD_BEFORE_MARKER("record-before-marker"),
  /// A node is stored as a member of its batch before a stage starts on it.
  MEMBERSHIP_BEFORE_WORK("membership-before-work"),
  /// A stage is stored on the node before its Job is created.
  ENTRY_BEFORE_JOB("entry-before-job"),
  /// The first action of a list that fails ends the list.
  LIST_ENDS_AT_FAILURE("list-ends-at-failure"),
  /// What a failed write was on is read before anything is decided on it.
  REREAD_AFTER_FAILURE("reread-after-failure"),
  /// Nothing is decided for a node while its list runs.
  BUSY_NODES("busy-nodes"),
  /// A process whose lease ran out writes nothing.
  FENCE("fence"),
  /// The data of a ConfigMap is replaced only when the nodes were seen sent back to config.
  CONFIG_GATE("config-gate"),
  /// The finalizer goes only after the nodes were let go.
  FINALIZER_LAST("finalizer-last"),
  /// Nobody is made to leave a node before its cordon is stored and seen.
  CORDON_BEFORE_DRAIN("cordon-before-drain"),
  /// An interrupt waits for Pods that are asked to go until they are gone.
  TERMINATING_PODS("terminating-pods"),
  /// A reset of a node's state leaves the owner of its cordon there.
  CORDON_KEPT_AT_RESET("cordon-kept-at-reset"),
  /// An interrupt has failed only when its restarts are spent.
  RESTART_ALLOWANCE("restart-allowance"),
  /// A stage waits for the NodeWrights that come before its own.
  ORDER("order"),
  /// `sequencing: all` holds later NodeWrights on every node.
  BARRIER("barrier"),
  /// A gate opens only when all NodeWrights that are asked are through, not just the own one.
  GATE_OF_ALL("gate-of-all"),
  /// A new node is gated before anything else is written on it.
  GATED_FIRST("gated-first"),
  /// The order of a node is pinned when it is picked.
  PINNED_ORDER("pinned-order"),
  /// A stopped compartment is remembered as stopped.
  STOPS("stops"),
  /// A batch is no larger than its policy says.
  BATCH_SIZE("batch-size"),
  /// A status that is stored already is not written again.
  STATUS_SKIPPED_WHEN_EQUAL("status-skipped-when-equal");

  private final String word;

  Protection(String word) {
    this.word = word;
  }

  /// The name on the command line.
  public String word() {
    return word;
  }

  /// The protection of that name; empty when there is none.
  public static Optional<Protection> of(String word) {
    for (Protection each : values()) {
      if (each.word.equals(word.toLowerCase(Locale.ROOT))) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
