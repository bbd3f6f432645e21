package io.nodewright.operator.leadership;

/// How this process comes to lead.
public interface Leading extends AutoCloseable {

  /// Begins; returns at once.
  void start();

  /// Ends, and leaves the lead to others.
  @Override
  void close();

  /// Leads at once, for a process that is alone.
  ///
  /// @param onLeading called when it begins
  static Leading alone(Runnable onLeading) {
    return new Leading() {
      @Override
      public void start() {
        onLeading.run();
      }

      @Override
      public void close() {}
    };
  }
}
