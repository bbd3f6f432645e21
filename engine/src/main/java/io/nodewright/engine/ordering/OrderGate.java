package io.nodewright.engine.ordering;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Whether earlier NodeWrights let this one work on a node (05 §12.2). A node is known by its place
/// among all nodes, in the order of their names.
public final class OrderGate {

  /// Nobody goes before.
  public static final OrderGate OPEN = new OrderGate(List.of());

  private final List<Closer> closers = new ArrayList<>();

  /// A gate behind these NodeWrights.
  ///
  /// @param earlier all NodeWrights before the subject in the total order
  public OrderGate(List<Earlier> earlier) {
    for (Earlier other : earlier) {
      if (!other.disabled() || other.paused()) { // one that is merely disabled holds nobody back
        add(other);
      }
    }
  }

  /// An earlier NodeWright, as far as the gate looks at it.
  ///
  /// @param name its name
  /// @param smallerPriority whether its priority number is smaller, not only its name
  /// @param sequencing how it holds back
  /// @param paused whether it is paused
  /// @param disabled whether it is disabled
  /// @param inScope nodes that it selects
  /// @param incomplete those of them on which it is not complete
  /// @param firstIncomplete name of the first of these; empty when there is none
  /// @param notSeen a node that its status tells of and that is not seen, so that nobody knows
  ///   whether it is complete there; empty when all are seen
  public record Earlier(
      String name,
      boolean smallerPriority,
      Sequencing sequencing,
      boolean paused,
      boolean disabled,
      BitSet inScope,
      BitSet incomplete,
      String firstIncomplete,
      String notSeen) {

    private boolean barrier() {
      return sequencing == Sequencing.ALL && smallerPriority;
    }
  }

  /// Why the gate is closed.
  ///
  /// @param by the first NodeWright that closes it
  /// @param why for people
  public record Closed(String by, String why) {}

  /// One cause that closes the gate.
  ///
  /// @param everywhere whether it does on every node; else on those of `where`
  private record Closer(boolean everywhere, BitSet where, Closed closed) {}

  private void add(Earlier other) {
    if (other.paused()) {
      closers.add(closer(other, other.inScope(), " is paused"));
    }
    if (other.incomplete().isEmpty()) {
      if (other.barrier() && !other.notSeen().isEmpty()) {
        closers.add(new Closer(true, other.incomplete(), behindUnseen(other)));
      }
      return;
    }
    if (other.barrier()) {
      closers.add(new Closer(true, other.incomplete(), behindBarrier(other)));
    } else {
      closers.add(closer(other, other.incomplete(), " is not complete on this node"));
    }
  }

  /// The first NodeWright that closes the gate on that node; empty when it is open.
  ///
  /// @param node its place among all nodes
  public Optional<Closed> closedOn(int node) {
    for (Closer closer : closers) {
      if (closer.everywhere() || closer.where().get(node)) {
        return Optional.of(closer.closed());
      }
    }
    return Optional.empty();
  }

  /// The barrier that holds the whole NodeWright: an unfinished `sequencing: all` of a smaller
  /// priority number (02-LS5); empty when there is none.
  public Optional<Closed> barrier() {
    for (Closer closer : closers) {
      if (closer.everywhere()) {
        return Optional.of(closer.closed());
      }
    }
    return Optional.empty();
  }

  private static Closer closer(Earlier other, BitSet where, String what) {
    return new Closer(false, where, new Closed(other.name(), "NodeWright " + other.name() + what));
  }

  private static Closed behindUnseen(Earlier other) {
    return new Closed(
        other.name(),
        "NodeWright %s (sequencing: all) has node %s, which is not seen now"
            .formatted(other.name(), other.notSeen()));
  }

  private static Closed behindBarrier(Earlier other) {
    return new Closed(
        other.name(),
        "NodeWright %s (sequencing: all) is not complete on %d node(s), first %s"
            .formatted(other.name(), other.incomplete().cardinality(), other.firstIncomplete()));
  }
}
