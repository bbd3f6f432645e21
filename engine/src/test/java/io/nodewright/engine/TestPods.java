package io.nodewright.engine;

import io.nodewright.engine.drain.PodBuilder;
import io.nodewright.engine.drain.PodRef;
import io.nodewright.engine.drain.PodView;
import io.nodewright.engine.drain.Refused;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.PodsSeen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The pods of a test fleet: evictions are accepted, and the pod stays terminating until the test
/// lets it go, unless a budget refuses.
public final class TestPods {

  private final SortedMap<String, PodView> pods = new TreeMap<>();
  private final SortedMap<String, String> budgets = new TreeMap<>();
  private final List<Refused> refused = new ArrayList<>();
  private final SortedSet<String> unseen = new TreeSet<>();
  private final List<String> calls = new ArrayList<>();

  /// A pod appears.
  public TestPods add(PodBuilder pod) {
    PodView built = pod.build();
    pods.put(built.ref().name(), built);
    return this;
  }

  /// A pod's object goes.
  public TestPods gone(String name) {
    pods.remove(name);
    return this;
  }

  /// A budget refuses the eviction of that pod from now on.
  public TestPods guardedBy(String name, String message) {
    budgets.put(name, message);
    return this;
  }

  /// The budget has room again.
  public TestPods unguarded(String name) {
    budgets.remove(name);
    return this;
  }

  /// Whether the pods of a node are known.
  public TestPods seen(String node, boolean known) {
    if (known) {
      unseen.remove(node);
    } else {
      unseen.add(node);
    }
    return this;
  }

  /// The operator restarts: what it kept in memory alone is gone.
  public TestPods forgetRefusals() {
    refused.clear();
    return this;
  }

  /// `evict web`, `delete web 45s`, since the last time this was asked.
  public List<String> calls() {
    List<String> since = List.copyOf(calls);
    calls.clear();
    return since;
  }

  void call(String verb, PodRef pod, String nodeWright, Duration grace, Instant now) {
    PodView there = pods.get(pod.name());
    calls.add(verb + " " + pod.name() + (grace.isNegative() ? "" : " " + grace.toSeconds() + "s"));
    if (there == null) {
      return;
    }
    if (there.terminating()) {
      throw new AssertionError("called twice: " + pod);
    }
    refused.removeIf(each -> each.pod().equals(pod));
    String message = verb.equals("evict") ? budgets.get(pod.name()) : null;
    if (message == null) {
      pods.put(pod.name(), there.asTerminating());
    } else {
      refused.add(new Refused(pod, nodeWright, message, now));
    }
  }

  PodsSeen seenOn(Collection<String> nodes, Collection<NodeWrightView> nodeWrights) {
    SortedMap<String, List<PodView>> onNodes = new TreeMap<>();
    for (String node : nodes) {
      if (!unseen.contains(node)) {
        onNodes.put(node, pods.values().stream().filter(pod -> pod.node().equals(node)).toList());
      }
    }
    SortedMap<String, PodsSeen.Guarded> guarded = new TreeMap<>();
    for (NodeWrightView nodeWright : nodeWrights) {
      var selector = nodeWright.spec().protectedPods();
      SortedMap<String, List<PodView>> byNode = new TreeMap<>();
      if (!selector.empty()) {
        pods.values().stream()
            .filter(pod -> selector.matches(pod.labels()))
            .forEach(pod -> byNode.computeIfAbsent(pod.node(), _ -> new ArrayList<>()).add(pod));
      }
      guarded.put(nodeWright.name(), new PodsSeen.Guarded(selector, byNode));
    }
    SortedMap<String, List<Refused>> refusals = new TreeMap<>();
    for (Refused each : refused) {
      PodView pod = pods.get(each.pod().name());
      if (pod != null) {
        refusals.computeIfAbsent(pod.node(), _ -> new ArrayList<>()).add(each);
      }
    }
    return new PodsSeen(onNodes, guarded, refusals);
  }
}
