package io.nodewright.operator.observe;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.nodewright.api.seen.Origin;
import io.nodewright.api.seen.ViewChange;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The store of one informer: keeps a view of each object, by object name, and drops the object.
///
/// Reads its own writes: what a request answered is put here at once, and a watch event that is
/// older than that never takes it back. Two versions of one name are compared by number; the
/// watch's own bookkeeping (what it saw last) is kept beside the view, so that the informer works
/// as with any other store.
///
/// @param <T> the kind
/// @param <V> the view
public final class TrimmedCache<T extends HasMetadata, V> implements ItemStore<T> {

  /// Told of each change of a view, in order, while the cache is locked: it must be quick.
  ///
  /// @param <V> the view
  public interface Listener<V> {
    /// A view changed.
    void changed(ViewChange<V> change, Origin origin);

    /// An object is not shown any more that cannot have gone like that. Its view stays until the
    /// API server was asked, and the cache told.
    default void doubted(V view) {}
  }

  private final ViewKind<T, V> kind;
  private final Listener<V> listener;
  private final TreeMap<String, Entry<V>> entries = new TreeMap<>();

  /// The views of `entries`, apart: a sorted map is copied in one go.
  private final SortedMap<String, V> live = new TreeMap<>();

  private @Nullable SortedMap<String, V> views;

  /// @param kind how its objects are seen
  /// @param listener told of changes
  public TrimmedCache(ViewKind<T, V> kind, Listener<V> listener) {
    this.kind = kind;
    this.listener = listener;
  }

  /// All views by object name. The same map until something changes; never changed itself.
  public synchronized SortedMap<String, V> views() {
    SortedMap<String, V> current = views;
    if (current == null) {
      current = Collections.unmodifiableSortedMap(new TreeMap<>(live));
      views = current;
    }
    return current;
  }

  /// The view of that name.
  public synchronized Optional<V> view(String name) {
    Entry<V> entry = entries.get(name);
    return entry == null ? Optional.empty() : Optional.ofNullable(entry.view);
  }

  /// Takes in what a request of this process answered, unless something newer is known.
  public synchronized void answered(T object) {
    accept(object, Origin.ANSWERED);
    Entry<V> now = entries.get(object.getMetadata().getName());
    if (now != null && now.doubted && now.uid.equals(object.getMetadata().getUid())) {
      entries.put(object.getMetadata().getName(), now.doubted(false));
    }
  }

  /// Takes in that the API server does not know the object.
  ///
  /// @param uid the UID that was asked for; another object of that name stays
  public synchronized void answeredGone(String name, String uid) {
    Entry<V> before = entries.get(name);
    if (before == null || !before.uid.equals(uid)) {
      return;
    }
    if (before.seen() && !before.doubted) {
      // Events on the way may still show the object: it stays gone until the watch says so too.
      entries.put(name, before.gone());
    } else {
      entries.remove(name);
    }
    tell(name, before.view, null, Origin.ANSWERED);
  }

  /// Takes in what a read of one object found.
  ///
  /// @param uid the UID of the object that was known
  /// @param now what is there under that name, null when nothing
  public synchronized void reread(String name, String uid, @Nullable T now) {
    if (now == null) {
      answeredGone(name, uid);
    } else {
      answered(now);
    }
  }

  /// Takes in that a list as of that version is complete: what was created before and never listed
  /// nor watched is gone.
  public synchronized void listed(String version) {
    long listed = number(version);
    List<Map.Entry<String, Entry<V>>> lost =
        entries.entrySet().stream()
            .filter(each -> !each.getValue().seen() && each.getValue().version <= listed)
            .map(each -> Map.entry(each.getKey(), each.getValue()))
            .toList();
    lost.forEach(
        each -> {
          entries.remove(each.getKey());
          tell(each.getKey(), each.getValue().view, null, Origin.WATCHED);
        });
  }

  // The informer's side.

  @Override
  public String getKey(T object) {
    return object.getMetadata().getName();
  }

  @Override
  public synchronized @Nullable T put(String key, T object) {
    Entry<V> before = entries.get(key);
    accept(object, Origin.WATCHED);
    Entry<V> now = entries.get(key);
    ObjectMeta meta = object.getMetadata();
    if (now != null) {
      entries.put(key, now.seenAs(meta.getUid(), meta.getResourceVersion()));
    }
    return before == null || !before.seen() ? null : skeleton(key, before);
  }

