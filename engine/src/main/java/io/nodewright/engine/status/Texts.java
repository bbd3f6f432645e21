package io.nodewright.engine.status;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;

/// Texts of conditions that clients match on (01 §4.3, 02 §7.3).
public final class Texts {

  private static final int LISTED = 10;
  private static final int MALFORMED_LISTED = 5;
  private static final int MALFORMED_NAME = 10;

  private static final List<Status> BUCKETS =
      List.of(
          Status.IN_PROGRESS,
          Status.BLOCKED,
          Status.ERRORING,
          Status.WAITING,
          Status.PAUSED,
          Status.DISABLED,
          Status.UNKNOWN);

  private Texts() {}

  /// ` (a, b)` for up to ten names, nothing for none, a hint at the log for more.
  public static String nodeList(Collection<String> names) {
    if (names.isEmpty()) {
      return "";
    }
    return names.size() > LISTED
        ? " (list truncated; see controller logs)"
        : " (" + String.join(", ", names) + ")";
  }

  /// The message of `Ready`.
  ///
  /// @param complete nodes on which LD7 holds, by name
  /// @param statuses status of each node in scope
  public static String ready(Collection<String> complete, SortedMap<String, Status> statuses) {
    Map<Status, List<String>> buckets = new EnumMap<>(Status.class);
    statuses.forEach(
        (node, status) -> buckets.computeIfAbsent(status, _ -> new ArrayList<>()).add(node));
    StringBuilder text =
        new StringBuilder()
            .append(complete.size())
            .append('/')
            .append(statuses.size())
            .append(" nodes complete")
            .append(nodeList(complete));
    for (Status bucket : BUCKETS) {
      List<String> nodes = buckets.get(bucket);
      if (nodes != null) {
        text.append(", ")
            .append(nodes.size())
            .append(' ')
            .append(bucket == Status.IN_PROGRESS ? "in progress" : bucket.word())
            .append(nodeList(nodes));
      }
    }
    return text.toString();
  }

  /// The message of `NodesIgnored` and `TaintNotTolerable` while they hold.
  ///
  /// @param one what a listed node has
  /// @param many what unlisted nodes have
  public static String skipped(SortedSet<String> names, String one, String many) {
    return names.size() > LISTED
        ? names.size() + " nodes have " + many + ". Skipping."
        : "Node [" + String.join(", ", names) + "] has " + one + ". Skipping.";
  }

  /// The message of `NodeStateMalformed`.
  public static String malformed(SortedSet<String> names) {
    List<String> shown =
        names.stream()
            .limit(MALFORMED_LISTED)
            .map(
                name ->
                    name.length() > MALFORMED_NAME
                        ? name.substring(0, MALFORMED_NAME) + "..."
                        : name)
            .toList();
    String more =
        names.size() > MALFORMED_LISTED
            ? " and " + (names.size() - MALFORMED_LISTED) + " more"
            : "";
    return "nodeState annotation cannot be parsed on "
        + names.size()
        + " node(s): "
        + String.join(", ", shown)
        + more;
  }

  /// Names of an event or log line: up to ten, then how many more.
  public static String some(Collection<String> names) {
    List<String> shown = names.stream().limit(LISTED).toList();
    String more = names.size() > LISTED ? " and " + (names.size() - LISTED) + " more" : "";
    return String.join(", ", shown) + more;
  }
}
