package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// V-order: on a node no stage of a NodeWright begins while an earlier one is paused there, or is
/// neither complete nor disabled; `sequencing: all` holds for all nodes (05 §12.2).
final class Order implements Invariant {

  @Override
  public String id() {
    return "V-order";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    for (EntryChange entry : EntryChange.of(moment.truth(), change)) {
      NodeWrightView subject = moment.truth().nodeWrights().get(entry.nodeWright());
      if (entry.starts() && subject != null) {
        findings.judged(id());
        moment.truth().nodeWrights().values().stream()
            .filter(other -> earlier(other, subject))
            .flatMap(other -> holds(moment, other, subject, entry.node()).stream())
            .forEach(why -> findings.violated(id(), moment.at(), entry + " begins, though " + why));
      }
    }
  }

  /// Whether an earlier NodeWright holds the subject on a node now (05 §12.2).
  static boolean closed(Truth truth, NodeWrightView subject, Node node) {
    Instant now = Instant.MAX;
    Moment anyTime = new Moment(now, truth, now, Duration.ZERO);
    return truth.nodeWrights().values().stream()
        .anyMatch(
            other -> earlier(other, subject) && holds(anyTime, other, subject, node).isPresent());
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
    if (other.disabled() || (other.deleting() && !uninstallLeft(truth, other))) {
      return Optional.empty();
    }
    boolean barrier =
        other.spec().sequencing() == Sequencing.ALL
            && other.spec().priority() < subject.spec().priority();
    return truth.selected(other).stream()
        .map(each -> each.getMetadata().getName())
        .filter(name -> barrier || name.equals(node.getMetadata().getName()))
        .filter(name -> moment.knewLatest("Node", name))
        .filter(name -> moment.known(Fact.incomplete(other.name(), name)))
        .findFirst()
        .map(name -> other.name() + " is not complete on " + name);
  }

  private static boolean uninstallLeft(Truth truth, NodeWrightView other) {
    return truth.selected(other).stream()
        .anyMatch(
            node -> {
              var entries = truth.entries(node, other.name());
              for (PackageSpec spec : other.spec().packages().values()) {
                PackageRecord entry = entries.get(spec.ref());
                if (spec.uninstallEnabled() && entry != null) {
                  return true;
                }
              }
              return false;
            });
  }
}
