package io.nodewright.simulation.operator;

/// What is to happen at the writes of operators, counted over all of them from the beginning of a
/// run: so each write of a run can be hit in turn.
public final class WritePlan {

  private final long hit;
  private final Fate fate;
  private Runnable death = () -> {};
  private long writes;

  private WritePlan(long hit, Fate fate) {
    this.hit = hit;
    this.fate = fate;
  }

  /// Nothing happens.
  public static WritePlan none() {
    return new WritePlan(-1, Fate.GOES_ON);
  }

  /// One write is hit.
  ///
  /// @param number of the write, from 0
  /// @param fate what happens to it
  public static WritePlan hitting(long number, Fate fate) {
    return new WritePlan(number, fate);
  }

  /// How many writes were begun.
  public long writes() {
    return writes;
  }

  /// Says how a process dies.
  public void onDeath(Runnable act) {
    death = act;
  }

  Fate next() {
    return writes++ == hit ? fate : Fate.GOES_ON;
  }

  void die() {
    death.run();
  }

  /// What happens to a write.
  public enum Fate {
    /// It is sent.
    GOES_ON,
    /// The process dies before it is sent.
    DIES_BEFORE,
    /// The process dies when it is stored and before the answer.
    DIES_AFTER,
    /// It is stored, and no answer comes.
    ANSWER_IS_LOST
  }
}
