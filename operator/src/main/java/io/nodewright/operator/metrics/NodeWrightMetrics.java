package io.nodewright.operator.metrics;

import io.nodewright.engine.Decision;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.PolicyView;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;

/// The metrics of all NodeWrights. What a pass derived takes the place of all that was said of that
/// NodeWright before: no series is left over. Nothing is said while this process does not lead.
final class NodeWrightMetrics implements MultiCollector {

  private final boolean older;
  private final BooleanSupplier leads;
  private final Map<String, Numbers> byName = new ConcurrentSkipListMap<>();

  /// @param older whether each metric has its twin under the older name
  /// @param leads whether this process leads
  NodeWrightMetrics(boolean older, BooleanSupplier leads) {
    this.older = older;
    this.leads = leads;
  }

  /// Takes in what a pass decided. Of a pass that found all as it was nothing is kept.
  void decided(FleetSnapshot seen, Decision decision) {
    NodeWrightView subject = seen.nodeWrights().get(decision.nodeWright());
    if (subject == null) {
      gone(decision.nodeWright());
      return;
    }
    PolicyView policy = seen.policies().get(subject.spec().deploymentPolicy());
    Numbers before = byName.get(subject.name());
    if (before == null || !before.of(subject, policy, decision.status())) {
      byName.put(subject.name(), new Numbers(subject, policy, decision.status()));
    }
  }

  /// Says nothing more of a NodeWright.
  void gone(String nodeWright) {
    byName.remove(nodeWright);
  }

  /// Says nothing of any until the next pass of each.
  void forget() {
    byName.clear();
  }

  @Override
  public MetricSnapshots collect() {
    if (!leads.getAsBoolean()) {
      forget();
      return new MetricSnapshots();
    }
    Map<Family, List<Sample>> byFamily = new EnumMap<>(Family.class);
    for (Numbers each : byName.values()) {
      for (Sample sample : each.samples()) {
        byFamily.computeIfAbsent(sample.family(), _ -> new ArrayList<>()).add(sample);
      }
    }
    List<MetricSnapshot> all = new ArrayList<>();
    byFamily.forEach(
        (family, samples) -> {
          all.add(gauge(family.metric(), family.help(), family.labels(), samples));
          if (older) {
            all.add(gauge(family.olderMetric(), family.olderHelp(), family.olderLabels(), samples));
          }
        });
    return new MetricSnapshots(all);
  }

  private static MetricSnapshot gauge(
      String name, String help, List<String> labels, List<Sample> samples) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    for (Sample sample : samples) {
      gauge.dataPoint(
          GaugeDataPointSnapshot.builder()
              .labels(Labels.of(labels, sample.labels()))
              .value(sample.value())
              .build());
    }
    return gauge.build();
  }
}
