package io.nodewright.engine.drain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// Words of conditions and events about cordons, barriers and drains that clients match on (04
/// §5.1, §7.2, §18).
public final class DrainTexts {

  /// Longest list of names in a message.
  private static final int LISTED = 10;

  private static final String NAMES_CUT = "(list truncated; see controller logs)";
  private static final String DETAIL_CUT = "(additional detail truncated; see controller logs)";

  private DrainTexts() {}

  /// The message of `Blocked`/`NonInterruptPodsRunning`, also the note of IE2.
  ///
  /// @param nodes that protected pods hold, or would hold; not empty
  public static String barrier(SortedSet<String> nodes) {
    return "%d %s blocked by non-interrupt pods %s. Waiting."
        .formatted(nodes.size(), nodes.size() == 1 ? "node" : "nodes", names(nodes));
  }

  /// The reason of `DrainBlocked`.
  ///
  /// @param blockers by node; not empty
  public static String reason(SortedMap<String, List<DrainBlocker>> blockers) {
    SortedSet<String> reasons = new TreeSet<>();
    blockers
        .values()
        .forEach(each -> each.forEach(blocker -> reasons.add(blocker.reason().word())));
    return reasons.size() == 1 ? reasons.first() : "MultipleCauses";
  }

  /// The message of `DrainBlocked`, also the note of IE10.
  ///
  /// @param blockers by node; not empty
  /// @param inScope how many nodes the NodeWright selects
  public static String blocked(SortedMap<String, List<DrainBlocker>> blockers, int inScope) {
    List<String> items = new ArrayList<>();
    blockers.forEach(
        (node, each) ->
            each.stream()
                .sorted()
                .forEach(
                    blocker ->
                        items.add(
                            "%s/%s on %s: %s"
                                .formatted(
                                    blocker.namespace(), blocker.name(), node, blocker.detail()))));
    String detail =
        String.join("; ", items.stream().limit(LISTED).toList())
            + (items.size() > LISTED ? " " + DETAIL_CUT : "");
    return "%d/%d nodes blocked draining %s; %s"
        .formatted(blockers.size(), inScope, names(new TreeSet<>(blockers.keySet())), detail);
  }

  /// IE1.
  public static String timedOut(
      String nodeWright, Duration timeout, String node, Collection<PodRef> remaining) {
    return "[%s] drain timed out after %s on node %s: %d pods remaining (%s)"
        .formatted(nodeWright, shown(timeout), node, remaining.size(), pods(remaining));
  }

  /// IE3.
  ///
  /// @param packageKey `<package>|<version>`
  public static String held(String nodeWright, String packageKey, Collection<PodRef> pods) {
    return "[%s] package %s held by non-interrupt pods: %s"
        .formatted(nodeWright, packageKey, pods(pods));
  }

  /// IE6.
  public static String cordoned(String nodeWright) {
    return "[" + nodeWright + "] cordoned for interrupt";
  }

  /// IE7; empty when nothing is released.
  public static String released(String nodeWright, CordonRelease release) {
    return switch (release) {
      case CordonRelease.Nothing _ -> "";
      case CordonRelease.Uncordon _ -> "[" + nodeWright + "] uncordoned";
      case CordonRelease.Leave(var heldBy) ->
          "[%s] cordon released, still held by %s".formatted(nodeWright, String.join(", ", heldBy));
    };
  }

  /// IE8.
  public static String foreign(String nodeWright) {
    return "[" + nodeWright + "] node was already cordoned by another party and will stay cordoned";
  }

  /// IE9.
  public static String orphaned(String key) {
    return "annotation " + key + " belongs to no NodeWright that selects this node";
  }

  /// IE11.
  public static String evictionFailed(String nodeWright, PodRef pod, String error) {
    return "[%s] evicting %s: %s".formatted(nodeWright, pod.shown(), error);
  }

  /// IE12.
  public static String drained(String nodeWright, Duration took) {
    return "[%s] drained in %s".formatted(nodeWright, shown(took));
  }

  /// What blocks a drain of one node, for a sentence.
  public static String blockers(Collection<DrainBlocker> blockers) {
    List<String> shown =
        blockers.stream()
            .sorted()
            .limit(LISTED)
            .map(each -> each.namespace() + "/" + each.name() + ": " + each.detail())
            .toList();
    return String.join("; ", shown) + (blockers.size() > LISTED ? " " + DETAIL_CUT : "");
  }

  /// Up to ten pods, then the hint at the log.
  public static String pods(Collection<PodRef> pods) {
    List<String> shown = pods.stream().sorted().limit(LISTED).map(PodRef::shown).toList();
    return String.join(", ", shown) + (pods.size() > LISTED ? " " + NAMES_CUT : "");
  }

  /// A duration as people write it: `1h`, `90s` is `1m30s`.
  public static String shown(Duration duration) {
    long seconds = duration.toSeconds();
    String text =
        unit(seconds / 3600, "h") + unit(seconds / 60 % 60, "m") + unit(seconds % 60, "s");
    return text.isEmpty() ? "0s" : text;
  }

  private static String unit(long count, String unit) {
    return count == 0 ? "" : count + unit;
  }

  private static String names(SortedSet<String> names) {
    return names.size() > LISTED ? NAMES_CUT : "(" + String.join(", ", names) + ")";
  }
}
