package io.nodewright.api.seen;

import io.nodewright.engine.drain.PodRef;
import io.nodewright.engine.drain.PodView;
import io.nodewright.engine.drain.Refused;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.PodsSeen;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The pods that decisions ask for: all those of nodes that are being emptied, and the protected
/// ones of each NodeWright wherever they are (04 §5, §6). What evictions were answered is kept here
/// too: the pods that were asked to go, and those that budgets refused.
public final class WatchedPods implements AutoCloseable {

  /// How long a watch may take to show what an answer told.
  private static final Duration WATCH_LAG = Duration.ofSeconds(15);

  private final PodWatches watches;
  private final Alarm alarm;
  private final InstantSource clock;
  private final Map<String, SortedSet<String>> wanted = new HashMap<>();
  private final SortedMap<String, PodWatch> byNode = new TreeMap<>();
  private final SortedMap<String, GuardWatch> guards = new TreeMap<>();
  private final Map<String, Instant> askedToGo = new HashMap<>();
  private final SortedMap<PodRef, Refused> refused = new TreeMap<>();

  private record GuardWatch(LabelSelector selector, PodWatch watch) {}

  /// @param watches starts watches
  /// @param alarm woken when a watched pod changes
  /// @param clock of the process
  public WatchedPods(PodWatches watches, Alarm alarm, InstantSource clock) {
    this.watches = watches;
    this.alarm = alarm;
    this.clock = clock;
  }

  /// Watches the pods of these nodes from now on, and no longer those that nobody wants.
  ///
  /// @param nodeWright who wants them
  public synchronized void want(String nodeWright, SortedSet<String> nodes) {
    if (nodes.isEmpty()) {
      wanted.remove(nodeWright);
    } else {
      wanted.put(nodeWright, new TreeSet<>(nodes));
    }
    SortedSet<String> all = new TreeSet<>();
    wanted.values().forEach(all::addAll);
    byNode
        .entrySet()
        .removeIf(
            each -> {
              boolean goes = !all.contains(each.getKey());
              if (goes) {
                each.getValue().close();
              }
              return goes;
            });
    for (String node : all) {
      byNode.computeIfAbsent(node, name -> watches.ofNode(name, alarm::wakeAll));
    }
  }

  /// Watches the protected pods of these NodeWrights, each by the selector that it has now.
  public synchronized void guard(Collection<NodeWrightView> nodeWrights) {
    SortedMap<String, LabelSelector> selectors = new TreeMap<>();
    for (NodeWrightView each : nodeWrights) {
      if (!each.spec().protectedPods().empty()) {
        selectors.put(each.name(), each.spec().protectedPods());
      }
    }
    guards
        .entrySet()
        .removeIf(
            each -> {
              boolean goes = !each.getValue().selector().equals(selectors.get(each.getKey()));
              if (goes) {
                each.getValue().watch().close();
              }
              return goes;
            });
    selectors.forEach(
        (name, selector) ->
            guards.computeIfAbsent(
                name,
                nodeWright ->
                    new GuardWatch(
                        selector, watches.ofSelector(selector, () -> alarm.wake(nodeWright)))));
    wanted
        .keySet()
        .removeIf(name -> nodeWrights.stream().noneMatch(each -> each.name().equals(name)));
  }

  /// An eviction or deletion was accepted: until a watch shows it, the pod counts as terminating
  /// and is not called again, but for a watch that is silent for long.
  public synchronized void goes(PodRef pod) {
    askedToGo.put(pod.uid(), clock.instant());
    refused.remove(pod);
  }

  /// A budget refused.
  public synchronized void stays(Refused answer) {
    refused.put(answer.pod(), answer);
  }

  /// Compares a node's pods, listed anew, with those that a decision saw. Where it missed one, the
  /// node is watched anew, and nothing is known of it until that is done.
  ///
  /// @param seen UIDs of the pods that the decision saw
  /// @param listed the pods that are there
  /// @return whether the decision saw them all
  public synchronized boolean sawAll(
      String node, SortedSet<String> seen, Collection<PodView> listed) {
    boolean all = listed.stream().allMatch(pod -> seen.contains(pod.ref().uid()));
    PodWatch old = byNode.get(node);
    if (!all && old != null) {
      old.close();
      byNode.put(node, watches.ofNode(node, alarm::wakeAll));
    }
    return all;
  }

  /// What is known now.
  public synchronized PodsSeen seen() {
    Set<String> there = new HashSet<>();
    SortedMap<String, List<PodView>> onNodes = new TreeMap<>();
    byNode.forEach(
        (node, watch) -> {
          if (watch.known()) {
            onNodes.put(node, watch.pods().stream().map(pod -> seen(pod, there)).toList());
          }
        });
    SortedMap<String, PodsSeen.Guarded> guarded = new TreeMap<>();
    guards.forEach(
        (nodeWright, guard) -> {
          if (guard.watch().known()) {
            guarded.put(
                nodeWright, new PodsSeen.Guarded(guard.selector(), byNode(guard.watch().pods())));
          }
        });
    askedToGo.keySet().retainAll(there);
    refused.keySet().removeIf(pod -> !there.contains(pod.uid()));
    return new PodsSeen(onNodes, guarded, refusedOn(onNodes));
  }

  private PodView seen(PodView pod, Set<String> there) {
    there.add(pod.ref().uid());
    Instant asked = askedToGo.get(pod.ref().uid());
    boolean goes = asked != null && asked.plus(WATCH_LAG).isAfter(clock.instant());
    return goes && !pod.terminating() ? pod.asTerminating() : pod;
  }

  private static SortedMap<String, List<PodView>> byNode(List<PodView> pods) {
    SortedMap<String, List<PodView>> byNode = new TreeMap<>();
    pods.forEach(pod -> byNode.computeIfAbsent(pod.node(), _ -> new ArrayList<>()).add(pod));
    return byNode;
  }

  private SortedMap<String, List<Refused>> refusedOn(SortedMap<String, List<PodView>> onNodes) {
    SortedMap<String, List<Refused>> byNode = new TreeMap<>();
    if (!refused.isEmpty()) {
      onNodes.forEach(
          (node, pods) ->
              pods.forEach(
                  pod -> {
                    Refused answer = refused.get(pod.ref());
                    if (answer != null) {
                      byNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(answer);
                    }
                  }));
    }
    return byNode;
  }

  @Override
  public synchronized void close() {
    byNode.values().forEach(PodWatch::close);
    guards.values().forEach(guard -> guard.watch().close());
  }
}
