package io.nodewright.engine.drain;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The pods of a node that have to leave, by what is done about them; each list sorted.
///
/// @param evict through the Eviction API
/// @param delete past their budgets
/// @param awaited on their way already
/// @param blocked must not be touched
/// @param blocks why
record PodsToGo(
    List<PodRef> evict,
    List<PodRef> delete,
    List<PodRef> awaited,
    List<PodRef> blocked,
    List<DrainBlocker> blocks) {

  /// Copies the lists.
  PodsToGo {
    evict = List.copyOf(evict);
    delete = List.copyOf(delete);
    awaited = List.copyOf(awaited);
    blocked = List.copyOf(blocked);
    blocks = List.copyOf(blocks);
  }

  static PodsToGo of(Collection<PodView> pods, DrainSettings settings) {
    SortedSet<PodRef> evict = new TreeSet<>();
    SortedSet<PodRef> delete = new TreeSet<>();
    SortedSet<PodRef> awaited = new TreeSet<>();
    SortedSet<PodRef> blocked = new TreeSet<>();
    SortedSet<DrainBlocker> blocks = new TreeSet<>();
    for (PodView pod : pods) {
      switch (PodClass.of(pod, settings)) {
        case PodClass.Ignored _ -> {}
        case PodClass.Awaited _ -> awaited.add(pod.ref());
        case PodClass.Blocks(var why) -> {
          blocked.add(pod.ref());
          blocks.addAll(why);
        }
        case PodClass.Deleted _ -> delete.add(pod.ref());
        case PodClass.Evicted _ -> evict.add(pod.ref());
      }
    }
    return new PodsToGo(
        List.copyOf(evict),
        List.copyOf(delete),
        List.copyOf(awaited),
        List.copyOf(blocked),
        List.copyOf(blocks));
  }

  /// Every pod that has to leave and is still there.
  List<PodRef> remaining() {
    SortedSet<PodRef> all = new TreeSet<>(evict);
    all.addAll(delete);
    all.addAll(awaited);
    all.addAll(blocked);
    return List.copyOf(all);
  }

  /// Budget refusals that still block: of a pod that is there, is not on its way out and would be
  /// evicted. What was answered last wins over what is recorded.
  List<DrainBlocker> standing(DrainStep.Facts facts, String nodeWright) {
    SortedSet<DrainBlocker> standing = new TreeSet<>();
    for (PodRef pod : evict) {
      facts.refused().stream()
          .filter(refused -> refused.nodeWright().equals(nodeWright) && refused.pod().equals(pod))
          .max(Comparator.comparing(Refused::at))
          .map(refused -> DrainBlocker.budget(pod, refused.message()))
          .or(
              () ->
                  facts.recorded().stream()
                      .filter(blocker -> blocker.reason() == BlockReason.POD_DISRUPTION_BUDGET)
                      .filter(blocker -> blocker.isOf(pod))
                      .findFirst())
          .ifPresent(standing::add);
    }
    return List.copyOf(standing);
  }
}
