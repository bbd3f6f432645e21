package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// LW2: nothing old is written over something new. A write of an operator meets what it was decided
/// on: the same node by UID, keys that nobody else changed since; a NodeWright that nobody else
/// changed since, when its status is written; a Job that was there, when it is deleted. A key that
/// others changed and that has the old value again is as it was decided on: no precondition on our
/// own keys can tell.
final class DecidedOn implements Invariant {

  /// A status that nobody waits for may be of a decision that is so much younger than the one that
  /// its write was put down by.
  private static final Duration HELD = Duration.ofSeconds(1);

  /// By how much a watch may be late.
  private static final Duration LAG = Duration.ofSeconds(30);

  private final Map<String, Last> lastChanges = new HashMap<>();

  /// What keys were set to, and when; an empty text where they were taken off.
  private final Map<String, NavigableMap<Instant, String>> values = new HashMap<>();

  @Override
  public String id() {
    return "LW2";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() == Kind.NODE) {
      node(moment, change, findings);
    } else if (change.kind() == Kind.NODEWRIGHT) {
      nodeWright(moment, change, findings);
    } else if (change.kind() == Kind.JOB) {
      job(moment, change, findings);
    }
  }

  private void node(Moment moment, Change<?> change, Findings findings) {
    String identity = "Node " + change.name();
    if (!sameUid(change.before(), change.after())) {
      note(identity, change);
    }
    Map<String, String> old = annotations(change.before());
    Map<String, String> now = annotations(change.after());
    if (old.equals(now)) {
      return;
    }
    boolean judged = false;
    Set<String> keys = new HashSet<>(old.keySet());
    keys.addAll(now.keySet());
    for (String key : keys) {
      if (Objects.equals(old.get(key), now.get(key)) || !key.startsWith(Keys.PREFIX)) {
        continue;
      }
      String name = identity + " " + key;
      if (Moment.byOperator(change) && change.before() instanceof Node) {
        judged = true;
        if (!isAsDecidedOn(moment, name, old.getOrDefault(key, ""))) {
          judge(moment, change, name, findings);
        }
      }
      note(name, change);
      values
          .computeIfAbsent(name, each -> new TreeMap<>())
          .put(change.at(), now.getOrDefault(key, ""));
    }
    if (judged) {
      judge(moment, change, identity, findings);
    }
  }

  private void nodeWright(Moment moment, Change<?> change, Findings findings) {
    String name = "NodeWright " + change.name();
    if (Moment.byOperator(change)
        && change.before() instanceof NodeWright before
        && change.after() instanceof NodeWright after
        && !Objects.equals(before.getStatus(), after.getStatus())) {
      judge(moment, change, name, findings);
    }
    note(name, change);
  }

  private void job(Moment moment, Change<?> change, Findings findings) {
    String name = "Job " + change.name();
    if (change.before() == null) {
      note(name, change);
    } else if (Moment.byOperator(change)
        && change.before() instanceof Job before
        && before.getMetadata().getDeletionTimestamp() == null
        && (change.after() == null
            || change.after().getMetadata().getDeletionTimestamp() != null)) {
      judge(moment, change, name, findings);
    }
  }

  private void judge(Moment moment, Change<?> change, String what, Findings findings) {
    findings.judged(id());
    Last last = lastChanges.get(what);
    Instant decided =
        change.kind() == Kind.NODEWRIGHT ? moment.decidedAt().plus(HELD) : moment.decidedAt();
    if (last != null && !last.who.equals(change.who()) && last.at.isAfter(decided)) {
      findings.violated(
          id(),
          moment.at(),
          "%s writes on %s what it decided at %s, but %s changed that at %s"
              .formatted(change.who(), what, moment.decidedAt(), last.who, last.at));
    }
  }

  /// Whether the key has a value that it had when that was decided, or so shortly before that the
  /// operator may have seen it still.
  private boolean isAsDecidedOn(Moment moment, String key, String value) {
    NavigableMap<Instant, String> known = values.getOrDefault(key, new TreeMap<>());
    Instant decided = moment.decidedAt();
    Map.Entry<Instant, String> oldest = known.floorEntry(decided.minus(LAG));
    return value.equals(oldest == null ? "" : oldest.getValue())
        || known.subMap(decided.minus(LAG), true, decided, true).containsValue(value);
  }

  private void note(String what, Change<?> change) {
    lastChanges.put(what, new Last(change.at(), change.who()));
  }

  private static boolean sameUid(@Nullable HasMetadata one, @Nullable HasMetadata other) {
    return one != null
        && other != null
        && one.getMetadata().getUid().equals(other.getMetadata().getUid());
  }

  private static Map<String, String> annotations(@Nullable HasMetadata node) {
    return node == null ? Map.of() : Absent.map(node.getMetadata().getAnnotations());
  }

  private record Last(Instant at, String who) {}
}
