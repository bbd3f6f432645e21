package io.nodewright.operator.act;

import io.nodewright.api.seen.WatchedPods;
import io.nodewright.engine.action.Action;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.observe.Caches;
import io.nodewright.operator.publish.EventWriter;
import io.nodewright.operator.publish.StatusWriter;
import io.nodewright.operator.settings.OperatorSettings;
import java.time.Clock;

/// Performs each kind of action with the writer of its object: one `case` per action, and no other
/// branch on the domain.
public final class ActionPerformer implements Performer {

  private final NodeWrites nodes;
  private final NodeMetadata metadata;
  private final PodWrites pods;
  private final JobWrites jobs;
  private final ConfigMapWrites configMaps;
  private final NodeWrightWrites nodeWrights;
  private final StatusWriter statuses;
  private final EventWriter events;

  /// @param watched told what becomes of pods
  /// @param refusals filled with creates that are refused
  public ActionPerformer(
      FencedClient client,
      Caches caches,
      WatchedPods watched,
      Refusals refusals,
      OperatorSettings settings,
      StatusWriter statuses,
      EventWriter events) {
    this.nodes = new NodeWrites(client, caches, events, Clock.systemUTC());
    this.metadata = new NodeMetadata(client, caches, refusals, settings);
    this.pods = new PodWrites(client, settings.namespace(), watched, events, Clock.systemUTC());
    this.jobs = new JobWrites(client, caches, refusals, settings);
    this.configMaps = new ConfigMapWrites(client, caches, refusals, settings);
    this.nodeWrights = new NodeWrightWrites(client, caches);
    this.statuses = statuses;
    this.events = events;
  }

  @Override
  public Outcome perform(Action action, ListMemory memory) {
    Outcome outcome =
        switch (action) {
          case Action.PatchNode patch -> nodes.patch(patch, memory);
          case Action.ConfirmGone confirm -> nodes.confirmGone(confirm);
          case Action.ConfirmPods confirm -> pods.confirm(confirm);
          case Action.TaintNode taint -> nodes.taint(taint, memory);
          case Action.SetNodeConditions set -> nodes.setConditions(set);
          case Action.WriteNodeMetadata write -> metadata.write(write, memory);
          case Action.DeleteNodeMetadata(var seen) -> metadata.delete(seen);
          case Action.CreateStageJob(var job) -> jobs.create(job);
          case Action.CreateInterruptJob(var job) -> jobs.create(job);
          case Action.EndInterruptJob end -> jobs.end(end);
          case Action.EvictPod evict -> pods.evict(evict);
          case Action.DeletePod delete -> pods.delete(delete);
          case Action.DeleteJob delete -> jobs.delete(delete.seen());
          case Action.SuspendJob suspend -> jobs.suspend(suspend);
          case Action.MarkJobProcessed mark -> jobs.markProcessed(mark);
          case Action.NoteOnJob note -> jobs.note(note);
          case Action.PruneAttempt prune -> jobs.prune(prune);
          case Action.CreateConfigMap create -> configMaps.create(create);
          case Action.OpenConfigGate open -> configMaps.openGate(open);
          case Action.ReplaceConfigMap replace -> configMaps.replace(replace);
          case Action.DeleteConfigMap(var seen) -> configMaps.delete(seen);
          case Action.AddFinalizer(var seen) -> nodeWrights.addFinalizer(seen);
          case Action.RemoveFinalizer(var seen) -> nodeWrights.removeFinalizer(seen);
          case Action.StampVersion stamp -> nodeWrights.stampVersion(stamp);
          case Action.WriteStatus write -> writeStatus(write);
          case Action.RecordEvent(var event) -> {
            events.record(event);
            yield Outcome.UNCHANGED;
          }
        };
    if (outcome instanceof Outcome.Done) {
      Transitions.log(action);
    }
    return outcome;
  }

  @Override
  public void reread(Action action) {
    switch (action) {
      case Action.PatchNode patch -> nodes.reread(patch.seen());
      case Action.ConfirmGone _, Action.ConfirmPods _ -> {} // nothing was written
      case Action.TaintNode taint -> nodes.reread(taint.seen());
      case Action.SetNodeConditions set -> nodes.reread(set.seen());
      case Action.WriteNodeMetadata write -> metadata.reread(write);
      case Action.DeleteNodeMetadata(var seen) -> metadata.reread(seen);
      case Action.CreateStageJob(var job) -> jobs.reread(job);
      case Action.CreateInterruptJob(var job) -> jobs.reread(job);
      case Action.EndInterruptJob end -> jobs.reread(end.seen());
      case Action.EvictPod _, Action.DeletePod _ -> {} // no answer of theirs ends a list
      case Action.DeleteJob delete -> jobs.reread(delete.seen());
      case Action.SuspendJob suspend -> jobs.reread(suspend.seen());
      case Action.MarkJobProcessed mark -> jobs.reread(mark.seen());
      case Action.NoteOnJob note -> jobs.reread(note.seen());
      case Action.PruneAttempt prune -> jobs.rereadAttempt(prune);
      case Action.CreateConfigMap create -> configMaps.reread(create);
      case Action.OpenConfigGate open -> configMaps.reread(open.seen());
      case Action.ReplaceConfigMap replace -> configMaps.reread(replace.seen());
      case Action.DeleteConfigMap(var seen) -> configMaps.reread(seen);
      case Action.AddFinalizer(var seen) -> nodeWrights.reread(seen);
      case Action.RemoveFinalizer(var seen) -> nodeWrights.reread(seen);
      case Action.StampVersion stamp -> nodeWrights.reread(stamp.seen());
      case Action.WriteStatus write -> nodeWrights.reread(write.seen());
      case Action.RecordEvent _ -> {}
    }
  }

  @Override
  public boolean sendsAtOnce(Action action) {
    return switch (action) {
      case Action.RecordEvent _ -> false;
      case Action.WriteStatus write -> write.urgent();
      case Action.PatchNode _,
          Action.ConfirmGone _,
          Action.ConfirmPods _,
          Action.TaintNode _,
          Action.SetNodeConditions _,
          Action.WriteNodeMetadata _,
          Action.DeleteNodeMetadata _,
          Action.CreateStageJob _,
          Action.CreateInterruptJob _,
          Action.EndInterruptJob _,
          Action.EvictPod _,
          Action.DeletePod _,
          Action.DeleteJob _,
          Action.SuspendJob _,
          Action.MarkJobProcessed _,
          Action.NoteOnJob _,
          Action.PruneAttempt _,
          Action.CreateConfigMap _,
          Action.OpenConfigGate _,
          Action.ReplaceConfigMap _,
          Action.DeleteConfigMap _,
          Action.AddFinalizer _,
          Action.RemoveFinalizer _,
          Action.StampVersion _ ->
          true;
    };
  }

  private Outcome writeStatus(Action.WriteStatus write) {
    if (write.urgent()) {
      return statuses.write(write.seen(), write.status()) ? Outcome.DONE : Outcome.UNCHANGED;
    }
    statuses.writeSoon(write.seen(), write.status());
    return Outcome.UNCHANGED;
  }
}
