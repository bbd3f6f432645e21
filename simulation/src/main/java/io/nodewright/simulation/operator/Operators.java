package io.nodewright.simulation.operator;

import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The processes of the operator over a run: usually one, which leads; sometimes it dies and
/// another takes over, sometimes two believe that they lead.
public final class Operators {

  /// From a death to a process that leads again.
  private static final Duration RESTART = Duration.ofSeconds(4);

  private final Surroundings world;
  private final OperatorSettings settings;
  private final Dice dice;
  private final WritePlan plan;
  private final DecisionListener listener;
  private final List<OperatorProcess> processes = new ArrayList<>();
  private int begun;

  /// @param plan what is to happen at single writes
  public Operators(
      Surroundings world,
      OperatorSettings settings,
      Dice dice,
      WritePlan plan,
      DecisionListener listener) {
    this.world = world;
    this.settings = settings;
    this.dice = dice;
    this.plan = plan;
    this.listener = listener;
    plan.onDeath(() -> killLeader(RESTART));
  }

  /// Starts the first process, which leads.
  public void start() {
    begin().lead();
  }

  /// The leading process dies; another starts after a while, knows nothing, and leads.
  public void killLeader(Duration until) {
    if (processes.isEmpty()) {
      return;
    }
    processes.removeLast().kill();
    agenda()
        .after(
            until,
            "operator starts",
            () -> {
              if (processes.isEmpty()) {
                start();
              }
            });
  }

  /// A second process, which has watched all along, takes the lead while the first one's fence is
  /// late; the first one then stands aside until it dies.
  ///
  /// @param warmUp how long the second one has watched before
  /// @param overlap how long both write
  /// @param standstill how long the first one stands still from when the second one leads: what it
  ///   was about to send leaves after that, and its caches are as old
  public void takeOver(Duration warmUp, Duration overlap, Duration standstill) {
    if (processes.size() != 1) {
      return;
    }
    OperatorProcess first = processes.getFirst();
    OperatorProcess second = begin();
    agenda()
        .after(
            warmUp,
            "a second operator leads",
            () -> {
              Instant now = agenda().now();
              if (second.dead()) {
                return;
              }
              if (!standstill.isZero()) {
                first.freeze(now.plus(standstill));
              }
              second.lead();
              first.leadUntil(now.plus(overlap));
              agenda()
                  .after(
                      overlap.plus(standstill).plusMinutes(1),
                      "the first operator ends",
                      () -> {
                        processes.remove(first);
                        first.kill();
                        if (processes.isEmpty()) {
                          start(); // the second one died meanwhile
                        }
                      });
            });
  }

  /// Sets the clocks of all processes off.
  public void shiftClocks(Duration by) {
    processes.forEach(each -> each.shiftClock(by));
  }

  /// Breaks all watches off.
  ///
  /// @param until how long until the processes list anew
  /// @param emptyFirst whether the first lists are empty, wrongly
  public void breakWatches(Duration until, boolean emptyFirst) {
    processes.forEach(each -> each.breakWatches(until, emptyFirst));
  }

  private OperatorProcess begin() {
    int number = begun++;
    OperatorProcess process =
        new OperatorProcess(
            world, settings, Writer.instance(number), dice.part("process", number), plan, listener);
    processes.add(process);
    process.start();
    return process;
  }

  private Agenda agenda() {
    return world.agenda();
  }
}
