package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.nodewright.api.Keys;
import io.nodewright.engine.rollout.Taint;
import java.util.ArrayList;
import java.util.List;

/// The tolerations of every Pod of ours, in the order of 03 §7.
final class PodTolerations {

  private static final Taint LEGACY =
      new Taint(Keys.LEGACY_GROUP, "runtime-required", "NoSchedule");
  private static final List<Taint> UNHEALTHY =
      List.of(
          new Taint("node.kubernetes.io/not-ready", "", "NoExecute"),
          new Taint("node.kubernetes.io/unreachable", "", "NoExecute"));

  private final JobSettings settings;

  PodTolerations(JobSettings settings) {
    this.settings = settings;
  }

  List<Toleration> of(List<io.nodewright.engine.rollout.Toleration> additional) {
    List<Toleration> all = new ArrayList<>();
    all.add(
        new TolerationBuilder()
            .withKey("node.kubernetes.io/unschedulable")
            .withOperator("Exists")
            .build());
    all.add(equal(settings.runtimeRequiredTaint()));
    if (settings.legacyEnabled() && !settings.runtimeRequiredTaint().equals(LEGACY)) {
      all.add(equal(LEGACY));
    }
    for (Taint taint : UNHEALTHY) {
      // A user's entry for the same taint, with or without a time limit, takes its place.
      if (additional.stream().noneMatch(each -> each.tolerates(taint))) {
        all.add(
            new TolerationBuilder()
                .withKey(taint.key())
                .withOperator("Exists")
                .withEffect(taint.effect())
                .build());
      }
    }
    additional.forEach(each -> all.add(asGiven(each)));
    return all;
  }

  private static Toleration equal(Taint taint) {
    return new TolerationBuilder()
        .withKey(taint.key())
        .withOperator("Equal")
        .withValue(taint.value())
        .withEffect(taint.effect())
        .build();
  }

  private static Toleration asGiven(io.nodewright.engine.rollout.Toleration given) {
    TolerationBuilder toleration = new TolerationBuilder();
    if (!given.key().isEmpty()) {
      toleration.withKey(given.key());
    }
    if (!given.operator().isEmpty()) {
      toleration.withOperator(given.operator());
    }
    if (!given.value().isEmpty()) {
      toleration.withValue(given.value());
    }
    if (!given.effect().isEmpty()) {
      toleration.withEffect(given.effect());
    }
    if (given.seconds() >= 0) {
      toleration.withTolerationSeconds(given.seconds());
    }
    return toleration.build();
  }
}
