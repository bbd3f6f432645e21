package io.nodewright.api.node;

import io.nodewright.api.value.Times;
import io.nodewright.engine.lifecycle.NodeState;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// One copy of what many nodes carry alike: label keys, status words, whole records. Ten thousand
/// nodes of a fleet are mostly equal, and a text that was read before is not read again. Forgetting
/// is harmless, so a full store is emptied.
final class Shared {

  private static final int MOST_TEXTS = 16_384;
  private static final int MOST_STATES = 4_096;
  private static final int LONGEST_STATE = 16_384;

  private final Map<String, String> texts = new ConcurrentHashMap<>();
  private final Map<String, Instant> times = new ConcurrentHashMap<>();
  private final Map<String, Read> states = new ConcurrentHashMap<>();

  /// A record together with the one copy of its text.
  record Read(String text, NodeState state) {}

  /// The one copy of that text.
  String text(String text) {
    if (texts.size() >= MOST_TEXTS) {
      texts.clear();
    }
    String first = texts.putIfAbsent(text, text);
    return first == null ? text : first;
  }

  /// The time that the text holds; the epoch when it holds none.
  Instant time(String text) {
    Instant known = times.get(text);
    if (known != null) {
      return known;
    }
    Instant read = Times.parse(text).orElse(Instant.EPOCH);
    if (times.size() >= MOST_TEXTS) {
      times.clear();
    }
    times.put(text, read);
    return read;
  }

  /// The record that the text holds.
  Read state(String text) {
    Read known = states.get(text);
    if (known != null) {
      return known;
    }
    Read read = new Read(text, NodeStates.read(text));
    if (text.length() <= LONGEST_STATE) {
      if (states.size() >= MOST_STATES) {
        states.clear();
      }
      states.put(text, read);
    }
    return read;
  }
}
