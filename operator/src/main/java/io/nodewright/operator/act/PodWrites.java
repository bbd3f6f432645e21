package io.nodewright.operator.act;

import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.api.pod.Evictions;
import io.nodewright.api.pod.PodViews;
import io.nodewright.api.seen.WatchedPods;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.drain.DrainTexts;
import io.nodewright.engine.drain.PodRef;
import io.nodewright.engine.drain.PodView;
import io.nodewright.engine.drain.Refused;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.operator.answer.Failure;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.publish.EventWriter;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks pods to leave, each by its UID (04 §6.3, §6.4). No answer ends the list: what one pod's
/// budget says is no matter of the next pod.
final class PodWrites {

  private static final Logger LOG = LoggerFactory.getLogger(PodWrites.class);

  private final FencedClient client;
  private final PodViews read;
  private final WatchedPods pods;
  private final EventWriter events;
  private final Clock clock;

  PodWrites(
      FencedClient client, String namespace, WatchedPods pods, EventWriter events, Clock clock) {
    this.client = client;
    this.read = new PodViews(namespace);
    this.pods = pods;
    this.events = events;
    this.clock = clock;
  }

  /// Lists a node's pods anew.
  Outcome confirm(Action.ConfirmPods confirm) {
    List<PodView> listed =
        client
            .forRead()
            .pods()
            .inAnyNamespace()
            .withField("spec.nodeName", confirm.node())
            .list()
            .getItems()
            .stream()
            .flatMap(pod -> read.of(pod).stream())
            .toList();
    return pods.sawAll(confirm.node(), confirm.podsSeen(), listed)
        ? Outcome.UNCHANGED
        : new Outcome.Ended("pods of node %s were not seen".formatted(confirm.node()));
  }

  Outcome evict(Action.EvictPod evict) {
    return send(
        new Call(evict.pod(), evict.node(), evict.nodeWright()),
        "POST",
        "/eviction",
        Evictions.eviction(evict.pod(), evict.grace()));
  }

  Outcome delete(Action.DeletePod delete) {
    return send(
        new Call(delete.pod(), delete.node(), delete.nodeWright()),
        "DELETE",
        "",
        Evictions.deletion(delete.pod(), delete.grace()));
  }

  /// On whose behalf which pod goes.
  private record Call(PodRef pod, NodeView node, NodeWrightView nodeWright) {}

  private Outcome send(Call call, String method, String below, KubernetesResource body) {
    KubernetesClient writing = client.forWrite();
    PodRef pod = call.pod();
    try {
      writing.raw(
          "/api/v1/namespaces/%s/pods/%s%s".formatted(pod.namespace(), pod.name(), below),
          method,
          writing.getKubernetesSerialization().asJson(body));
      pods.goes(pod);
      return Outcome.DONE;
    } catch (KubernetesClientException e) {
      return answered(call, e);
    }
  }

  private Outcome answered(Call call, KubernetesClientException e) {
    if (e.getCode() == 404 || e.getCode() == 409) {
      pods.goes(call.pod()); // gone, or another pod has its name
      return Outcome.DONE;
    }
    Optional<String> budget = Evictions.refusedByBudget(e.getCode(), e.getStatus());
    if (budget.isPresent()) {
      pods.stays(new Refused(call.pod(), call.nodeWright().name(), budget.get(), clock.instant()));
      return Outcome.DONE;
    }
    String message = Failure.of(e).message();
    LOG.atWarn()
        .addKeyValue("nodewright", call.nodeWright().name())
        .addKeyValue("node", call.node().name())
        .addKeyValue("error", message)
        .log("evicting {} failed", call.pod().shown());
    events.record(
        new Action.Event(
            new Action.Subject.OfNode(call.node().name(), call.node().uid()),
            new Action.Subject.OfNodeWright(call.nodeWright().name(), call.nodeWright().uid()),
            true,
            "Drain",
            "EvictionFailed",
            DrainTexts.evictionFailed(call.nodeWright().name(), call.pod(), message),
            clock.instant())); // IE11
    return Outcome.UNCHANGED; // a later pass tries again, not this one
  }
}
