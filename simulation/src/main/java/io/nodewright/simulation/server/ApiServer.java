package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.nodewright.simulation.time.Agenda;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The API server with its store. Every operation is immediate, at the agenda's time; what lies
/// between it and a client is a [RequestLine], and a [WatchLine] between it and a subscriber.
///
/// What holds: each stored change makes one resource version, from one counter for all objects; a
/// write that changes nothing makes none and is told to nobody. Names are unique in a kind. An
/// object is never changed in place: what `get` gives stays as it is.
public final class ApiServer {

  private final Agenda agenda;
  private final Map<Kind<?>, Shelf<?>> shelves = new LinkedHashMap<>();
  private final List<Consumer<Change<?>>> observers = new ArrayList<>();
  private final EventLog events = new EventLog();
  private final StoredViews views = new StoredViews();
  private final Writes writes;
  private long version = 1;
  private long made;

  /// An empty one.
  ///
  /// @param admission asked before each write of metadata or spec
  public ApiServer(Agenda agenda, Admission admission) {
    this.agenda = agenda;
    for (Kind<?> kind : Kind.ALL) {
      shelves.put(kind, new Shelf<>());
    }
    this.writes = new Writes(this, agenda, admission);
  }

  /// The same server, as `who` uses it: that name stands in [Change#who()].
  public ApiClient as(String who) {
    return new ApiClient(this, writes, who);
  }

  /// How what is stored here reads.
  public StoredViews views() {
    return views;
  }

  /// The object of that name; empty when there is none.
  public <T extends HasMetadata> Optional<T> get(Kind<T> kind, String name) {
    return Optional.ofNullable(shelf(kind).byName.get(name));
  }

  /// All objects of a kind, by name.
  public <T extends HasMetadata> List<T> list(Kind<T> kind) {
    return List.copyOf(shelf(kind).byName.values());
  }

  /// The resource version of the last change.
  public long version() {
    return version;
  }

  /// Tells of every change of a kind from now on, in order. Called within the write: whoever wants
  /// to write in turn puts that on the agenda.
  public <T extends HasMetadata> Subscription subscribe(
      Kind<T> kind, Consumer<Change<T>> listener) {
    List<Consumer<Change<T>>> listeners = shelf(kind).listeners;
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /// Tells of every change of any kind, in order, before subscribers of the kind hear of it.
  public void observe(Consumer<Change<?>> observer) {
    observers.add(observer);
  }

  /// The events that were recorded.
  public EventLog events() {
    return events;
  }

  long nextVersion() {
    return ++version;
  }

  /// A UID, unlike any other of this server.
  String nextUid() {
    made++;
    return "%08x-0000-4000-8000-%012x".formatted(made, made);
  }

  /// A suffix for generated names, unlike any other of this server.
  String nextSuffix() {
    made++;
    return Long.toString(made, Character.MAX_RADIX);
  }

  <T extends HasMetadata> void store(
      String who, Kind<T> kind, String name, @Nullable T before, @Nullable T after, long number) {
    Shelf<T> shelf = shelf(kind);
    if (after == null) {
      shelf.byName.remove(name);
    } else {
      shelf.byName.put(name, after);
    }
    Change<T> change = new Change<>(number, agenda.now(), who, kind, name, before, after);
    observers.forEach(observer -> observer.accept(change));
    // A listener may come or go meanwhile.
    List.copyOf(shelf.listeners).forEach(listener -> listener.accept(change));
  }

  @SuppressWarnings("unchecked") // a kind's shelf holds its objects: only store() fills it
  private <T extends HasMetadata> Shelf<T> shelf(Kind<T> kind) {
    Shelf<?> shelf = shelves.get(kind);
    if (shelf == null) {
      throw new IllegalStateException("no such kind: " + kind);
    }
    return (Shelf<T>) shelf;
  }

  private static final class Shelf<T extends HasMetadata> {
    private final java.util.SortedMap<String, T> byName = new java.util.TreeMap<>();
    private final List<Consumer<Change<T>>> listeners = new ArrayList<>();
  }
}
