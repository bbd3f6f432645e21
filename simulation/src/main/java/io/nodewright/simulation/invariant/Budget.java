package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.drain.DrainSettings;
import io.nodewright.engine.drain.DrainStart;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/// V-budget: no node is admitted past its compartment's batch size at that moment (05 §4, §6).
/// Judged when a status is stored that has new members: nobody runs any more, and they fit the
/// size, which is smaller after a failed batch as long as so few nodes are through that it has to
/// be.
final class Budget implements Invariant {

  @Override
  public String id() {
    return "V-budget";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() != Kind.NODEWRIGHT
        || !Moment.byOperator(change)
        || !(change.before() instanceof NodeWright before)
        || !(change.after() instanceof NodeWright after)
        || Objects.equals(before.getStatus(), after.getStatus())) {
      return;
    }
    Map<String, String> members = Absent.map(status(after).nodePriority());
    Map<String, String> old =
        before.getStatus() == null ? Map.of() : Absent.map(before.getStatus().nodePriority());
    NodeWrightView view = moment.truth().nodeWrights().get(change.name());
    if (view == null || old.keySet().containsAll(members.keySet())) {
      return;
    }
    CompartmentsAtHand compartments = new CompartmentsAtHand(moment.truth(), after);
    for (String compartment : compartments.names()) {
      judge(moment, view, after, compartments, compartment, old, members, findings);
    }
  }

  private void judge(
      Moment moment,
      NodeWrightView view,
      NodeWright after,
      CompartmentsAtHand compartments,
      String compartment,
      Map<String, String> old,
      Map<String, String> members,
      Findings findings) {
    Truth truth = moment.truth();
    SortedSet<String> admitted = new TreeSet<>();
    SortedSet<String> running = new TreeSet<>();
    int population = 0;
    int unprocessed = 0;
    for (Node node : truth.selected(view)) {
      String name = node.getMetadata().getName();
      if (!compartment.equals(compartments.of(name))) {
        continue;
      }
      population++;
      unprocessed += isUnprocessed(moment, view, node) ? 1 : 0;
      if (members.containsKey(name) && !old.containsKey(name) && !atWork(truth, view, node)) {
        admitted.add(name);
      } else if (old.containsKey(name) && runs(moment, view, node)) {
        running.add(name);
      }
    }
    if (admitted.isEmpty()) {
      return;
    }
    // What a person changed a moment ago may have been counted otherwise.
    if (!moment.knewLatest("DeploymentPolicy", Absent.text(after.getSpec().deploymentPolicy()))
        || anyNodeTouched(moment)
        || compartments.unknown()) {
      return;
    }
    findings.judged(id());
    int size = compartments.size(compartment, population, unprocessed);
    if (!running.isEmpty() || admitted.size() > size) {
      findings.violated(
          id(),
          moment.at(),
          "%s admits %s in compartment %s of %d nodes, size %d, while %s run"
              .formatted(view.name(), admitted, compartment, population, size, running));
    }
  }

  /// Whether a node was neither complete nor failed, as far as the decision can have known.
  private static boolean isUnprocessed(Moment moment, NodeWrightView view, Node node) {
    return moment.known(Fact.incomplete(view.name(), node.getMetadata().getName()))
        && !drainTimedOut(moment, view, node)
        && moment.truth().entries(node, view.name()).values().stream()
            .noneMatch(entry -> entry.state() == StageState.ERRORING);
  }

  private static boolean anyNodeTouched(Moment moment) {
    return moment.truth().nodes().keySet().stream()
        .anyMatch(name -> !moment.knewLatest("Node", name));
  }

  /// With an unfinished Job or an open entry: it gets its place back, and is no admission (05
  /// §6.1).
  private static boolean atWork(Truth truth, NodeWrightView view, Node node) {
    String name = node.getMetadata().getName();
    return truth.jobs().stream()
            .anyMatch(
                job ->
                    job.unfinished()
                        && job.key().node().equals(name)
                        && job.key().nodeWright().equals(view.name()))
        || truth.entries(node, view.name()).values().stream()
            .anyMatch(entry -> entry.state().open());
  }

  /// A member that is eligible and has no outcome.
  private static boolean runs(Moment moment, NodeWrightView view, Node node) {
    Truth truth = moment.truth();
    String name = node.getMetadata().getName();
    boolean out =
        moment.possible(Fact.ignored(name))
            || moment.possible(Fact.tainted(name))
            || (moment.possible(Fact.lost(name)) && !begun(truth, view, node))
            || moment.possible(Fact.unreadable(view.name(), name));
    boolean failedForGood =
        truth.entries(node, view.name()).values().stream()
            .anyMatch(
                entry ->
                    entry.state() == StageState.ERRORING
                        && truth.jobs().stream()
                            .noneMatch(
                                job ->
                                    job.unfinished()
                                        && !(job.phase() instanceof JobPhase.Failing) // LW5
                                        && job.key().node().equals(name)
                                        && job.key().nodeWright().equals(view.name())
                                        && job.key().ref().equals(entry.ref())));
    return !out
        && !failedForGood
        && !drainTimedOut(moment, view, node)
        && !through(truth, view, node)
        && !Order.maybeClosed(moment, view, node)
        && moment.known(Fact.incomplete(view.name(), name));
  }

  /// A drain whose time is over is a definitive outcome (04 §8): from that moment on, though the
  /// node's status says so only a write later, and as long as that stands.
  private static boolean drainTimedOut(Moment moment, NodeWrightView view, Node node) {
    Map<String, String> annotations = Absent.map(node.getMetadata().getAnnotations());
    String began = annotations.get(Keys.drainStart(view.name()));
    if (began == null) {
      return false;
    }
    DrainSettings drain = view.spec().drain();
    boolean over =
        drain.bounded()
            && DrainStart.read(began)
                .filter(then -> !then.plus(drain.timeout()).isAfter(moment.decidedAt()))
                .isPresent();
    return over || "erroring".equals(annotations.get(Keys.status(view.name())));
  }

  /// A node that is lost keeps its place only while a stage has begun there and is not through (05
  /// §3.3).
  private static boolean begun(Truth truth, NodeWrightView view, Node node) {
    return truth.entries(node, view.name()).values().stream()
        .anyMatch(
            entry ->
                entry.state() == StageState.IN_PROGRESS || entry.state() == StageState.ERRORING);
  }

  /// A deletion is through with a node where nothing runs and nothing is to be uninstalled (02
  /// LF5).
  private static boolean through(Truth truth, NodeWrightView view, Node node) {
    return view.deleting()
        && truth.entries(node, view.name()).keySet().stream()
            .map(ref -> view.spec().packages().get(ref.name()))
            .noneMatch(spec -> spec != null && spec.uninstallEnabled())
        && truth.jobs().stream()
            .noneMatch(
                job ->
                    job.unfinished()
                        && job.key().node().equals(node.getMetadata().getName())
                        && job.key().nodeWright().equals(view.name()));
  }

  private static NodeWrightStatus status(NodeWright of) {
    return java.util.Objects.requireNonNull(of.getStatus());
  }
}
