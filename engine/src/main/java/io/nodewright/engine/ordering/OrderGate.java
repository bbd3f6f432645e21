package io.nodewright.engine.ordering;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/// Whether earlier NodeWrights let this one work on a node (05 §12.2).
public final class OrderGate {

  private final List<Earlier> earlier;

  /// A gate behind these NodeWrights.
  ///
  /// @param earlier all NodeWrights before the subject in the total order
  public OrderGate(List<Earlier> earlier) {
    this.earlier = List.copyOf(earlier);
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
  public record Earlier(
      String name,
      boolean smallerPriority,
      Sequencing sequencing,
      boolean paused,
      boolean disabled,
      SortedSet<String> inScope,
      SortedSet<String> incomplete) {}

  /// Why the gate is closed.
  ///
  /// @param by the first NodeWright that closes it
  /// @param why for people
  public record Closed(String by, String why) {}

  /// The first NodeWright that closes the gate on that node; empty when it is open.
  public Optional<Closed> closedOn(String node) {
    for (Earlier other : earlier) {
      Optional<Closed> closed = closes(other, node);
      if (closed.isPresent()) {
        return closed;
      }
    }
    return Optional.empty();
  }

  /// The barrier that holds the whole NodeWright: an unfinished `sequencing: all` of a smaller
  /// priority number (02-LS5); empty when there is none.
  public Optional<Closed> barrier() {
    for (Earlier other : earlier) {
      if (merelyDisabled(other)) {
        continue;
      }
      if (other.sequencing() == Sequencing.ALL
          && other.smallerPriority()
          && !other.incomplete().isEmpty()) {
        return Optional.of(behindBarrier(other));
      }
    }
    return Optional.empty();
  }

  private static Optional<Closed> closes(Earlier other, String node) {
    if (merelyDisabled(other)) {
      return Optional.empty();
    }
    boolean selected = other.inScope().contains(node);
    if (other.paused() && selected) {
      return Optional.of(new Closed(other.name(), "NodeWright " + other.name() + " is paused"));
    }
    boolean global = other.sequencing() == Sequencing.ALL && other.smallerPriority();
    if (global && !other.incomplete().isEmpty()) {
      return Optional.of(behindBarrier(other));
    }
    if (selected && other.incomplete().contains(node)) {
      return Optional.of(
          new Closed(other.name(), "NodeWright " + other.name() + " is not complete on this node"));
    }
    return Optional.empty();
  }

  private static boolean merelyDisabled(Earlier other) {
    return other.disabled() && !other.paused();
  }

  private static Closed behindBarrier(Earlier other) {
    return new Closed(
        other.name(),
        "NodeWright %s (sequencing: all) is not complete on %d node(s), first %s"
            .formatted(other.name(), other.incomplete().size(), other.incomplete().first()));
  }
}
