package io.nodewright.simulation.scenario;

import java.time.Duration;

/// One thing that disturbs a run.
public sealed interface Disturbance {

  /// Its number in its scenario.
  int id();

  /// When it is felt first, from the beginning of the run.
  Duration from();

  /// Somebody or something does something once.
  record Act(int id, Duration from, Deed deed) implements Disturbance {
    @Override
    public String toString() {
      return "#%d at %s: %s".formatted(id, Shown.span(from), deed);
    }
  }

  /// Something goes wrong for a while.
  record Spell(int id, Duration from, Duration to, Trouble trouble) implements Disturbance {
    @Override
    public String toString() {
      return "#%d from %s to %s: %s".formatted(id, Shown.span(from), Shown.span(to), trouble);
    }
  }
}
