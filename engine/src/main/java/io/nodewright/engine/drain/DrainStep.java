package io.nodewright.engine.drain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What one pass does to empty a node that is cordoned and past the barrier (04 §6.3).
public sealed interface DrainStep {

  /// How long a node is left alone after a budget refused an eviction there.
  Duration PAUSE = Duration.ofSeconds(30);

  /// Nothing is left: stages may start.
  record Drained() implements DrainStep {}

  /// Pods are called upon to go, once the start is stored.
  ///
  /// @param since when the drain began; now, when nothing is stored yet
  /// @param evict through the Eviction API
  /// @param delete past their budgets
  /// @param awaited already on their way
  /// @param by blockers that stay recorded until the new attempt is answered
  record Call(
      Instant since,
      List<PodRef> evict,
      List<PodRef> delete,
      List<PodRef> awaited,
      List<DrainBlocker> by)
      implements DrainStep {
    /// Copies the lists.
    public Call {
      evict = List.copyOf(evict);
      delete = List.copyOf(delete);
      awaited = List.copyOf(awaited);
      by = List.copyOf(by);
    }
  }

  /// Nothing is to be called; pods on their way out are waited for.
  record Awaits(Instant since, List<PodRef> awaited) implements DrainStep {
    /// Copies the pods.
    public Awaits {
      awaited = List.copyOf(awaited);
    }
  }

  /// Pods that must not be touched hold it; nothing is disrupted on a node that cannot proceed.
  record Held(Instant since, List<DrainBlocker> by) implements DrainStep {
    /// Copies the blockers.
    public Held {
      by = List.copyOf(by);
    }
  }

  /// A budget refused a moment ago: the node is left alone until then.
  record Pauses(Instant since, List<DrainBlocker> by, Instant until) implements DrainStep {
    /// Copies the blockers.
    public Pauses {
      by = List.copyOf(by);
    }
  }

  /// The time is over. Nothing is called; it goes on by itself when the pods are gone (04 §8).
  ///
  /// @param since when the drain began
  /// @param remaining pods that are left
  /// @param by those of them that are known to block
  record TimedOut(Instant since, List<PodRef> remaining, List<DrainBlocker> by)
      implements DrainStep {
    /// Copies the lists.
    public TimedOut {
      remaining = List.copyOf(remaining);
      by = List.copyOf(by);
    }
  }

  /// The blockers to record after this step, sorted.
  default List<DrainBlocker> blockers() {
    return switch (this) {
      case Drained _, Awaits _ -> List.of();
      case Call call -> call.by();
      case Held held -> held.by();
      case Pauses pauses -> pauses.by();
      case TimedOut over -> over.by();
    };
  }

  /// When the drain began; empty once it is over.
  default Optional<Instant> began() {
    return switch (this) {
      case Drained _ -> Optional.empty();
      case Call call -> Optional.of(call.since());
      case Awaits awaits -> Optional.of(awaits.since());
      case Held held -> Optional.of(held.since());
      case Pauses pauses -> Optional.of(pauses.since());
      case TimedOut over -> Optional.of(over.since());
    };
  }

  /// What a node tells of a drain.
  ///
  /// @param pods all pods on the node
  /// @param startText the stored start; unreadable or absent counts as none
  /// @param recorded the stored blockers of this NodeWright
  /// @param refused evictions that budgets refused on this node, for any NodeWright
  record Facts(
      Collection<PodView> pods,
      String startText,
      Collection<DrainBlocker> recorded,
      Collection<Refused> refused) {
    /// Copies the collections.
    public Facts {
      pods = List.copyOf(pods);
      recorded = List.copyOf(recorded);
      refused = List.copyOf(refused);
    }
  }

  /// The step of this pass.
  ///
  /// @param facts what the node tells
  /// @param nodeWright on whose behalf
  /// @param settings read anew in each pass
  /// @param now of the pass
  static DrainStep of(Facts facts, String nodeWright, DrainSettings settings, Instant now) {
    PodsToGo pods = PodsToGo.of(facts.pods(), settings);
    if (pods.remaining().isEmpty()) {
      return new Drained(); // 04 §6.3 step 2
    }
    Instant since = DrainStart.read(facts.startText()).orElse(DrainStart.of(now)); // step 3
    List<DrainBlocker> standing = pods.standing(facts, nodeWright);
    List<DrainBlocker> all = new ArrayList<>(pods.blocks());
    all.addAll(standing);
    all.sort(Comparator.naturalOrder());
    if (settings.bounded() && !since.plus(settings.timeout()).isAfter(now)) {
      return new TimedOut(since, pods.remaining(), all); // step 4
    }
    if (!pods.blocks().isEmpty()) {
      return new Held(since, all); // step 5
    }
    Optional<Instant> until = pausesUntil(facts, now);
    if (!standing.isEmpty() && until.isPresent()) {
      return new Pauses(since, standing, until.get()); // step 6
    }
    return pods.evict().isEmpty() && pods.delete().isEmpty()
        ? new Awaits(since, pods.awaited())
        : new Call(since, pods.evict(), pods.delete(), pods.awaited(), standing); // step 7
  }

  private static Optional<Instant> pausesUntil(Facts facts, Instant now) {
    return facts.refused().stream()
        .map(refused -> refused.at().plus(PAUSE))
        .max(Comparator.naturalOrder())
        .filter(until -> until.isAfter(now));
  }
}
