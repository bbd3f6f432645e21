package io.nodewright.operator.act;

import io.nodewright.api.Names;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/// The log lines of stages that begin and end, said once, when it is done (08 §11).
final class Transitions {

  private static final Logger LOG = LoggerFactory.getLogger(Transitions.class);

  private Transitions() {}

  static void log(Action action) {
    switch (action) {
      case Action.CreateStageJob(var stage) ->
          line(stage.key(), Names.packageJob(stage.key())).log("stage started");
      case Action.MarkJobProcessed mark -> ended(mark.seen());
      case Action.DeleteJob delete ->
          line(delete.seen().key(), delete.seen().name()).log("job deleted: {}", delete.why());
      case Action.SuspendJob suspend ->
          line(suspend.seen().key(), suspend.seen().name())
              .log(suspend.suspend() ? "stage paused" : "stage resumed");
      case Action.CreateInterruptJob(var interrupt) ->
          line(
                  interrupt.key(),
                  Names.interruptJob(
                      interrupt.key().nodeWright(),
                      interrupt.key().stage(),
                      interrupt.interrupt().type(),
                      interrupt.key().node()))
              .log("interrupt started: {}", interrupt.interrupt().type().word());
      case Action.EndInterruptJob end ->
          line(end.seen().key(), end.seen().name())
              .log("interrupt ended after {} restarts", end.restarts());
      case Action.EvictPod(var pod, var node, var nodeWright, var _) ->
          pod(nodeWright, node).log("evicting {}", pod.shown());
      case Action.DeletePod(var pod, var node, var nodeWright, var _) ->
          pod(nodeWright, node).log("deleting {}", pod.shown());
      case Action.TaintNode(var node, var nodeWright, var taint) ->
          pod(nodeWright, node).log("taint {} applied", taint.shown());
      case Action.PatchNode _,
          Action.ConfirmGone _,
          Action.ConfirmPods _,
          Action.SetNodeConditions _,
          Action.WriteNodeMetadata _,
          Action.DeleteNodeMetadata _,
          Action.NoteOnJob _,
          Action.PruneAttempt _,
          Action.CreateConfigMap _,
          Action.OpenConfigGate _,
          Action.ReplaceConfigMap _,
          Action.DeleteConfigMap _,
          Action.AddFinalizer _,
          Action.RemoveFinalizer _,
          Action.StampVersion _,
          Action.WriteStatus _,
          Action.RecordEvent _ -> {}
    }
  }

  private static LoggingEventBuilder pod(NodeWrightView nodeWright, NodeView node) {
    return LOG.atInfo()
        .addKeyValue("nodewright", nodeWright.name())
        .addKeyValue("node", node.name());
  }

  private static void ended(JobFacts job) {
    LoggingEventBuilder line = line(job.key(), job.name());
    switch (job.phase()) {
      case JobPhase.Complete _ -> line.log("stage complete");
      case JobPhase.Failed(String reason, String _, var _) ->
          line.addKeyValue("error", reason).log("stage failed");
      case JobPhase.Unfinished _, JobPhase.Failing _, JobPhase.Lost _ -> line.log("stage recorded");
    }
  }

  private static LoggingEventBuilder line(JobKey key, String job) {
    return LOG.atInfo()
        .addKeyValue("nodewright", key.nodeWright())
        .addKeyValue("node", key.node())
        .addKeyValue("package", key.ref().name())
        .addKeyValue("version", key.ref().version())
        .addKeyValue("stage", key.stage().word())
        .addKeyValue("job", job);
  }
}
