package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Durations;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.operator.Writer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// V-cordon: nobody is asked to leave a node before its cordon was seen, or while protected Pods
/// hold it, or with less grace than it has; no cordon of ours is left without a holder; a cordon of
/// somebody else is never taken as ours.
final class CordonsKept implements Invariant {

  private final Map<String, Instant> cordonedSince = new HashMap<>();

  @Override
  public String id() {
    return "V-cordon";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() == Kind.NODE) {
      node(moment, change, findings);
    } else if (change.kind() == Kind.POD
        && Moment.byOperator(change)
        && change.before() instanceof Pod before
        && WorkloadPods.isOne(before)
        && before.getMetadata().getDeletionTimestamp() == null) {
      pod(moment, change, before, (Pod) change.after(), findings);
    }
  }

  private void node(Moment moment, Change<?> change, Findings findings) {
    boolean was = cordoned(change.before());
    boolean is = cordoned(change.after());
    if (is && !was) {
      cordonedSince.put(change.name(), change.at());
    } else if (!is) {
      cordonedSince.remove(change.name());
    }
    if (!Moment.byOperator(change) || change.before() == null || change.after() == null) {
      return;
    }
    Map<String, String> old = annotations(change.before());
    boolean takes =
        annotations(change.after()).keySet().stream()
            .anyMatch(key -> key.startsWith(Keys.cordon("")) && !old.containsKey(key));
    Map<String, String> now = annotations(change.after());
    boolean orphans =
        is
            && !now.keySet().containsAll(old.keySet())
            && UncordonAlone.held(old)
            && !UncordonAlone.held(now);
    if (orphans) {
      findings.violated(
          id(),
          moment.at(),
          "%s leaves %s cordoned, and nobody holds it".formatted(change.who(), change.name()));
    }
    if (takes) {
      findings.judged(id());
      if (was && !UncordonAlone.held(old)) {
        findings.violated(
            id(),
            moment.at(),
            "%s takes the cordon of %s, which somebody else placed"
                .formatted(change.who(), change.name()));
      }
    }
  }

  private void pod(
      Moment moment, Change<?> change, Pod before, @Nullable Pod after, Findings findings) {
    String node = before.getSpec().getNodeName();
    NodeWrightView nodeWright =
        Writer.nodeWright(change.who()).map(moment.truth().nodeWrights()::get).orElse(null);
    if (nodeWright == null || !moment.knewLatest("NodeWright", nodeWright.name())) {
      return;
    }
    findings.judged(id());
    String told = "%s makes %s go from %s".formatted(change.who(), change.name(), node);
    Instant since = cordonedSince.get(node);
    if ((since == null || since.isAfter(moment.decidedAt())) && moment.knewLatest("Node", node)) {
      findings.violated(id(), moment.at(), told + ", whose cordon was not seen");
    }
    if (WorkloadPods.stays(before) || WorkloadPods.spared(before, nodeWright)) {
      findings.violated(id(), moment.at(), told + ", though it is to stay");
    }
    Duration grace = nodeWright.spec().drain().gracePeriod();
    long wanted =
        grace.isNegative()
            ? before.getSpec().getTerminationGracePeriodSeconds()
            : Durations.wholeSeconds(grace);
    Long given =
        after == null ? Long.valueOf(0) : after.getMetadata().getDeletionGracePeriodSeconds();
    if (WorkloadPods.alive(before) && (given == null || given != wanted)) {
      findings.violated(
          id(), moment.at(), told + " with a grace of %s s, not %d s".formatted(given, wanted));
    }
  }

  private static boolean cordoned(@Nullable HasMetadata node) {
    return node instanceof Node each
        && each.getSpec() != null
        && Boolean.TRUE.equals(each.getSpec().getUnschedulable());
  }

  private static Map<String, String> annotations(@Nullable HasMetadata node) {
    return Optional.ofNullable(node)
        .map(each -> Absent.map(each.getMetadata().getAnnotations()))
        .orElse(Map.of());
  }
}
