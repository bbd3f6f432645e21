package io.nodewright.engine.names;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// An unmodifiable map by name whose names and values lie in two lists, in the order of the names:
/// made, walked, copied and compared at the cost of a list.
///
/// @param <V> never null
public final class ByName<V> extends AbstractMap<String, V> implements SortedMap<String, V> {

  private static final ByName<?> EMPTY = new ByName<>(List.of(), List.of());

  private final List<String> names;
  private final List<V> values;

  private ByName(List<String> names, List<V> values) {
    this.names = names;
    this.values = values;
  }

  /// The map without entries.
  @SuppressWarnings("unchecked") // it holds no value of any type
  public static <V> ByName<V> empty() {
    return (ByName<V>) EMPTY;
  }

  /// The entries of a map; the map itself where it is of this kind.
  public static <V> ByName<V> copyOf(Map<String, ? extends V> map) {
    if (map.isEmpty()) {
      return empty();
    }
    if (map instanceof ByName<?>) {
      @SuppressWarnings("unchecked") // it cannot be modified
      ByName<V> same = (ByName<V>) map;
      return same;
    }
    boolean inOrder = map instanceof SortedMap<?, ?> sorted && sorted.comparator() == null;
    Builder<V> builder = new Builder<>(map.size());
    (inOrder ? map : new TreeMap<String, V>(map)).forEach(builder::add);
    return builder.build();
  }

  /// Takes entries in the order of their names.
  ///
  /// @param <V> of the values
  public static final class Builder<V> {
    private final List<String> names;
    private final List<V> values;

    /// @param expected about how many entries come
    public Builder(int expected) {
      names = new ArrayList<>(expected);
      values = new ArrayList<>(expected);
    }

    /// Takes the next entry. Names come in order, each once: that is the caller's to see to.
    public void add(String name, V value) {
      names.add(name);
      values.add(value);
    }

    /// The map; nothing may be added afterwards.
    public ByName<V> build() {
      return names.isEmpty() ? empty() : new ByName<>(names, values);
    }
  }

  /// A walk along names that come in order.
  ///
  /// @param <V> of the values
  public static final class Cursor<V> {
    private final ByName<V> map;
    private int next;

    private Cursor(ByName<V> map) {
      this.map = map;
    }

    /// The value of that name, null when there is none. No name comes before one that was asked
    /// for.
    public @Nullable V at(String name) {
      while (next < map.size()) {
        String here = map.names.get(next);
        int order = here.equals(name) ? 0 : here.compareTo(name);
        if (order >= 0) {
          return order == 0 ? map.values.get(next) : null;
        }
        next++;
      }
      return null;
    }
  }

  /// A walk from the first name on.
  public Cursor<V> cursor() {
    return new Cursor<>(this);
  }

  /// The names, in order.
  public List<String> names() {
    return Collections.unmodifiableList(names);
  }

  /// Name of that place, from 0.
  public String name(int place) {
    return names.get(place);
  }

  /// Value of that place, from 0.
  public V value(int place) {
    return values.get(place);
  }

  /// Place of a name; negative when it is not there.
  public int place(String name) {
    return Collections.binarySearch(names, name);
  }

  @Override
  public int size() {
    return names.size();
  }

  @Override
  public @Nullable V get(@Nullable Object key) {
    int place = key instanceof String name ? place(name) : -1;
    return place < 0 ? null : values.get(place);
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return key instanceof String name && place(name) >= 0;
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super V> action) {
    for (int i = 0; i < names.size(); i++) {
      action.accept(names.get(i), values.get(i));
    }
  }

  @Override
  public Set<Map.Entry<String, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return names.size();
      }

      @Override
      public Iterator<Map.Entry<String, V>> iterator() {
        return entries();
      }
    };
  }

  private Iterator<Map.Entry<String, V>> entries() {
    Iterator<String> name = names.iterator();
    Iterator<V> value = values.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return name.hasNext();
      }

      @Override
      public Map.Entry<String, V> next() {
        return Map.entry(name.next(), value.next());
      }
    };
  }

  @Override
  public List<V> values() {
    return Collections.unmodifiableList(values);
  }

  /// Null: the natural order.
  @Override
  public @Nullable Comparator<? super String> comparator() {
    return null;
  }

  @Override
  public SortedMap<String, V> subMap(String from, String to) {
    return range(atLeast(from), atLeast(to));
  }

  @Override
  public SortedMap<String, V> headMap(String to) {
    return range(0, atLeast(to));
  }

  @Override
  public SortedMap<String, V> tailMap(String from) {
    return range(atLeast(from), size());
  }

  private int atLeast(String name) {
    int place = place(name);
    return place < 0 ? -place - 1 : place;
  }

  private ByName<V> range(int from, int to) {
    return new ByName<>(names.subList(from, to), values.subList(from, to));
  }

  @Override
  public String firstKey() {
    if (isEmpty()) {
      throw new NoSuchElementException("no name");
    }
    return names.getFirst();
  }

  @Override
  public String lastKey() {
    if (isEmpty()) {
      throw new NoSuchElementException("no name");
    }
    return names.getLast();
  }

  /// As of any map.
  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof ByName<?> map)) {
      return super.equals(other);
    }
    if (size() != map.size()) {
      return false;
    }
    for (int i = 0; i < size(); i++) {
      if (!names.get(i).equals(map.names.get(i)) || !values.get(i).equals(map.values.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int sum = 0;
    for (int i = 0; i < size(); i++) {
      sum += names.get(i).hashCode() ^ Objects.hashCode(values.get(i));
    }
    return sum;
  }
}
