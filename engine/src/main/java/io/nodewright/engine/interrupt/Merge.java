package io.nodewright.engine.interrupt;

import io.nodewright.engine.lifecycle.Interrupt;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Several interrupts as one (04 §9.1, §9.2; LM4, LM5): the highest rank wins; services of that
/// rank are united, those of lower ranks dropped. The order in which they come changes nothing.
public final class Merge {

  private Merge() {}

  /// The merged interrupt; none for nothing. A single one keeps its services in spec order, without
  /// duplicates (03 §9); united ones are sorted.
  public static Interrupt of(Collection<Interrupt.Of> interrupts) {
    return interrupts.stream()
        .map(Interrupt.Of::type)
        .max(Interrupt.Type::compareTo)
        .map(type -> (Interrupt) new Interrupt.Of(type, services(type, interrupts)))
        .orElse(new Interrupt.None());
  }

  private static List<String> services(Interrupt.Type winner, Collection<Interrupt.Of> interrupts) {
    if (winner != Interrupt.Type.SERVICE) {
      return List.of(); // services mean nothing to other types
    }
    List<Interrupt.Of> winners =
        interrupts.stream().filter(each -> each.type() == winner).distinct().toList();
    if (winners.size() == 1) {
      return winners.getFirst().services().stream().distinct().toList();
    }
    SortedSet<String> united = new TreeSet<>();
    winners.forEach(each -> united.addAll(each.services()));
    return List.copyOf(united);
  }
}
