package io.nodewright.operator.act;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.api.job.ConfigMapPatches;
import io.nodewright.api.job.OurConfigMaps;
import io.nodewright.api.job.Owner;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.snapshot.MetadataView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.operator.answer.Failure;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.observe.Caches;
import io.nodewright.operator.settings.OperatorSettings;
import java.util.Optional;

/// Writes on node-metadata ConfigMaps (03 §10.2). Their content is never read back: whoever writes
/// last has seen the node last.
final class NodeMetadata {

  private final FencedClient client;
  private final Deletions deletions;
  private final Caches caches;
  private final Refusals refusals;
  private final OurConfigMaps builder;
  private final String namespace;

  NodeMetadata(FencedClient client, Caches caches, Refusals refusals, OperatorSettings settings) {
    this.client = client;
    this.deletions = new Deletions(client);
    this.caches = caches;
    this.refusals = refusals;
    this.builder = new OurConfigMaps(settings.jobs());
    this.namespace = settings.namespace();
  }

  Outcome write(Action.WriteNodeMetadata action, ListMemory memory) {
    Optional<Node> node = memory.node().or(() -> read(action));
    if (node.isEmpty() || !node.get().getMetadata().getUid().equals(action.nodeUid())) {
      return new Outcome.Ended("the node is gone");
    }
    ConfigMap wanted = builder.ofNode(action.owner(), node.get(), action.packages());
    Optional<MetadataView> known = caches.metadata().view(wanted.getMetadata().getName());
    try {
      if (known.isPresent() && replace(known.get(), wanted)) {
        return Outcome.DONE;
      }
      return create(action.owner(), wanted, memory);
    } catch (KubernetesClientException e) {
      Failure failure = Failure.of(e);
      if (failure.kind() != Failure.Kind.REFUSED) {
        throw e;
      }
      return refused(memory, Refusal.Kind.REJECTED, wanted, failure.message());
    }
  }

  Outcome delete(MetadataView seen) {
    deletions.delete(
        ConfigMapWrites.path(namespace, seen.name()), seen.uid(), false, ConfigMap.class);
    caches.metadata().answeredGone(seen.name(), seen.uid());
    return Outcome.DONE;
  }

  void reread(Action.WriteNodeMetadata action) {
    String name = Names.metadataConfigMap(action.owner().name(), action.node());
    ConfigMap now = maps(client.forRead()).withName(name).get();
    Optional<MetadataView> known = caches.metadata().view(name);
    if (now != null) {
      caches.metadata().answered(now);
    } else {
      known.ifPresent(view -> caches.metadata().answeredGone(name, view.uid()));
    }
  }

  void reread(MetadataView seen) {
    ConfigMap now = maps(client.forRead()).withName(seen.name()).get();
    caches.metadata().reread(seen.name(), seen.uid(), now);
  }

  /// @return false when that ConfigMap is not there any more
  private boolean replace(MetadataView known, ConfigMap wanted) {
    String body = ConfigMapPatches.rewrite(known.uid(), wanted);
    try {
      caches
          .metadata()
          .answered(
              client.patch(
                  ConfigMapWrites.path(namespace, known.name()),
                  PatchType.JSON_MERGE,
                  body,
                  ConfigMap.class));
      return true;
    } catch (KubernetesClientException e) {
      if (Failure.of(e).kind() != Failure.Kind.PRECONDITION) {
        throw e;
      }
      caches.metadata().answeredGone(known.name(), known.uid());
      return false;
    }
  }

  private Outcome create(NodeWrightView nodeWright, ConfigMap wanted, ListMemory memory) {
    try {
      caches.metadata().answered(maps(client.forWrite()).resource(wanted).create());
      return Outcome.DONE;
    } catch (KubernetesClientException e) {
      return switch (Creation.answer(e)) {
        case EXISTS -> existing(nodeWright, wanted, memory, e);
        case REFUSED -> refused(memory, Refusal.Kind.REJECTED, wanted, Failure.of(e).message());
        case OTHER -> throw e;
      };
    }
  }

  private Outcome existing(
      NodeWrightView nodeWright,
      ConfigMap wanted,
      ListMemory memory,
      KubernetesClientException exists) {
    ConfigMap found = maps(client.forRead()).withName(wanted.getMetadata().getName()).get();
    if (found == null) {
      throw exists; // it went just now: once more, and less often each time
    }
    String label = Absent.map(found.getMetadata().getLabels()).get(Keys.NODE_METADATA);
    Owner.Claim claim = new Owner(nodeWright.name(), nodeWright.uid()).claimOn(found);
    boolean adopted = claim == Owner.Claim.NOBODYS && nodeWright.name().equals(label);
    if (claim == Owner.Claim.OURS || adopted) {
      MetadataView view =
          new MetadataView(
              nodeWright.name(),
              "",
              found.getMetadata().getName(),
              found.getMetadata().getUid(),
              "");
      if (!replace(view, wanted)) {
        throw exists;
      }
      return Outcome.DONE;
    }
    return refused(memory, Refusal.Kind.NAME_TAKEN, wanted, "the name belongs to another owner");
  }

  /// Remembered for the Job that waits for it in the list: without its ConfigMap it cannot start.
  private Outcome refused(ListMemory memory, Refusal.Kind kind, ConfigMap wanted, String message) {
    memory
        .claim()
        .ifPresent(
            job ->
                refusals.refused(
                    job, kind, "ConfigMap " + wanted.getMetadata().getName(), message));
    return new Outcome.Ended(message);
  }

  private Optional<Node> read(Action.WriteNodeMetadata action) {
    Node now = client.forRead().nodes().withName(action.node()).get();
    if (now == null) {
      caches.nodes().answeredGone(action.node(), action.nodeUid());
    } else {
      caches.nodes().answered(now);
    }
    return Optional.ofNullable(now);
  }

  private NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> maps(
      KubernetesClient by) {
    return by.configMaps().inNamespace(namespace);
  }
}
