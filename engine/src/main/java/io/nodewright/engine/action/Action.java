package io.nodewright.engine.action;

import io.nodewright.engine.drain.PodRef;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.MetadataView;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// One effect. Each names what it was decided on; the executor turns that into the write's
/// precondition, and a precondition that fails is no error: the action is dropped and a later pass
/// decides again (design, rule 3).
public sealed interface Action {

  /// Changes our keys on a node, all of a pass in one patch.
  ///
  /// Precondition: the node's UID, and each key that is changed still has the text that `seen` has.
  ///
  /// @param seen the node as it was decided on
  /// @param nodeWright whose keys
  /// @param edits what changes; never empty
  record PatchNode(NodeView seen, String nodeWright, List<NodeEdit> edits) implements Action {
    /// Copies the edits.
    public PatchNode {
      edits = List.copyOf(edits);
    }
  }

  /// Reads nodes that are not seen any more, before anything is done because they are gone: one
  /// list that came back wrong must cost nothing.
  ///
  /// Precondition: none of these nodes is there. One that is there is seen from then on.
  ///
  /// @param nodes by name
  record ConfirmGone(SortedSet<String> nodes) implements Action {
    /// Copies the names.
    public ConfirmGone {
      nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
    }
  }

  /// Lists the pods of a node anew, before it is interrupted because it was seen drained.
  ///
  /// Precondition: no pod is there that was not seen. If there is one, the node's pods are watched
  /// anew.
  ///
  /// @param node the node's name
  /// @param podsSeen UIDs of the pods that were seen there
  record ConfirmPods(String node, SortedSet<String> podsSeen) implements Action {
    /// Copies the UIDs.
    public ConfirmPods {
      podsSeen = Collections.unmodifiableSortedSet(new TreeSet<>(podsSeen));
    }
  }

  /// Puts the runtime-required taint on a node, with the mark that this was done (05 §13.2).
  ///
  /// Precondition: the node's UID; of a node that carried nothing of ours, that it has no such
  /// mark. Taints of others that were added meanwhile stay. A refusal is told on the node.
  ///
  /// @param seen the node as it was decided on
  /// @param nodeWright on whose behalf
  /// @param taint the configured taint
  record TaintNode(NodeView seen, NodeWrightView nodeWright, Taint taint) implements Action {}

  /// Sets the two node conditions of a NodeWright, or takes them away (02 §2.3).
  ///
  /// Precondition: the node's UID.
  ///
  /// @param seen the node as it was decided on
  /// @param nodeWright whose conditions
  /// @param wanted both conditions; [NodeView.NodeConditions#NONE] takes them away
  record SetNodeConditions(NodeView seen, String nodeWright, NodeView.NodeConditions wanted)
      implements Action {}

  /// Writes the node-metadata ConfigMap from the node as it is then, after any patch before it in
  /// the list (03 §10.2); created when absent.
  ///
  /// @param node the node's name
  /// @param nodeUid the node's UID
  /// @param owner the NodeWright that owns the ConfigMap
  /// @param packages fingerprint of the packages that it tells of, kept beside them
  record WriteNodeMetadata(String node, String nodeUid, NodeWrightView owner, String packages)
      implements Action {}

  /// Deletes a node-metadata ConfigMap. Precondition: its UID.
  record DeleteNodeMetadata(MetadataView seen) implements Action {}

  /// Creates the Job of a stage. A Job of ours under the same name is success (03 §11.1).
  ///
  /// @param job what it has to do
  record CreateStageJob(StageJob job) implements Action {}

  /// Creates the Job of an interrupt. A Job of ours under the same name is success (03 §11.1).
  ///
  /// @param job what it has to do
  record CreateInterruptJob(InterruptJob job) implements Action {}

  /// Ends an interrupt Job for its restarts: its bound is lowered, so that the Job controller fails
  /// it (03 §13). Precondition: its UID.
  ///
  /// @param seen the Job as it was decided on
  /// @param restarts the count at the verdict
  /// @param cause why its container failed last; may be empty
  record EndInterruptJob(JobFacts seen, int restarts, String cause) implements Action {}

  /// Evicts a pod (04 §6.4). A refusal by a budget is no failure and is remembered; another error
  /// is told, and the next pass tries again. Precondition: the pod's UID; that it is gone is
  /// success.
  ///
  /// @param pod which pod
  /// @param node where it is
  /// @param nodeWright on whose behalf
  /// @param grace of the pod; negative for the pod's own
  record EvictPod(PodRef pod, NodeView node, NodeWrightView nodeWright, Duration grace)
      implements Action {}

