package io.nodewright.api.seen;

/// Wakes passes. A call carries no meaning: it is an alarm clock.
public interface Alarm {

  /// A pass for that NodeWright is due.
  void wake(String nodeWright);

  /// A pass for every NodeWright is due.
  void wakeAll();
}
