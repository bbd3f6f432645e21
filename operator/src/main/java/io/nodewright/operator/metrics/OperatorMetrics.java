package io.nodewright.operator.metrics;

import io.nodewright.engine.Decision;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/// All that this process can be asked for: what passes said of NodeWrights, and how the process
/// itself is.
public final class OperatorMetrics {

  /// Of the text that is written.
  static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double NANOS = 1e9;
  private static final double[] PASS_BOUNDS = {0.001, 0.005, 0.02, 0.1, 0.5, 2, 10};

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter text = PrometheusTextFormatWriter.create();
  private final NodeWrightMetrics nodeWrights;
  private final Map<String, IntSupplier> queues = new ConcurrentSkipListMap<>();
  private final Histogram passes =
      Histogram.builder()
          .name("operator_pass_duration_seconds")
          .help("How long passes took.")
          .classicOnly()
          .classicUpperBounds(PASS_BOUNDS)
          .build();

  /// @param legacy whether each metric of NodeWrights has its twin under the older name
  /// @param leads whether this process leads
  /// @param lease what it leads by
  /// @param requests to the API server
  public OperatorMetrics(
      boolean legacy, BooleanSupplier leads, String lease, RequestCounter requests) {
    nodeWrights = new NodeWrightMetrics(legacy, leads);
    registry.register(nodeWrights);
    registry.register(passes);
    registry.register(requests.requests());
    registry.register(
        GaugeWithCallback.builder()
            .name("workqueue_depth")
            .help("What waits or is being done: passes of NodeWrights, lists of writes, events.")
            .labelNames("name")
            .callback(state -> queues.forEach((name, depth) -> state.call(depth.getAsInt(), name)))
            .build());
    registry.register(
        GaugeWithCallback.builder()
            .name("leader_election_master_status")
            .help("1 while this process leads.")
            .labelNames("name")
            .callback(state -> state.call(leads.getAsBoolean() ? 1 : 0, lease))
            .build());
  }

  /// Tells of a queue from now on.
  ///
  /// @param name of what waits in it
  /// @param depth how much waits, or is being done
  public void watchQueue(String name, IntSupplier depth) {
    queues.put(name, depth);
  }

  /// Adds what the JVM knows of itself; it takes a moment.
  public void watchJvm() {
    JvmMetrics.builder().register(registry);
  }

  /// A pass has decided.
  public void decided(FleetSnapshot seen, Decision decision) {
    nodeWrights.decided(seen, decision);
  }

  /// A NodeWright is deleted.
  public void gone(String nodeWright) {
    nodeWrights.gone(nodeWright);
  }

  /// This process begins to lead: what it may know from an earlier time is old.
  public void leadingBegins() {
    nodeWrights.forget();
  }

  /// A pass took that long.
  public void passTook(Duration duration) {
    passes.observe(duration.toNanos() / NANOS);
  }

  /// Writes all of it.
  ///
  /// @throws IOException when `out` cannot be written
  void write(OutputStream out) throws IOException {
    text.write(out, registry.scrape(), EscapingScheme.UNDERSCORE_ESCAPING);
  }
}
