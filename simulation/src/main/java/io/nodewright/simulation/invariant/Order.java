package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Change;
import java.util.Optional;
import java.util.stream.Stream;

/// V-order: on a node no stage of a NodeWright begins while an earlier one is paused there, or is
/// neither complete nor disabled; `sequencing: all` holds for all nodes (05 §12.2). One that is
/// being deleted holds where it has something to uninstall: elsewhere it never becomes complete any
/// more.
final class Order implements Invariant {

  @Override
  public String id() {
    return "V-order";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    for (EntryChange entry : EntryChange.of(moment.truth(), change)) {
      if (entry.starts() && !entry.sentBack()) {
        begins(moment, entry.nodeWright(), entry.node(), entry, findings);
      }
    }
    if (change.before() == null
        && Moment.byOperator(change)
        && change.after() instanceof Job created) {
      interrupt(moment, created, findings);
    }
  }

  /// The interrupt of an uninstall begins with its Job: what is recorded before is the uninstall's
  /// end.
  private void interrupt(Moment moment, Job created, Findings findings) {
    moment
        .truth()
        .views()
        .job(created)
        .map(JobFacts::key)
        .filter(key -> key.stage() == Stage.UNINSTALL_INTERRUPT)
        .ifPresent(
            key -> {
              Node node = moment.truth().nodes().get(key.node());
              if (node != null) {
                begins(moment, key.nodeWright(), node, key, findings);
              }
            });
  }

  private void begins(Moment moment, String nodeWright, Node node, Object what, Findings findings) {
    NodeWrightView subject = moment.truth().nodeWrights().get(nodeWright);
    if (subject == null) {
      return;
    }
    findings.judged(id());
    moment.truth().nodeWrights().values().stream()
        .filter(other -> earlier(other, subject))
        .flatMap(other -> holds(moment, other, subject, node).stream())
        .forEach(why -> findings.violated(id(), moment.at(), what + " begins, though " + why));
  }

  /// Whether an earlier NodeWright may have held the subject on a node, as the decision saw it (05
  /// §12.2): one that holds it now, or did so a moment ago, or was edited or gone a moment ago.
  static boolean maybeClosed(Moment moment, NodeWrightView subject, Node node) {
    Truth truth = moment.truth();
    return moment.mayBeUnknown(truth.nodeWrightWent())
        || truth.nodeWrights().values().stream()
            .filter(other -> earlier(other, subject))
            .anyMatch(other -> mayHold(moment, other, subject, node));
  }

  private static boolean mayHold(
      Moment moment, NodeWrightView other, NodeWrightView subject, Node node) {
    if (!moment.knewLatest("NodeWright", other.name())) {
      return true;
    }
    if (other.paused()) {
      return moment.truth().selects(other, node);
    }
    return !other.disabled()
        && held(moment, other, subject, node)
            .anyMatch(name -> moment.possible(Fact.holdsBack(other.name(), name)));
  }

  private static boolean earlier(NodeWrightView other, NodeWrightView subject) {
    int byPriority = Integer.compare(other.spec().priority(), subject.spec().priority());
    return byPriority != 0 ? byPriority < 0 : other.name().compareTo(subject.name()) < 0;
  }

  private static Optional<String> holds(
      Moment moment, NodeWrightView other, NodeWrightView subject, Node node) {
    Truth truth = moment.truth();
    boolean selects = truth.selects(other, node);
    if (!moment.knewLatest("NodeWright", other.name())
        || !moment.knewLatest("NodeWright", subject.name())) {
      return Optional.empty();
    }
    if (moment.known(Fact.paused(other.name()))) {
      return selects ? Optional.of(other.name() + " is paused") : Optional.empty();
    }
    if (other.disabled()) {
      return Optional.empty();
    }
    return held(moment, other, subject, node)
        .filter(name -> moment.knewLatest("Node", name))
        .filter(name -> moment.known(Fact.holdsBack(other.name(), name)))
        .findFirst()
        .map(name -> other.name() + " is not complete on " + name);
  }

  /// Names of the nodes on which another NodeWright holds the subject back from this node.
  private static Stream<String> held(
      Moment moment, NodeWrightView other, NodeWrightView subject, Node node) {
    boolean barrier =
        other.spec().sequencing() == Sequencing.ALL
            && other.spec().priority() < subject.spec().priority();
    return moment.truth().selected(other).stream()
        .map(each -> each.getMetadata().getName())
        .filter(name -> barrier || name.equals(node.getMetadata().getName()));
  }
}
