package io.nodewright.sandbox.rollout;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.Keys;
import io.nodewright.sandbox.hollow.HollowStep;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// How often each container of a stage ran on each hollow node: the effects that a lost stage lacks
/// and a doubled one has twice.
public final class StepCounts implements HollowStep.Rule {
  private final ConcurrentSkipListMap<String, Integer> runs = new ConcurrentSkipListMap<>();
  private final HollowStep.Rule rule;

  /// @param each how long a step seems to take
  public StepCounts(Duration each) {
    rule = HollowStep.succeedAfter(each);
  }

  @Override
  public HollowStep of(Pod pod, Container container, int attempt) {
    if (pod.getSpec().getInitContainers().contains(container)) {
      Map<String, String> labels = pod.getMetadata().getLabels();
      runs.merge(
          "%s %s %s %s"
              .formatted(
                  pod.getSpec().getNodeName(),
                  labels.get(Keys.PACKAGE),
                  labels.get(Keys.STAGE),
                  container.getName()),
          1,
          Integer::sum);
    }
    return rule.of(pod, container, attempt);
  }

  /// Runs by `node package stage container`.
  public SortedMap<String, Integer> all() {
    return new ConcurrentSkipListMap<>(runs);
  }
}
