package io.nodewright.cli.explain;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.NodeList;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.batch.v1.JobList;
import io.nodewright.api.Keys;
import io.nodewright.api.job.AttemptViews;
import io.nodewright.api.job.ConfigMapViews;
import io.nodewright.api.job.JobViews;
import io.nodewright.api.node.NodeViews;
import io.nodewright.api.pod.PodViews;
import io.nodewright.api.resource.PolicyViews;
import io.nodewright.api.seen.JobsByNode;
import io.nodewright.api.seen.ViewChange;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.cli.cluster.ApiServer;
import io.nodewright.cli.cluster.NodeWrights;
import io.nodewright.engine.drain.BlockReason;
import io.nodewright.engine.drain.DrainBlocker;
import io.nodewright.engine.drain.PodView;
import io.nodewright.engine.drain.Refused;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.MetadataView;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.PodsSeen;
import io.nodewright.engine.snapshot.PolicyView;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/// Reads from the API server what an operator sees of a fleet, through the same views.
final class FleetReading {

  private static final JsonMapper JSON = new JsonMapper();

  private final ApiServer api;
  private final String namespace;
  private final EngineSettings settings;

  /// @param namespace of the operator
  FleetReading(ApiServer api, String namespace, EngineSettings settings) {
    this.api = api;
    this.namespace = namespace;
    this.settings = settings;
  }

  /// All but the pods of nodes that drain, which a decision has to ask for first.
  FleetSnapshot read() {
    SortedMap<String, NodeWrightView> nodeWrights = new NodeWrights(api).list();
    return new FleetSnapshot(
        settings,
        nodes(),
        nodeWrights,
        policies(),
        jobs(),
        configMaps(),
        metadata(),
        Map.of(),
        new TreeMap<>(),
        new PodsSeen(new TreeMap<>(), guarded(nodeWrights), new TreeMap<>()),
        new TreeMap<>());
  }

  /// The same with the pods of these nodes. What a budget refused is remembered by the operator
  /// alone; what it wrote of that on the node is taken for it.
  FleetSnapshot withPods(FleetSnapshot seen, SortedSet<String> wanted, Instant now) {
    SortedMap<String, List<PodView>> onNodes = new TreeMap<>();
    SortedMap<String, List<Refused>> refused = new TreeMap<>();
    for (String node : wanted) {
      List<PodView> pods =
          pods("/api/v1/pods?fieldSelector=" + ApiServer.encoded("spec.nodeName=" + node));
      onNodes.put(node, pods);
      NodeView view = seen.nodes().get(node);
      if (view != null) {
        refused.put(node, refused(view, pods, now));
      }
    }
    return new FleetSnapshot(
        seen.settings(),
        seen.nodes(),
        seen.nodeWrights(),
        seen.policies(),
        seen.jobs(),
        seen.configMaps(),
        seen.metadata(),
        seen.refusals(),
        seen.busyNodes(),
        new PodsSeen(onNodes, seen.pods().guarded(), refused),
        seen.told());
  }

  private static List<Refused> refused(NodeView node, List<PodView> pods, Instant now) {
    List<Refused> refused = new ArrayList<>();
    node.records()
        .forEach(
            (nodeWright, record) -> {
              for (DrainBlocker blocker : record.drainBlocked()) {
                for (PodView pod : pods) {
                  if (blocker.reason() == BlockReason.POD_DISRUPTION_BUDGET
                      && pod.ref().namespace().equals(blocker.namespace())
                      && pod.ref().name().equals(blocker.name())) {
                    refused.add(new Refused(pod.ref(), nodeWright, blocker.detail(), now));
                  }
                }
              }
            });
    return refused;
  }

  private SortedMap<String, NodeView> nodes() {
    NodeViews views = new NodeViews();
    SortedMap<String, NodeView> nodes = new TreeMap<>();
    api.items(
        "/api/v1/nodes",
        NodeList.class,
        node -> nodes.put(node.getMetadata().getName(), views.of(node)));
    return nodes;
  }

  private SortedMap<String, PolicyView> policies() {
    SortedMap<String, PolicyView> policies = new TreeMap<>();
    api.items(
        "/apis/" + Keys.GROUP_VERSION + "/deploymentpolicies",
        each -> {
          DeploymentPolicy policy =
              api.typed(
                  JSON.writeValueAsString(each).getBytes(StandardCharsets.UTF_8),
                  DeploymentPolicy.class);
          policies.put(policy.getMetadata().getName(), PolicyViews.of(policy));
        });
    return policies;
  }

  private SortedMap<String, List<JobFacts>> jobs() {
    JobsByNode joined = new JobsByNode();
    api.items(
        ours("/apis/batch/v1/namespaces/" + namespace + "/jobs", Keys.NAME),
        JobList.class,
        job ->
            JobViews.of(job).ifPresent(view -> joined.jobChanged(new ViewChange.Appeared<>(view))));
    api.items(
        ours("/api/v1/namespaces/" + namespace + "/pods", Keys.NAME),
        PodList.class,
        pod ->
            AttemptViews.of(pod)
                .ifPresent(view -> joined.attemptChanged(new ViewChange.Appeared<>(view))));
    return joined.current();
  }

  private SortedMap<String, ConfigMapView> configMaps() {
    SortedMap<String, ConfigMapView> maps = new TreeMap<>();
    configMaps(
        Keys.NAME,
        map -> ConfigMapViews.ofPackage(map).ifPresent(view -> maps.put(view.name(), view)));
    return maps;
  }

  private SortedMap<String, MetadataView> metadata() {
    SortedMap<String, MetadataView> maps = new TreeMap<>();
    configMaps(
        Keys.NODE_METADATA,
        map ->
            ConfigMapViews.ofNode(map)
                .ifPresent(view -> maps.put(map.getMetadata().getName(), view)));
    return maps;
  }

  private void configMaps(String label, Consumer<ConfigMap> each) {
    api.items(
        ours("/api/v1/namespaces/" + namespace + "/configmaps", label), ConfigMapList.class, each);
  }

  private SortedMap<String, PodsSeen.Guarded> guarded(
      SortedMap<String, NodeWrightView> nodeWrights) {
    SortedMap<String, PodsSeen.Guarded> guarded = new TreeMap<>();
    nodeWrights.forEach(
        (name, view) -> {
          LabelSelector selector = view.spec().protectedPods();
          if (!selector.empty()) {
            SortedMap<String, List<PodView>> byNode = new TreeMap<>();
            pods("/api/v1/pods?labelSelector=" + ApiServer.encoded(SelectorText.of(selector)))
                .forEach(
                    pod -> byNode.computeIfAbsent(pod.node(), _ -> new ArrayList<>()).add(pod));
            guarded.put(name, new PodsSeen.Guarded(selector, byNode));
          }
        });
    return guarded;
  }

  private List<PodView> pods(String path) {
    PodViews views = new PodViews(namespace);
    List<PodView> pods = new ArrayList<>();
    api.items(path, PodList.class, pod -> views.of(pod).ifPresent(pods::add));
    return pods;
  }

  private static String ours(String path, String label) {
    return path + "?labelSelector=" + ApiServer.encoded(label);
  }
}
