package io.nodewright.simulation.time;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.PriorityQueue;

/// What is to happen, in virtual time. Events run one at a time, the earliest first; of two at the
/// same time the one that was put down first. Not for use by several threads.
public final class Agenda {

  private final PriorityQueue<Entry> entries = new PriorityQueue<>();
  private Instant now;
  private long put;
  private long ran;

  /// An empty agenda.
  ///
  /// @param start the time at which it begins
  public Agenda(Instant start) {
    this.now = start;
  }

  /// The virtual time: that of the event that runs or ran last.
  public Instant now() {
    return now;
  }

  /// Puts an event down.
  ///
  /// @param when a time that is past counts as now
  /// @param what told when the event throws, and in traces; a constant text costs nothing
  public Entry at(Instant when, String what, Runnable act) {
    Entry entry = new Entry(when.isBefore(now) ? now : when, put++, what, act);
    entries.add(entry);
    return entry;
  }

  /// Puts an event down for so long after now.
  public Entry after(Duration wait, String what, Runnable act) {
    return at(now.plus(wait), what, act);
  }

  /// Puts an event down for now, after all that is down for now already.
  public Entry soon(String what, Runnable act) {
    return at(now, what, act);
  }

  /// Runs the earliest event and moves the time to it.
  ///
  /// @return false when there was none; the time then stays
  /// @throws IllegalStateException when the event threw, with its name and time
  public boolean step() {
    dropCanceled();
    Entry entry = entries.poll();
    if (entry == null) {
      return false;
    }
    now = entry.when;
    entry.state = Entry.State.RAN;
    ran++;
    try {
      entry.act.run();
    } catch (RuntimeException e) {
      throw new IllegalStateException(entry + " broke off", e);
    }
    return true;
  }

  /// When the earliest event is due; empty when there is none.
  public Optional<Instant> next() {
    dropCanceled();
    return Optional.ofNullable(entries.peek()).map(entry -> entry.when);
  }

  /// Whether an event is due by then.
  public boolean isDueBy(Instant when) {
    dropCanceled();
    Entry entry = entries.peek();
    return entry != null && !entry.when.isAfter(when);
  }

  /// What the earliest event is called; empty text when there is none.
  public String nextWhat() {
    dropCanceled();
    Entry entry = entries.peek();
    return entry == null ? "" : entry.what;
  }

  /// How many events ran.
  public long ran() {
    return ran;
  }

  private void dropCanceled() {
    for (Entry entry = entries.peek();
        entry != null && entry.state == Entry.State.CANCELED;
        entry = entries.peek()) {
      entries.poll();
    }
  }

  /// An event that was put down.
  public static final class Entry implements Comparable<Entry> {

    /// Nothing that waits.
    public static final Entry NONE = new Entry(Instant.EPOCH, -1, "nothing", () -> {});

    static {
      NONE.state = State.RAN;
    }

    private enum State {
      WAITS,
      RAN,
      CANCELED
    }

    private final Instant when;
    private final long order;
    private final String what;
    private final Runnable act;
    private State state = State.WAITS;

    private Entry(Instant when, long order, String what, Runnable act) {
      this.when = when;
      this.order = order;
      this.what = what;
      this.act = act;
    }

    /// Takes it off the agenda; without effect when it ran.
    public void cancel() {
      if (state == State.WAITS) {
        state = State.CANCELED;
      }
    }

    /// Whether it has neither run nor been canceled.
    public boolean waits() {
      return state == State.WAITS;
    }

    /// When it is due.
    public Instant when() {
      return when;
    }

    @Override
    public int compareTo(Entry other) {
      int byTime = when.compareTo(other.when);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(order);
    }

    @Override
    public String toString() {
      return what + " at " + when;
    }
  }
}