  @Override
  public synchronized @Nullable T remove(String key) {
    Entry<V> before = entries.get(key);
    if (before == null || !before.seen()) {
      return null;
    }
    if (before.uid.equals(before.seenUid)) {
      V view = before.view;
      if (view != null && !kind.mayVanish(view)) {
        doubt(key, before, view);
        return null;
      }
      entries.remove(key);
      tell(key, before.view, null, Origin.WATCHED);
    } else {
      // An older object of that name went; the one that we created meanwhile is still to be seen.
      entries.put(key, before.seenAs("", ""));
    }
    return skeleton(key, before);
  }

  private void doubt(String key, Entry<V> entry, V view) {
    if (!entry.doubted) {
      entries.put(key, entry.doubted(true));
      listener.doubted(view);
    }
  }

  @Override
  public synchronized Stream<String> keySet() {
    return entries.entrySet().stream()
        .filter(each -> each.getValue().seen())
        .map(Map.Entry::getKey)
        .toList()
        .stream();
  }

  @Override
  public synchronized Stream<T> values() {
    return entries.entrySet().stream()
        .filter(each -> each.getValue().seen())
        .map(each -> skeleton(each.getKey(), each.getValue()))
        .toList()
        .stream();
  }

  @Override
  public synchronized int size() {
    return (int) entries.values().stream().filter(Entry::seen).count();
  }

  @Override
  public synchronized @Nullable T get(String key) {
    Entry<V> entry = entries.get(key);
    return entry == null || !entry.seen() ? null : skeleton(key, entry);
  }

  /// Objects are not kept whole.
  @Override
  public boolean isFullState() {
    return false;
  }

  private void accept(T object, Origin origin) {
    ObjectMeta meta = object.getMetadata();
    long version = number(meta.getResourceVersion());
    Entry<V> before = entries.get(meta.getName());
    if (before != null && before.outranks(meta.getUid(), version)) {
      return;
    }
    V old = before == null || !before.uid.equals(meta.getUid()) ? null : before.view;
    V now = kind.view(object).orElse(null);
    ViewKind.Difference difference =
        old == null || now == null ? ViewKind.Difference.MEANING : kind.difference(old, now);
    V kept = difference == ViewKind.Difference.NONE ? old : now;
    String seenUid = before == null ? "" : before.seenUid;
    String seenVersion = before == null ? "" : before.seenVersion;
    entries.put(
        meta.getName(),
        new Entry<>(meta.getUid(), version, seenUid, seenVersion, false, false, kept));
    V replaced = before == null ? null : before.view;
    if (difference == ViewKind.Difference.MEANING) {
      tell(meta.getName(), replaced, kept, origin);
    } else if (difference == ViewKind.Difference.VERSION) {
      keep(meta.getName(), kept);
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
      listener.changed(new ViewChange.Changed<>(before, now), origin);
    } else if (now != null) {
      listener.changed(new ViewChange.Appeared<>(now), origin);
    } else if (before != null) {
      listener.changed(new ViewChange.Gone<>(before), origin);
    }
  }

  private T skeleton(String name, Entry<V> entry) {
    T object = kind.empty();
    ObjectMeta meta = new ObjectMeta();
    meta.setName(name);
    meta.setUid(entry.seenUid);
    meta.setResourceVersion(entry.seenVersion);
    object.setMetadata(meta);
    return object;
  }

  private static long number(@Nullable String version) {
    try {
      return version == null ? 0 : Long.parseLong(version);
    } catch (NumberFormatException e) {
      throw new IllegalStateException("a resource version that is no number: " + version, e);
    }
  }

  /// What is known of one name.
  ///
  /// @param uid of the object that the view is of
  /// @param version of that object, as a number
  /// @param seenUid of the object that the watch saw last; empty when it saw none
  /// @param seenVersion of that object
  /// @param confirmedGone whether the API server said that the object is gone
  /// @param doubted whether the watch shows the object no more, and the API server is being asked
  /// @param view none when the object is none of ours, or gone
  private record Entry<V>(
      String uid,
      long version,
      String seenUid,
      String seenVersion,
      boolean confirmedGone,
      boolean doubted,
      @Nullable V view) {

    boolean seen() {
      return !seenUid.isEmpty();
    }

    /// Whether this is at least as new as that object.
    boolean outranks(String otherUid, long otherVersion) {
      return uid.equals(otherUid)
          ? confirmedGone || version >= otherVersion
          : version > otherVersion;
    }

    Entry<V> gone() {
      return new Entry<>(uid, version, seenUid, seenVersion, true, false, null);
    }

    Entry<V> seenAs(String newUid, String newVersion) {
      return new Entry<>(uid, version, newUid, newVersion, confirmedGone, false, view);
    }

    Entry<V> doubted(boolean now) {
      return new Entry<>(uid, version, seenUid, seenVersion, confirmedGone, now, view);
    }
  }
}
