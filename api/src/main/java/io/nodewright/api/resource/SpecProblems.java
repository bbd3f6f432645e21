package io.nodewright.api.resource;

import io.nodewright.api.value.Durations;
import io.nodewright.api.value.Selectors;
import io.nodewright.engine.rollout.LabelSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Collects what of a spec cannot be decoded, each with the path of its field (V26).
final class SpecProblems {

  private final List<String> found = new ArrayList<>();

  List<String> found() {
    return found;
  }

  void add(String path, String problem) {
    found.add(path + ": " + problem);
  }

  /// A duration that may not be negative; empty when it is absent or unusable.
  Optional<Duration> duration(String path, @Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    Optional<Duration> read = Durations.parse(text);
    if (read.isEmpty()) {
      add(path, "\"" + text + "\" is not a duration; use e.g. 10m");
      return Optional.empty();
    }
    if (read.get().isNegative()) {
      add(path, "\"" + text + "\" is negative; use 0 or more");
      return Optional.empty();
    }
    return read;
  }

  LabelSelector selector(
      String path, io.fabric8.kubernetes.api.model.@Nullable LabelSelector stored) {
    Optional<LabelSelector> read = Selectors.parse(stored);
    if (read.isEmpty()) {
      add(path, "an operator is none of In, NotIn, Exists, DoesNotExist; use one of them");
    }
    return read.orElse(LabelSelector.EVERYTHING);
  }
}
