package io.nodewright.cli.explain;

import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.NodeList;
import io.fabric8.kubernetes.api.model.Pod;
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
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads from the API server what an operator sees of a fleet, through the same views.
final class FleetReading {

  private static final String PAGE = "limit=500";
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
        new TreeSet<>(),
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
    String next = "";
    do {
      NodeList page = api.object("/api/v1/nodes?" + PAGE + next, NodeList.class);
      page.getItems().forEach(node -> nodes.put(node.getMetadata().getName(), views.of(node)));
      next = next(page.getMetadata().getContinue());
    } while (!next.isEmpty());
    return nodes;
  }

  private SortedMap<String, PolicyView> policies() {
    SortedMap<String, PolicyView> policies = new TreeMap<>();
    for (JsonNode each :
        api.json("/apis/" + Keys.GROUP_VERSION + "/deploymentpolicies").path("items")) {
      DeploymentPolicy policy =
          api.typed(
              JSON.writeValueAsString(each).getBytes(StandardCharsets.UTF_8),
              DeploymentPolicy.class);
      policies.put(policy.getMetadata().getName(), PolicyViews.of(policy));
    }
    return policies;
  }

  private SortedMap<String, List<JobFacts>> jobs() {
    JobsByNode joined = new JobsByNode();
    String next = "";
    do {
      JobList page =
          api.object(
              "/apis/batch/v1/namespaces/" + namespace + "/jobs?" + ours(Keys.NAME) + next,
              JobList.class);
      page.getItems().stream()
          .flatMap(job -> JobViews.of(job).stream())
          .forEach(job -> joined.jobChanged(new ViewChange.Appeared<>(job)));
      next = next(page.getMetadata().getContinue());
    } while (!next.isEmpty());
    do {
      PodList page =
          api.object(
              "/api/v1/namespaces/" + namespace + "/pods?" + ours(Keys.NAME) + next, PodList.class);
      page.getItems().stream()
          .flatMap(pod -> AttemptViews.of(pod).stream())
          .forEach(pod -> joined.attemptChanged(new ViewChange.Appeared<>(pod)));
      next = next(page.getMetadata().getContinue());
    } while (!next.isEmpty());
    return joined.current();
  }

  private SortedMap<String, ConfigMapView> configMaps() {
    SortedMap<String, ConfigMapView> maps = new TreeMap<>();
    String next = "";
    do {
      ConfigMapList page = configMaps(Keys.NAME, next);
      page.getItems().stream()
          .flatMap(map -> ConfigMapViews.ofPackage(map).stream())
          .forEach(map -> maps.put(map.name(), map));
      next = next(page.getMetadata().getContinue());
    } while (!next.isEmpty());
    return maps;
  }

  private SortedMap<String, MetadataView> metadata() {
    SortedMap<String, MetadataView> maps = new TreeMap<>();
    String next = "";
    do {
      ConfigMapList page = configMaps(Keys.NODE_METADATA, next);
      page.getItems()
          .forEach(
              map ->
                  ConfigMapViews.ofNode(map)
                      .ifPresent(view -> maps.put(map.getMetadata().getName(), view)));
      next = next(page.getMetadata().getContinue());
    } while (!next.isEmpty());
    return maps;
  }

  private ConfigMapList configMaps(String label, String next) {
    return api.object(
        "/api/v1/namespaces/" + namespace + "/configmaps?" + ours(label) + next,
        ConfigMapList.class);
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
    String next = "";
    do {
      PodList page = api.object(path + "&" + PAGE + next, PodList.class);
      for (Pod pod : page.getItems()) {
        views.of(pod).ifPresent(pods::add);
      }
      next = next(page.getMetadata().getContinue());
    } while (!next.isEmpty());
    return pods;
  }

  private static String ours(String label) {
    return "labelSelector=" + ApiServer.encoded(label) + "&" + PAGE;
  }

  private static String next(@org.jspecify.annotations.Nullable String token) {
    return token == null || token.isEmpty() ? "" : "&continue=" + ApiServer.encoded(token);
  }
}
