package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.fault.WatchFacts;
import io.nodewright.simulation.fault.WatchFate;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What lies between the API server and one subscriber of one kind: a list, then changes, late, as
/// the fault plan has it. Changes never overtake each other; a list replaces all that was told.
public final class WatchLine<T extends HasMetadata> {

  private static final Duration LIST_LATENCY = Duration.ofMillis(5);

  private final Agenda agenda;
  private final ApiServer server;
  private final Kind<T> kind;
  private final String subscriber;
  private final FaultPlan faults;
  private final FaultCounts counts;
  private final Listener<T> listener;
  private final List<Agenda.Entry> onTheWay = new ArrayList<>();
  private final Map<String, Merging<T>> merging = new HashMap<>();
  private final Map<String, Change<T>> delivered = new HashMap<>();
  private @Nullable Subscription subscription;
  private Instant lastDelivery;
  private boolean closed;

  private WatchLine(
      Agenda agenda,
      ApiServer server,
      Kind<T> kind,
      String subscriber,
      FaultPlan faults,
      FaultCounts counts,
      Listener<T> listener) {
    this.agenda = agenda;
    this.server = server;
    this.kind = kind;
    this.subscriber = subscriber;
    this.faults = faults;
    this.counts = counts;
    this.listener = listener;
    this.lastDelivery = agenda.now();
  }

  /// Lists soon, and watches from there.
  ///
  /// @param subscriber who watches, for the fault plan
  public static <T extends HasMetadata> WatchLine<T> open(
      Agenda agenda,
      ApiServer server,
      Kind<T> kind,
      String subscriber,
      FaultPlan faults,
      FaultCounts counts,
      Listener<T> listener) {
    WatchLine<T> line = new WatchLine<>(agenda, server, kind, subscriber, faults, counts, listener);
    line.listAfter(LIST_LATENCY, false);
    return line;
  }

  /// Ends it: nothing arrives any more.
  public void close() {
    closed = true;
    disconnect();
  }

  /// Breaks it off, as an API server does that goes away.
  ///
  /// @param until how long until the subscriber lists anew
  /// @param emptyFirst whether the first list is empty, wrongly
  public void breakOff(Duration until, boolean emptyFirst) {
    disconnect();
    listAfter(until, emptyFirst);
  }

  private void disconnect() {
    if (subscription != null) {
      subscription.end();
      subscription = null;
    }
    onTheWay.forEach(Agenda.Entry::cancel);
    onTheWay.clear();
    merging.clear();
    delivered.clear();
  }

  private void listAfter(Duration wait, boolean empty) {
    onTheWay.add(agenda.after(wait, "list", () -> list(wait, empty)));
  }

  private void list(Duration wait, boolean empty) {
    if (closed) {
      return;
    }
    if (empty) {
      listener.listed(List.of(), server.version());
      listAfter(wait, false);
      return;
    }
    onTheWay.clear();
    lastDelivery = agenda.now();
    subscription = server.subscribe(kind, this::changed);
    listener.listed(server.list(kind), server.version());
  }

  private void changed(Change<T> change) {
    WatchFate fate =
        faults.watch(
            new WatchFacts(subscriber, kind.name(), change.name(), change.number(), agenda.now()));
    if (fate instanceof WatchFate.Broken(Duration until, boolean emptyFirst)) {
      counts.fired(emptyFirst ? "watch broken, empty list" : "watch broken");
      breakOff(until, emptyFirst);
      return;
    }
    Merging<T> waiting = merging.get(change.name());
    // No server merges a deletion with a new object of that name, nor with the object's beginning:
    // a watch that tells of an end has told of the beginning.
    if (waiting != null
        && waiting.entry.waits()
        && sameObject(waiting.latest, change)
        && !(waiting.begins && change.after() == null)) {
      waiting.latest = change;
      return;
    }
    switch (fate) {
      case WatchFate.Delivered(Duration lag) -> deliver(change, lag);
      case WatchFate.Merged(Duration lag) -> {
        counts.fired("watch merged");
        Merging<T> held = new Merging<>(change);
        held.entry = schedule(lag, () -> tell(held.latest));
        merging.put(change.name(), held);
      }
      case WatchFate.Redelivered(Duration lag, Duration again) -> {
        counts.fired("watch redelivered");
        deliver(change, lag);
        onTheWay.add(agenda.at(lastDelivery.plus(again), "redelivery", () -> tellAgain(change)));
      }
      case WatchFate.Broken _ -> throw new IllegalStateException("handled above");
    }
  }

  private static boolean sameObject(Change<?> one, Change<?> other) {
    return one.after() != null
        && one.object().getMetadata().getUid().equals(other.object().getMetadata().getUid());
  }

  private void deliver(Change<T> change, Duration lag) {
    schedule(lag, () -> tell(change));
  }

  private Agenda.Entry schedule(Duration lag, Runnable act) {
    Instant due = agenda.now().plus(lag);
    lastDelivery = due.isBefore(lastDelivery) ? lastDelivery : due;
    onTheWay.removeIf(entry -> !entry.waits());
    Agenda.Entry entry = agenda.at(lastDelivery, "watch", act);
    onTheWay.add(entry);
    return entry;
  }

  private void tell(Change<T> change) {
    delivered.put(change.name(), change);
    listener.changed(change);
  }

  private void tellAgain(Change<T> change) {
    Change<T> latest = delivered.get(change.name());
    listener.changed(change);
    if (latest != null && latest.number() > change.number()) {
      listener.changed(latest);
    }
  }

  /// Who is told.
  public interface Listener<T extends HasMetadata> {
    /// All objects there are, or seem to be; what was told before and is not among them is gone.
    ///
    /// @param version the list's resource version
    void listed(List<T> all, long version);

    /// One change.
    void changed(Change<T> change);
  }

  private static final class Merging<T extends HasMetadata> {
    private final boolean begins;
    private Change<T> latest;
    private Agenda.Entry entry = Agenda.Entry.NONE;

    private Merging(Change<T> first) {
      this.begins = first.before() == null;
      this.latest = first;
    }
  }
}
