package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.Status;
import io.nodewright.simulation.node.Host;
import io.nodewright.simulation.people.Gates;
import io.nodewright.simulation.server.EventLog;
import io.nodewright.simulation.server.Kind;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Stream;

/// V-live's end: everything that is asked for is so, on the nodes, in the status and on the hosts,
/// and nothing is left over.
public final class Settlement {

  private final Truth truth;
  private final Function<String, Optional<Host>> hosts;

  /// @param hosts the disk of a node's machine
  public Settlement(Truth truth, Function<String, Optional<Host>> hosts) {
    this.truth = truth;
    this.hosts = hosts;
  }

  /// The first thing that is not as it is to be in the end; empty when all is.
  public Optional<String> missing() {
    for (NodeWrightView nodeWright : truth.nodeWrights().values()) {
      Optional<String> missing = missing(nodeWright);
      if (missing.isPresent()) {
        return missing;
      }
    }
    for (Node node : truth.nodes().values()) {
      Optional<String> missing = missing(node);
      if (missing.isPresent()) {
        return missing;
      }
    }
    for (JobFacts job : truth.jobs()) {
      if (job.unfinished()) {
        return Optional.of("Job " + job.name() + " is unfinished");
      }
      if (!job.processed()) {
        return Optional.of("Job " + job.name() + " is not recorded");
      }
      if (!truth.nodes().containsKey(job.key().node())) {
        return Optional.of("Job " + job.name() + " is left of a node that is gone");
      }
    }
    return Optional.empty();
  }

  /// No cordon but the one that is to stay, and that while the node is cordoned; no gate that
  /// nobody keeps shut.
  private Optional<String> missing(Node node) {
    String name = node.getMetadata().getName();
    Map<String, String> annotations = Absent.map(node.getMetadata().getAnnotations());
    if (annotations.keySet().stream().anyMatch(key -> key.startsWith(Keys.cordon("")))) {
      return Optional.of(name + " is still cordoned by us");
    }
    boolean asked =
        truth.nodeWrights().values().stream()
            .anyMatch(each -> each.spec().runtimeRequired() && truth.selects(each, node));
    if (asked // with the last that asks went whoever takes the mark away
        && annotations.containsKey(Keys.RUNTIME_REQUIRED_CORDON)
        && !UncordonAlone.cordoned(node)) {
      return Optional.of(name + " is marked as cordoned, and is not");
    }
    if (truth.heldOut(node)) {
      return Optional.of(name + " is new and not gated");
    }
    boolean gated =
        Absent.list(node.getSpec() == null ? null : node.getSpec().getTaints()).stream()
            .anyMatch(Gates::gates);
    return gated && asked // and everybody is through, or the above would have told
        ? Optional.of(name + " keeps its gate, with everybody through")
        : Optional.empty();
  }

  private Optional<String> missing(NodeWrightView nodeWright) {
    String name = nodeWright.name();
    if (nodeWright.deleting()) {
      return Optional.of(name + " is still being deleted");
    }
    for (Node node : truth.selected(nodeWright)) {
      if (!truth.complete(nodeWright, node)) {
        return Optional.of(
            "%s is not complete on %s: %s"
                .formatted(name, node.getMetadata().getName(), truth.record(node, name)));
      }
      Optional<String> host = missingOnHost(nodeWright, node);
      if (host.isPresent()) {
        return host;
      }
    }
    if (nodeWright.status().status() != Status.COMPLETE
        || nodeWright.status().observedGeneration() != nodeWright.generation()) {
      return Optional.of(
          "status of %s is %s at generation %d of %d"
              .formatted(
                  name,
                  nodeWright.status().status().word(),
                  nodeWright.status().observedGeneration(),
                  nodeWright.generation()));
    }
    int selected = truth.selected(nodeWright).size();
    if (!nodeWright.status().completeNodes().equals(selected + "/" + selected)) {
      return Optional.of(
          "%s says %s of %d nodes".formatted(name, nodeWright.status().completeNodes(), selected));
    }
    if (!nodeWright.status().configUpdates().isEmpty()) {
      return Optional.of(name + " still rolls config out: " + nodeWright.status().configUpdates());
    }
    return missingConfig(nodeWright);
  }

  private Optional<String> missingConfig(NodeWrightView nodeWright) {
    for (PackageSpec spec : nodeWright.spec().packages().values()) {
      Optional<ConfigMap> map =
          truth
              .server()
              .get(Kind.CONFIG_MAP, Names.packageConfigMap(nodeWright.name(), spec.ref()));
      if (map.isEmpty() || !Absent.map(map.get().getData()).equals(spec.configMap())) {
        return Optional.of("config of %s is not delivered".formatted(spec.ref()));
      }
    }
    return Optional.empty();
  }

  /// Whether the record is one of an earlier life of the package (02 §4.7), or of a node that a
  /// change passed by, so that nothing remembers with which config it ran; and people were told so.
  private boolean told(NodeWrightView nodeWright, PackageSpec spec, String node) {
    if (truth.vouched(nodeWright.name(), spec.ref(), node)) {
      return true;
    }
    return truth.adopted(nodeWright.name(), spec.ref(), node)
        && Stream.of("ConfigNotKnown", "ConfigMissed")
            .map(reason -> new EventLog.Entry("NodeWright", nodeWright.name(), "Config", reason))
            .anyMatch(truth.server().events().counts()::containsKey);
  }

  /// What the record says is done must be on the disk: that version, with that config; or people
  /// know that nobody can say with which.
  private Optional<String> missingOnHost(NodeWrightView nodeWright, Node node) {
    String nodeName = node.getMetadata().getName();
    Optional<Host> host = hosts.apply(nodeName);
    if (host.isEmpty()) {
      return Optional.empty();
    }
    SortedMap<Host.Installation, Host.Installed> installed = host.get().installed();
    for (PackageSpec spec : nodeWright.spec().packages().values()) {
      if (!Truth.done(spec, truth.entries(node, nodeWright.name()))) {
        continue;
      }
      Host.Installed found = installed.get(new Host.Installation(nodeWright.name(), spec.name()));
      boolean right =
          found != null
              && found.version().equals(spec.ref().version())
              && found.configured().equals(spec.ref().version())
              && (found.config().equals(spec.configMap()) || told(nodeWright, spec, nodeName));
      if (!right) {
        return Optional.of(
            "%s of %s is recorded as done on %s, where the host has %s and the spec %s"
                .formatted(spec.ref(), nodeWright.name(), nodeName, found, spec.configMap()));
      }
    }
    return Optional.empty();
  }
}
