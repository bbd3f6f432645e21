package io.nodewright.api.value;

import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.rollout.Toleration;

/// Taints and tolerations.
public final class Tolerations {

  private Tolerations() {}

  /// Reads a toleration. A negative number of seconds means at once, as Kubernetes takes it.
  public static Toleration read(io.fabric8.kubernetes.api.model.Toleration stored) {
    Long seconds = stored.getTolerationSeconds();
    return new Toleration(
        Absent.text(stored.getKey()),
        Absent.text(stored.getOperator()),
        Absent.text(stored.getValue()),
        Absent.text(stored.getEffect()),
        seconds == null ? Toleration.FOR_EVER : Math.max(0, seconds));
  }

  /// Reads a taint.
  public static Taint read(io.fabric8.kubernetes.api.model.Taint stored) {
    return new Taint(
        Absent.text(stored.getKey()),
        Absent.text(stored.getValue()),
        Absent.text(stored.getEffect()));
  }
}
