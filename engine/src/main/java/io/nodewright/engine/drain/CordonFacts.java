package io.nodewright.engine.drain;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// Who keeps a node from being scheduled, as a NodeWright sees it (04 §4.3).
///
/// @param unschedulable `spec.unschedulable`
/// @param own whether the NodeWright's own `cordon_<nw>` is there
/// @param others names of the other NodeWrights whose `cordon_*` is there, alive or not
/// @param persistent whether `runtimeRequiredCordon` is there
public record CordonFacts(
    boolean unschedulable, boolean own, SortedSet<String> others, boolean persistent) {

  /// Copies the names.
  public CordonFacts {
    others = Collections.unmodifiableSortedSet(new TreeSet<>(others));
  }
}