  /// Deletes a pod, whatever its budget says. Otherwise as [EvictPod].
  ///
  /// @param pod which pod
  /// @param node where it is
  /// @param nodeWright on whose behalf
  /// @param grace of the pod; negative for the pod's own
  record DeletePod(PodRef pod, NodeView node, NodeWrightView nodeWright, Duration grace)
      implements Action {}

  /// Deletes a Job, foreground. Precondition: its UID.
  ///
  /// @param seen the Job as it was decided on
  /// @param why for the log
  record DeleteJob(JobFacts seen, String why) implements Action {}

  /// Suspends or resumes a Job (03 §16). Precondition: its UID.
  ///
  /// @param seen the Job as it was decided on
  /// @param suspend the wanted value
  record SuspendJob(JobFacts seen, boolean suspend) implements Action {}

  /// Marks a finished Job as recorded and sets its time to live, in one write (03 §4, §15).
  /// Precondition: its UID.
  ///
  /// @param seen the Job as it was decided on
  /// @param ttl how long it is kept
  record MarkJobProcessed(JobFacts seen, Duration ttl) implements Action {}

  /// Notes on a Job that something about it was told, so that it is told once (03 §18).
  /// Precondition: its UID.
  ///
  /// @param seen the Job as it was decided on
  /// @param told what was told, with what was told of it before
  record NoteOnJob(JobFacts seen, SortedSet<String> told) implements Action {
    /// Copies the notes.
    public NoteOnJob {
      told = Collections.unmodifiableSortedSet(new TreeSet<>(told));
    }
  }

  /// Deletes an archived attempt (03 §12.2). Precondition: the Pod's UID.
  ///
  /// @param pod its name
  /// @param uid its UID
  record PruneAttempt(String pod, String uid) implements Action {}

  /// Creates a package's ConfigMap with the data of the spec (03 §10.1).
  ///
  /// @param owner the NodeWright
  /// @param spec the package
  record CreateConfigMap(NodeWrightView owner, PackageSpec spec) implements Action {}

  /// Marks on a package's ConfigMap that the gate has opened: from here to its replacement no stage
  /// of the package starts (02 §6). Precondition: its resource version.
  ///
  /// @param seen the ConfigMap as it was decided on
  record OpenConfigGate(ConfigMapView seen) implements Action {}

  /// Replaces the data of a package's ConfigMap and takes the mark of the gate off, in one write.
  /// Precondition: its resource version, and that the mark is there.
  ///
  /// @param seen the ConfigMap as it was decided on
  /// @param owner the NodeWright
  /// @param spec the package
  record ReplaceConfigMap(ConfigMapView seen, NodeWrightView owner, PackageSpec spec)
      implements Action {}

  /// Deletes a package's ConfigMap. Precondition: its UID.
  record DeleteConfigMap(ConfigMapView seen) implements Action {}

  /// Adds our finalizer to a NodeWright. Precondition: its UID and resource version.
  record AddFinalizer(NodeWrightView seen) implements Action {}

  /// Removes our finalizer from a NodeWright. Precondition: its UID and resource version.
  record RemoveFinalizer(NodeWrightView seen) implements Action {}

  /// Stamps the operator's version on a NodeWright (01 §8.1). Precondition: its UID and resource
  /// version.
  record StampVersion(NodeWrightView seen, String version) implements Action {}

  /// Publishes a NodeWright's status. Precondition: its UID and resource version; skipped when what
  /// is stored is the same.
  ///
  /// @param seen the NodeWright as it was decided on
  /// @param status what to store
  /// @param urgent whether anything waits for it (membership, batches, roll-up, conditions); copies
  ///   of node records alone are not urgent and may be written less often
  record WriteStatus(NodeWrightView seen, PublishedStatus status, boolean urgent)
      implements Action {}

  /// Records an event (03 §18). Never a precondition for anything.
  ///
  /// @param event what is told
  record RecordEvent(Event event) implements Action {}

  /// An event of `events.k8s.io/v1`.
  ///
  /// @param regarding whom it is on
  /// @param related the other one of node and NodeWright
  /// @param warning type `Warning`, else `Normal`
  /// @param reason one word
  /// @param action one word
  /// @param note for people; cut to 1024 characters by the writer
  /// @param at when
  record Event(
      Subject regarding,
      Subject related,
      boolean warning,
      String reason,
      String action,
      String note,
      Instant at) {}

  /// Whom an event is on.
  sealed interface Subject {
    /// A node.
    record OfNode(String name, String uid) implements Subject {}

    /// A NodeWright.
    record OfNodeWright(String name, String uid) implements Subject {}

    /// Nobody: an event without a related object.
    record Nobody() implements Subject {}
  }
}
