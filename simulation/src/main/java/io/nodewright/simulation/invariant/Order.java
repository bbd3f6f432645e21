package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
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
      NodeWrightView subject = moment.truth().nodeWrights().get(entry.nodeWright());
      if (entry.starts() && !entry.sentBack() && subject != null) {
        findings.judged(id());
        moment.truth().nodeWrights().values().stream()
            .filter(other -> earlier(other, subject))
            .flatMap(other -> holds(moment, other, subject, entry.node()).stream())
            .forEach(why -> findings.violated(id(), moment.at(), entry + " begins, though " + why));
      }
    }
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
