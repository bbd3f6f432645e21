package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Node orders (05 §8): handed out without gaps and never twice within a rollout, in the order of
/// names within a pass, unchanged while a node is a member, and the value that its Jobs get.
/// Ordering restarts when a package's version changes or a person resets, at no other time.
final class NodeOrder implements Invariant {

  private static final String VARIABLE = "SKYHOOK_NODE_ORDER";

  private final Map<String, Handed> byUid = new HashMap<>();

  @Override
  public String id() {
    return "node-order";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.after() instanceof Job created) {
      moment.createdJob(change).ifPresent(job -> job(moment, job, created, findings));
    }
    if (change.kind() == Kind.NODEWRIGHT && change.after() instanceof NodeWright after) {
      Handed handed =
          byUid.computeIfAbsent(
              after.getMetadata().getUid(), _ -> new Handed(VersionsSeen.of(after)));
      NodeWrightStatus status = after.getStatus();
      NodeWrightStatus old =
          change.before() instanceof NodeWright before ? before.getStatus() : null;
      boolean another = status != null && !status.equals(old);
      if (another && Moment.byOperator(change)) {
        written(moment, handed, old, after, findings);
      } else if (another
          && Absent.map(status.nodePriority()).isEmpty()
          && (status.nodeOrderOffset() == null || status.nodeOrderOffset() == 0)) {
        handed.restart(); // a person's full reset
      }
    }
  }

  private void written(
      Moment moment,
      Handed handed,
      @Nullable NodeWrightStatus old,
      NodeWright after,
      Findings findings) {
    NodeWrightStatus status = java.util.Objects.requireNonNull(after.getStatus());
    String name = after.getMetadata().getName();
    SortedMap<String, Integer> orders = new TreeMap<>(Absent.map(status.nodeOrder()));
    SortedSet<String> members = new TreeSet<>(Absent.map(status.nodePriority()).keySet());
    int offset = status.nodeOrderOffset() == null ? 0 : status.nodeOrderOffset();
    VersionsSeen versions = VersionsSeen.of(after);
    boolean restarts = handed.versions.changedIn(versions);
    handed.versions = versions;
    if (orders.equals(handed.orders) && offset + members.size() == handed.next && !restarts) {
      return;
    }
    findings.judged(id());
    if (!orders.keySet().equals(members)) {
      findings.violated(
          id(), moment.at(), "%s pins %s for members %s".formatted(name, orders, members));
    }
    SortedMap<String, Integer> wanted = restarts ? anew(old) : new TreeMap<>(handed.orders);
    int next = restarts ? wanted.size() : handed.next;
    wanted.keySet().retainAll(members);
    for (String member : byTimeAndName(status)) {
      if (!wanted.containsKey(member)) {
        wanted.put(member, next++);
      }
    }
    if (!orders.equals(wanted) || offset + members.size() != next) {
      findings.violated(
          id(),
          moment.at(),
          "%s hands out %s with offset %d; %s and %d are due"
              .formatted(name, orders, offset, wanted, next - members.size()));
    }
    handed.take(orders, offset + members.size(), moment.at());
  }

  /// The members that were there, pinned anew from 0.
  private static SortedMap<String, Integer> anew(@Nullable NodeWrightStatus old) {
    SortedMap<String, Integer> pinned = new TreeMap<>();
    if (old != null) {
      byTimeAndName(old).forEach(node -> pinned.put(node, pinned.size()));
    }
    return pinned;
  }

  /// Those that are at work without being members enter before those that are picked in the same
  /// pass, and have an earlier time.
  private static List<String> byTimeAndName(NodeWrightStatus status) {
    return Absent.map(status.nodePriority()).entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<String, String> each) -> Instant.parse(each.getValue()))
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .toList();
  }

  private void job(Moment moment, JobFacts job, Job created, Findings findings) {
    moment
        .truth()
        .server()
        .get(Kind.NODEWRIGHT, job.key().nodeWright())
        .filter(each -> !restartIsDue(each))
        .map(each -> byUid.get(each.getMetadata().getUid()))
        .ifPresent(handed -> job(moment, job, created, handed, findings));
  }

  /// A pass that sees another version of a package counts anew, and its Jobs may be there before
  /// its status is.
  private boolean restartIsDue(NodeWright nodeWright) {
    Handed handed = byUid.get(nodeWright.getMetadata().getUid());
    return handed != null && handed.versions.changedIn(VersionsSeen.of(nodeWright));
  }

  private void job(Moment moment, JobFacts job, Job created, Handed handed, Findings findings) {
    String node = job.key().node();
    Integer order = handed.orders.get(node);
    if (order == null || moment.mayBeUnknown(handed.since.getOrDefault(node, Instant.MAX))) {
      return;
    }
    findings.judged(id());
    boolean told =
        created.getSpec().getTemplate().getSpec().getInitContainers().stream()
            .flatMap(each -> each.getEnv().stream())
            .filter(each -> VARIABLE.equals(each.getName()))
            .map(EnvVar::getValue)
            .allMatch(order.toString()::equals);
    if (!told) {
      findings.violated(
          id(), moment.at(), "%s is created with another order than %d".formatted(job, order));
    }
  }

  /// What was handed out in a NodeWright's life.
  private static final class Handed {
    private final Map<String, Instant> since = new HashMap<>();
    private SortedMap<String, Integer> orders = new TreeMap<>();
    private VersionsSeen versions;
    private int next;

    Handed(VersionsSeen versions) {
      this.versions = versions;
    }

    void restart() {
      orders = new TreeMap<>();
      since.clear();
      next = 0;
    }

    void take(SortedMap<String, Integer> now, int handedOut, Instant at) {
      now.forEach(
          (node, order) -> {
            if (!order.equals(orders.get(node))) {
              since.put(node, at);
            }
          });
      since.keySet().retainAll(now.keySet());
      orders = now;
      next = handedOut;
    }
  }
}
