package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.nodewright.api.seen.Origin;
import io.nodewright.api.seen.ViewChange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What one informer keeps: a view of each object, made once per version. Answers to own requests
/// come in at once, and a watch event that is older than one never takes it back.
///
/// @param <T> the kind
/// @param <V> the view
final class SeenCache<T extends HasMetadata, V> {

  private final Function<T, Optional<V>> codec;
  private final BiPredicate<V, V> sameMeaning;
  private final BiConsumer<ViewChange<V>, Origin> listener;
  private final Predicate<V> mayVanish;
  private final Consumer<V> doubted;
  private final Protections protections;
  private final TreeMap<String, Entry<V>> entries = new TreeMap<>();
  private final SortedMap<String, V> live = new TreeMap<>();
  private @Nullable SortedMap<String, V> views;

  /// @param codec how objects are seen; empty for what is none of ours
  /// @param sameMeaning whether two views of an object differ in nothing but its version
  /// @param listener told of changes in meaning
  SeenCache(
      Function<T, Optional<V>> codec,
      BiPredicate<V, V> sameMeaning,
      BiConsumer<ViewChange<V>, Origin> listener,
      Protections protections) {
    this(codec, sameMeaning, listener, _ -> true, _ -> {}, protections);
  }

  /// @param mayVanish what counts as gone when it is not shown any more; all else when the API
  ///   server was asked
  /// @param doubted asks it, later
  SeenCache(
      Function<T, Optional<V>> codec,
      BiPredicate<V, V> sameMeaning,
      BiConsumer<ViewChange<V>, Origin> listener,
      Predicate<V> mayVanish,
      Consumer<V> doubted,
      Protections protections) {
    this.mayVanish = mayVanish;
    this.doubted = doubted;
    this.codec = codec;
    this.sameMeaning = sameMeaning;
    this.listener = listener;
    this.protections = protections;
  }

  /// All views by object name; the same map until something changes.
  SortedMap<String, V> views() {
    SortedMap<String, V> current = views;
    if (current == null) {
      current = Collections.unmodifiableSortedMap(new TreeMap<>(live));
      views = current;
    }
    return current;
  }

  Optional<V> view(String name) {
    return Optional.ofNullable(live.get(name));
  }

  /// A request of this process answered with the object.
  void answered(T object) {
    if (protections.on(Protection.READ_YOUR_WRITES)) {
      accept(object, Origin.ANSWERED);
    }
    Entry<V> now = entries.get(object.getMetadata().getName());
    if (now != null && now.doubted && now.uid.equals(object.getMetadata().getUid())) {
      entries.put(object.getMetadata().getName(), now.doubted(false));
    }
  }

  /// The API server said that the object with that UID is gone.
  void answeredGone(String name, String uid) {
    Entry<V> before = entries.get(name);
    if (before == null || !before.uid.equals(uid) || !protections.on(Protection.READ_YOUR_WRITES)) {
      return;
    }
    if (before.doubted) {
      entries.remove(name);
    } else {
      // Events on the way may still show the object: it stays gone until the watch says so too.
      entries.put(name, before.gone());
    }
    tell(name, before.view, null, Origin.ANSWERED);
  }

  /// A watch showed the object.
  void watched(T object) {
    accept(object, Origin.WATCHED);
    Entry<V> now = entries.get(object.getMetadata().getName());
    if (now != null) {
      entries.put(object.getMetadata().getName(), now.seenAs(object.getMetadata().getUid()));
    }
  }

  /// A watch said that the object went.
  void watchedGone(String name) {
    Entry<V> before = entries.get(name);
    if (before == null || before.seenUid.isEmpty()) {
      return;
    }
    if (before.uid.equals(before.seenUid)) {
      if (doubts(name, before)) {
        return;
      }
      entries.remove(name);
      tell(name, before.view, null, Origin.WATCHED);
    } else {
      // An older object of that name went; the one that we made meanwhile is still to be seen.
      entries.put(name, before.seenAs(""));
    }
  }

  private boolean doubts(String name, Entry<V> entry) {
    V view = entry.view;
    if (view == null || mayVanish.test(view) || !protections.on(Protection.DOUBTED_ABSENCE)) {
      return false;
    }
    if (!entry.doubted) {
      entries.put(name, entry.doubted(true));
      doubted.accept(view);
    }
    return true;
  }

  /// A list as of that version arrived.
  void listed(List<T> objects, long version) {
    Set<String> names = new HashSet<>();
    objects.forEach(each -> names.add(each.getMetadata().getName()));
    List<String> missing = new ArrayList<>();
    entries.forEach(
        (name, entry) -> {
          if (!names.contains(name) && !entry.seenUid.isEmpty()) {
            missing.add(name);
          }
        });
    missing.forEach(this::watchedGone);
    objects.forEach(this::watched);
    List<Map.Entry<String, Entry<V>>> lost =
        entries.entrySet().stream()
            .filter(each -> each.getValue().seenUid.isEmpty() && each.getValue().version <= version)
            .map(each -> Map.entry(each.getKey(), each.getValue()))
            .toList();
    lost.forEach(
        each -> {
          entries.remove(each.getKey());
          tell(each.getKey(), each.getValue().view, null, Origin.WATCHED);
        });
  }

  private void accept(T object, Origin origin) {
    ObjectMeta meta = object.getMetadata();
    long version = Long.parseLong(meta.getResourceVersion());
    Entry<V> before = entries.get(meta.getName());
    if (before != null && before.outranks(meta.getUid(), version)) {
      return;
    }
    V old = before == null || !before.uid.equals(meta.getUid()) ? null : before.view;
    V now = codec.apply(object).orElse(null);
    boolean same = old != null && now != null && sameMeaning.test(old, now);
    V kept = same && old != null && old.equals(now) ? old : now;
    String seenUid = before == null ? "" : before.seenUid;
    entries.put(meta.getName(), new Entry<>(meta.getUid(), version, seenUid, false, false, kept));
    if (same) {
      keep(meta.getName(), kept);
    } else {
      tell(meta.getName(), before == null ? null : before.view, kept, origin);
    }
  }

  private void keep(String name, @Nullable V view) {
    views = null;
    if (view == null) {
      live.remove(name);
    } else {
      live.put(name, view);
    }
  }

  private void tell(String name, @Nullable V before, @Nullable V now, Origin origin) {
    keep(name, now);
    if (before != null && now != null) {
      listener.accept(new ViewChange.Changed<>(before, now), origin);
    } else if (now != null) {
      listener.accept(new ViewChange.Appeared<>(now), origin);
    } else if (before != null) {
      listener.accept(new ViewChange.Gone<>(before), origin);
    }
  }

  /// What is known of one name.
  ///
  /// @param seenUid of the object that the watch saw last; empty when it saw none
  /// @param confirmedGone whether the API server said that it is gone
  /// @param doubted whether the watch shows it no more, and the API server is being asked
  /// @param view none when the object is none of ours, or gone
  private record Entry<V>(
      String uid,
      long version,
      String seenUid,
      boolean confirmedGone,
      boolean doubted,
      @Nullable V view) {

    boolean outranks(String otherUid, long otherVersion) {
      return uid.equals(otherUid)
          ? confirmedGone || version >= otherVersion
          : version > otherVersion;
    }

    Entry<V> gone() {
      return new Entry<>(uid, version, seenUid, true, false, null);
    }

    Entry<V> seenAs(String newUid) {
      return new Entry<>(uid, version, newUid, confirmedGone, false, view);
    }

    Entry<V> doubted(boolean now) {
      return new Entry<>(uid, version, seenUid, confirmedGone, now, view);
    }
  }
}
