package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.drain.CordonStep;
import io.nodewright.engine.drain.DrainBlocker;
import io.nodewright.engine.drain.DrainStart;
import io.nodewright.engine.drain.DrainStep;
import io.nodewright.engine.drain.DrainTexts;
import io.nodewright.engine.drain.PodRef;
import io.nodewright.engine.drain.QuietStep;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.snapshot.NodeRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Makes a node quiet, one step a pass: the cordon, the wait for protected pods, the drain, and the
/// marks of each on the node (04 §4 to §8).
final class QuietWork {

  private final NodeCase node;
  private final NodeWork work;
  private final Subject subject;

  private QuietWork(NodeCase node, NodeWork work) {
    this.node = node;
    this.work = work;
    this.subject = node.subject();
  }

  /// Takes the step of this pass.
  ///
  /// @param held whether something holds the node as a whole: then nothing is called, the cordon
  ///   stays, and the clock of the drain stands (04 §16)
  static void run(NodeCase node, NodeWork work, boolean held) {
    QuietWork quiet = new QuietWork(node, work);
    if (!node.quiet().needed()) {
      quiet.forget(NodeEdit.Key.DRAIN_START, NodeEdit.Key.DRAIN_BLOCKED);
    } else if (held) {
      quiet.forget(NodeEdit.Key.DRAIN_START);
    } else {
      quiet.step();
    }
  }

  private void step() {
    switch (node.quiet().step()) {
      case QuietStep.Cordons(CordonStep cordon) -> cordon(cordon);
      case QuietStep.Unseen _ -> {}
      case QuietStep.Held(var by) -> {
        forget(NodeEdit.Key.DRAIN_START, NodeEdit.Key.DRAIN_BLOCKED);
        tellHeld(by);
      }
      case QuietStep.Drains(DrainStep drain) -> drain(drain);
      case QuietStep.Quiet quiet -> drained(quiet.foreign());
    }
  }

  private void cordon(CordonStep step) {
    work.edit(new NodeEdit.Cordon());
    switch (step) {
      case CordonStep.Cordon _ ->
          work.then(
              node.event(false, "Cordon", "Cordon", DrainTexts.cordoned(subject.name()))); // IE6
      case CordonStep.Join _, CordonStep.Own _, CordonStep.Foreign _ -> {}
    }
  }

  private void drain(DrainStep step) {
    Instant since = step.began().orElseThrow();
    if (DrainStart.read(node.record().drainStartText()).isEmpty()) {
      work.edit(new NodeEdit.PutDrainStart(since));
      tellForeign();
    }
    record(step.blockers());
    switch (step) {
      case DrainStep.Call call -> call(call);
      case DrainStep.TimedOut(Instant began, List<PodRef> remaining, var _) ->
          tellTimeout(began, remaining);
      case DrainStep.Awaits _, DrainStep.Held _, DrainStep.Pauses _, DrainStep.Drained _ -> {}
    }
  }

  private void call(DrainStep.Call call) {
    Duration grace = subject.view().spec().drain().gracePeriod();
    call.evict()
        .forEach(pod -> work.then(new Action.EvictPod(pod, node.node(), subject.view(), grace)));
    call.delete()
        .forEach(pod -> work.then(new Action.DeletePod(pod, node.node(), subject.view(), grace)));
  }

  private void record(List<DrainBlocker> blockers) {
    if (blockers.isEmpty()) {
      forget(NodeEdit.Key.DRAIN_BLOCKED);
    } else if (!blockers.equals(node.record().drainBlocked())) {
      work.edit(new NodeEdit.PutDrainBlocked(blockers));
    }
  }

  private void drained(boolean foreign) {
    String started = node.record().drainStartText();
    DrainStart.read(started)
        .ifPresent(
            since ->
                work.then(
                    node.event(
                        false,
                        "Drain",
                        "Drained",
                        DrainTexts.drained(
                            subject.name(), Duration.between(since, subject.now()))))); // IE12
    forget(NodeEdit.Key.DRAIN_START, NodeEdit.Key.DRAIN_BLOCKED);
    if (foreign) {
      tellForeign();
    }
  }

  /// IE8, once while the foreign cordon stands.
  private void tellForeign() {
    if (!node.record().cordons()) {
      work.tell(
          "foreign cordon",
          "",
          node.event(false, "Cordon", "ExternalCordon", DrainTexts.foreign(subject.name())));
    }
  }

  /// IE3, when the hold starts and when its pods change.
  private void tellHeld(List<PodRef> by) {
    for (PackageSpec spec : node.quiet().gated()) {
      String note = DrainTexts.held(subject.name(), spec.ref().key(), by);
      work.tell(
          "held " + spec.ref().key(),
          note,
          node.event(true, "Drain", "NonInterruptPodsRunning", note));
    }
  }

  /// IE1, once per expiry.
  private void tellTimeout(Instant since, List<PodRef> remaining) {
    String note =
        DrainTexts.timedOut(
            subject.name(), subject.view().spec().drain().timeout(), node.name(), remaining);
    work.tell(
        "drain timed out",
        since.toString(),
        node.event(true, "Drain", "DrainTimeout", note),
        node.eventOnNodeWright(true, "Drain", "DrainTimeout", note));
  }

  private void forget(NodeEdit.Key... keys) {
    SortedSet<NodeEdit.Key> there = new TreeSet<>();
    for (NodeEdit.Key key : keys) {
      if (!text(key).equals(NodeRecord.ABSENT)) {
        there.add(key);
      }
    }
    if (!there.isEmpty()) {
      work.edit(new NodeEdit.Remove(there));
    }
  }

  private String text(NodeEdit.Key key) {
    return key == NodeEdit.Key.DRAIN_START
        ? node.record().drainStartText()
        : node.record().drainBlockedText();
  }
}
