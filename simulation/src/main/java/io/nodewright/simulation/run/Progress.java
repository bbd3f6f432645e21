package io.nodewright.simulation.run;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.server.Change;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A chronicle that keeps when each node became complete for each NodeWright first.
final class Progress extends Chronicle {

  private static final String STATUS = Keys.status("");

  private final SortedMap<String, Duration> completeAt = new TreeMap<>();

  @Override
  void changed(Change<?> change) {
    if (change.after() instanceof Node node) {
      Absent.map(node.getMetadata().getAnnotations())
          .forEach(
              (key, value) -> {
                if (key.startsWith(STATUS) && value.equals("complete")) {
                  completeAt.putIfAbsent(
                      key.substring(STATUS.length()) + " " + change.name(), since(change.at()));
                }
              });
    }
  }

  SortedMap<String, Duration> completeAt() {
    return Collections.unmodifiableSortedMap(completeAt);
  }
}
