package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import io.nodewright.api.value.Absent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `NoExecute` taints, and which Pods stand them for how long.
public final class Taints {

  static final String NO_EXECUTE = "NoExecute";

  private Taints() {}

  /// Whether the Pod must not be on the node at all.
  public static boolean untolerated(Node node, Pod pod) {
    return evicting(node).stream().anyMatch(taint -> matching(taint, pod).isEmpty());
  }

  /// For how long the Pod may stay from now on; empty when for ever.
  static Optional<Duration> stay(Node node, Pod pod) {
    Optional<Duration> shortest = Optional.empty();
    for (Taint taint : evicting(node)) {
      List<Toleration> matching = matching(taint, pod);
      Optional<Duration> stay =
          matching.isEmpty() ? Optional.of(Duration.ZERO) : shortestOf(matching);
      if (stay.isPresent() && (shortest.isEmpty() || stay.get().compareTo(shortest.get()) < 0)) {
        shortest = stay;
      }
    }
    return shortest;
  }

  private static Optional<Duration> shortestOf(List<Toleration> tolerations) {
    return tolerations.stream()
        .filter(each -> each.getTolerationSeconds() != null)
        .map(each -> Duration.ofSeconds(Math.max(0, each.getTolerationSeconds())))
        .min(Duration::compareTo);
  }

  private static List<Taint> evicting(Node node) {
    List<Taint> taints = new ArrayList<>();
    if (node.getSpec() != null) {
      Absent.list(node.getSpec().getTaints()).stream()
          .filter(each -> NO_EXECUTE.equals(each.getEffect()))
          .forEach(taints::add);
    }
    return taints;
  }

  private static List<Toleration> matching(Taint taint, Pod pod) {
    return Absent.list(pod.getSpec().getTolerations()).stream()
        .filter(each -> matches(taint, each))
        .toList();
  }

  private static boolean matches(Taint taint, Toleration toleration) {
    String effect = Absent.text(toleration.getEffect());
    String key = Absent.text(toleration.getKey());
    if (!effect.isEmpty() && !effect.equals(taint.getEffect())) {
      return false;
    }
    if (!key.isEmpty() && !key.equals(taint.getKey())) {
      return false;
    }
    return "Exists".equals(toleration.getOperator())
        || Absent.text(toleration.getValue()).equals(Absent.text(taint.getValue()));
  }
}
