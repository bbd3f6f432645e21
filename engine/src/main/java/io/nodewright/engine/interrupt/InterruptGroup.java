package io.nodewright.engine.interrupt;

import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.PackageRef;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Whether the packages of a node that owe an interrupt may have it now, as one (04 §9; LM1 to
/// LM13).
public sealed interface InterruptGroup {

  /// Nobody waits at an interrupt.
  record Nobody() implements InterruptGroup {}

  /// Some wait, and others are not as far.
  ///
  /// @param ready who waits
  /// @param stragglers whom they wait for
  record Waits(List<PackageRef> ready, List<PackageRef> stragglers) implements InterruptGroup {
    /// Copies the packages.
    public Waits {
      ready = List.copyOf(ready);
      stragglers = List.copyOf(stragglers);
    }
  }

  /// All are there.
  ///
  /// @param interrupt what runs
  /// @param host whose Job it is (04 §9.3)
  /// @param covers all members, the host among them; fixed once the Job is created (LM7)
  record Ready(Interrupt.Of interrupt, PackageRef host, SortedSet<PackageRef> covers)
      implements InterruptGroup {
    /// Copies the packages.
    public Ready {
      covers = Collections.unmodifiableSortedSet(new TreeSet<>(covers));
    }
  }

  /// The group of these members. Those that are recorded at the interrupt already go by themselves;
  /// whoever became ready since forms a later group (LM8, LM10).
  static InterruptGroup of(Collection<Member> members) {
    if (members.isEmpty()) {
      return new Nobody();
    }
    List<Member> begun = with(members, Member.Standing.BEGUN);
    if (!begun.isEmpty()) {
      return ready(begun);
    }
    List<Member> ready = with(members, Member.Standing.READY);
    if (ready.isEmpty()) {
      return new Nobody();
    }
    List<Member> busy = with(members, Member.Standing.BUSY);
    return busy.isEmpty() ? ready(ready) : new Waits(refs(ready), refs(busy));
  }

  private static InterruptGroup ready(List<Member> members) {
    Member host =
        members.stream()
            .max(
                Comparator.comparing((Member member) -> member.owed().type())
                    .thenComparing(Member::ref, Comparator.reverseOrder()))
            .orElseThrow(() -> new IllegalStateException("a group without members"));
    return switch (Merge.of(members.stream().map(Member::owed).toList())) {
      case Interrupt.Of merged -> new Ready(merged, host.ref(), new TreeSet<>(refs(members)));
      case Interrupt.None _ -> throw new IllegalStateException("members that owe nothing");
    };
  }

  private static List<Member> with(Collection<Member> members, Member.Standing standing) {
    return members.stream().filter(member -> member.standing() == standing).toList();
  }

  private static List<PackageRef> refs(List<Member> members) {
    return members.stream().map(Member::ref).sorted().toList();
  }
}
