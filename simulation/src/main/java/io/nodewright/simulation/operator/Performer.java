package io.nodewright.simulation.operator;

import io.nodewright.engine.action.Action;
import java.util.function.Consumer;

/// Performs each kind of action with the writer of its object: one `case` per action.
final class Performer {

  private final NodeWrites nodes;
  private final MetadataWrites metadata;
  private final JobWrites jobs;
  private final PodWrites pods;
  private final ConfigMapWrites configMaps;
  private final NodeWrightWrites nodeWrights;
  private final StatusWrites statuses;
  private final Events events;

  Performer(
      NodeWrites nodes,
      MetadataWrites metadata,
      JobWrites jobs,
      PodWrites pods,
      ConfigMapWrites configMaps,
      NodeWrightWrites nodeWrights,
      StatusWrites statuses,
      Events events) {
    this.nodes = nodes;
    this.metadata = metadata;
    this.jobs = jobs;
    this.pods = pods;
    this.configMaps = configMaps;
    this.nodeWrights = nodeWrights;
    this.statuses = statuses;
    this.events = events;
  }

  /// Does what the action says, under its precondition.
  ///
  /// @param nodeWright whose decision it is
  void perform(String nodeWright, Action action, ListMemory memory, Consumer<Outcome> then) {
    switch (action) {
      case Action.PatchNode patch -> nodes.patch(patch, memory, then);
      case Action.ConfirmGone confirm -> nodes.confirmGone(confirm, then);
      case Action.ConfirmPods confirm -> pods.confirm(confirm, then);
      case Action.TaintNode taint -> nodes.taint(taint, memory, then);
      case Action.SetNodeConditions set -> nodes.setConditions(set, then);
      case Action.WriteNodeMetadata write -> metadata.write(write, memory, then);
      case Action.DeleteNodeMetadata(var seen) -> metadata.delete(seen, then);
      case Action.CreateStageJob(var job) -> jobs.create(job, then);
      case Action.CreateInterruptJob(var job) -> jobs.create(job, then);
      case Action.EndInterruptJob end -> jobs.end(end, then);
      case Action.EvictPod evict -> pods.evict(evict, then);
      case Action.DeletePod delete -> pods.delete(delete, then);
      case Action.DeleteJob delete -> jobs.delete(delete.seen(), then);
      case Action.SuspendJob suspend -> jobs.suspend(suspend, then);
      case Action.MarkJobProcessed mark -> jobs.markProcessed(mark, then);
      case Action.NoteOnJob note -> jobs.note(note, then);
      case Action.PruneAttempt prune -> jobs.prune(nodeWright, prune, then);
      case Action.CreateConfigMap create -> configMaps.create(create, then);
      case Action.OpenConfigGate open -> configMaps.openGate(open, then);
      case Action.ReplaceConfigMap replace -> configMaps.replace(replace, then);
      case Action.DeleteConfigMap(var seen) -> configMaps.delete(seen, then);
      case Action.AddFinalizer(var seen) -> nodeWrights.addFinalizer(seen, then);
      case Action.RemoveFinalizer(var seen) -> nodeWrights.removeFinalizer(seen, then);
      case Action.StampVersion stamp -> nodeWrights.stampVersion(stamp, then);
      case Action.WriteStatus write -> statuses.perform(write, then);
      case Action.RecordEvent(var event) -> {
        events.record(event);
        then.accept(Outcome.UNCHANGED);
      }
    }
  }

  /// Reads what the action is on into the cache, whatever it is now.
  void reread(Action action, Consumer<Reply<Void>> then) {
    switch (action) {
      case Action.PatchNode patch -> nodes.reread(patch.seen(), then);
      case Action.ConfirmGone _, Action.ConfirmPods _ -> then.accept(Replies.nothing());
      case Action.TaintNode taint -> nodes.reread(taint.seen(), then);
      case Action.SetNodeConditions set -> nodes.reread(set.seen(), then);
      case Action.WriteNodeMetadata write -> metadata.reread(write, then);
      case Action.DeleteNodeMetadata(var seen) -> metadata.reread(seen, then);
      case Action.CreateStageJob(var job) -> jobs.reread(job, then);
      case Action.CreateInterruptJob(var job) -> jobs.reread(job, then);
      case Action.EndInterruptJob end -> jobs.reread(end.seen(), then);
      case Action.EvictPod _, Action.DeletePod _ -> then.accept(Replies.nothing());
      case Action.DeleteJob delete -> jobs.reread(delete.seen(), then);
      case Action.SuspendJob suspend -> jobs.reread(suspend.seen(), then);
      case Action.MarkJobProcessed mark -> jobs.reread(mark.seen(), then);
      case Action.NoteOnJob note -> jobs.reread(note.seen(), then);
      case Action.PruneAttempt prune -> jobs.rereadAttempt(prune, then);
      case Action.CreateConfigMap create -> configMaps.reread(create, then);
      case Action.OpenConfigGate open -> configMaps.reread(open.seen(), then);
      case Action.ReplaceConfigMap replace -> configMaps.reread(replace.seen(), then);
      case Action.DeleteConfigMap(var seen) -> configMaps.reread(seen, then);
      case Action.AddFinalizer(var seen) -> nodeWrights.reread(seen, then);
      case Action.RemoveFinalizer(var seen) -> nodeWrights.reread(seen, then);
      case Action.StampVersion stamp -> nodeWrights.reread(stamp.seen(), then);
      case Action.WriteStatus write -> nodeWrights.reread(write.seen(), then);
      case Action.RecordEvent _ -> then.accept(Replies.nothing());
    }
  }
}
