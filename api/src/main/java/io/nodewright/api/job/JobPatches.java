package io.nodewright.api.job;

import io.nodewright.api.Keys;
import io.nodewright.api.value.Patches;
import io.nodewright.engine.action.Action;
import java.util.HashMap;
import java.util.Map;

/// Merge patches of our Jobs. Each names the Job's UID: for another Job of that name the API server
/// answers 409.
public final class JobPatches {

  private static final int LONGEST_CAUSE = 1024;

  private JobPatches() {}

  /// Suspends or resumes (03 §16).
  public static String suspend(Action.SuspendJob action) {
    return Patches.merge(
        action.seen().uid(), Map.of(), Map.of("spec", Map.of("suspend", action.suspend())));
  }

  /// Ends an interrupt Job for its restarts: with its bound lowered the Job controller fails it (03
  /// §13).
  public static String end(Action.EndInterruptJob action) {
    Map<String, Object> annotations = new HashMap<>();
    annotations.put(Keys.RESTART_LIMIT_EXCEEDED, Integer.toString(action.restarts()));
    if (!action.cause().isEmpty()) {
      annotations.put(Keys.FAILURE_CAUSE, cut(action.cause()));
    }
    return Patches.merge(
        action.seen().uid(),
        Map.of("annotations", annotations),
        Map.of("spec", Map.of("backoffLimit", action.seen().restartAllowance())));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_CAUSE ? text : text.substring(0, LONGEST_CAUSE);
  }

  /// Notes what was told (03 §18).
  public static String note(Action.NoteOnJob action) {
    return Patches.merge(
        action.seen().uid(),
        Map.of("annotations", Map.of(Keys.TOLD, String.join("\n", action.told()))),
        Map.of());
  }

  /// Marker, time to live and the end of an older operator's log tail, in one write (03 §4).
  public static String markProcessed(Action.MarkJobProcessed action) {
    Map<String, Object> annotations = new HashMap<>();
    annotations.put(Keys.STATE_RECORDED, Keys.TRUE);
    annotations.put(Keys.LAST_LOGS, null);
    return Patches.merge(
        action.seen().uid(),
        Map.of("annotations", annotations),
        Map.of("spec", Map.of("ttlSecondsAfterFinished", action.ttl().toSeconds())));
  }
}
