package io.nodewright.simulation.operator;

/// Wakes passes. A call carries no meaning: it is an alarm clock.
interface Alarm {

  /// A pass for that NodeWright is due.
  void wake(String nodeWright);

  /// A pass for every NodeWright is due.
  void wakeAll();
}
