package io.nodewright.cli.explain;

import io.nodewright.cli.cluster.ApiServer;
import io.nodewright.cli.cluster.Deployed;
import io.nodewright.engine.Decision;
import io.nodewright.engine.Engine;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// What the engine says of a fleet as it is read now: the same engine, the same views and the same
/// settings as the operator's, so what is told here is what the operator goes by.
public final class Explanation {

  private static final String OWN_VERSION = "v0.21.0";

  private final FleetSnapshot seen;
  private final FleetReading reading;
  private final Engine engine = new Engine();

  private Explanation(FleetReading reading) {
    this.reading = reading;
    this.seen = reading.read();
  }

  /// Reads the fleet.
  ///
  /// @param deployed the operator, whose settings count; null when it is not seen
  public static Explanation read(
      ApiServer api, String namespace, @org.jspecify.annotations.Nullable Deployed deployed) {
    String version =
        deployed == null || deployed.version().isEmpty() ? OWN_VERSION : deployed.version();
    return new Explanation(
        new FleetReading(
            api,
            namespace,
            OperatorEnvironment.read(
                deployed == null ? new java.util.TreeMap<>() : deployed.environment(), version)));
  }

  /// A verdict on a package, a node or a NodeWright as a whole.
  ///
  /// @param nodeWright whose verdict it is
  /// @param verdict the engine's
  public record Finding(String nodeWright, Verdict verdict) {}

  /// Whether there is such a NodeWright.
  public boolean knowsNodeWright(String name) {
    return seen.nodeWrights().containsKey(name);
  }

  /// The names of all nodes.
  public SortedSet<String> nodes() {
    return new TreeSet<>(seen.nodes().keySet());
  }

  /// The NodeWrights that concern a node: they select it, or it remembers them.
  public List<NodeWrightView> concerning(String node) {
    NodeView view = seen.nodes().get(node);
    List<NodeWrightView> concerning = new ArrayList<>();
    for (NodeWrightView each : seen.nodeWrights().values()) {
      if (view != null
          && (each.spec().nodeSelector().matches(view.labels())
              || view.record(each.name()).touched())) {
        concerning.add(each);
      }
    }
    return concerning;
  }

  /// The NodeWright of that name.
  public Optional<NodeWrightView> nodeWright(String name) {
    return Optional.ofNullable(seen.nodeWrights().get(name));
  }

  /// What is said of a NodeWright and its nodes.
  public List<Finding> of(String nodeWright, Instant now) {
    Decision first = engine.decide(seen, nodeWright, now);
    SortedSet<String> wanted = new TreeSet<>(first.podsWanted());
    Decision decision =
        wanted.isEmpty()
            ? first
            : engine.decide(reading.withPods(seen, wanted, now), nodeWright, now);
    return decision.verdicts().stream().map(each -> new Finding(nodeWright, each)).toList();
  }

  /// The published status of a node for a NodeWright.
  public String status(NodeWrightView nodeWright, String node) {
    var published = nodeWright.status().nodeStatus().get(node);
    return published == null ? "unknown" : published.word();
  }
}
