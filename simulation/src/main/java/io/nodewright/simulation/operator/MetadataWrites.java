package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.api.job.ConfigMapPatches;
import io.nodewright.api.job.JobSettings;
import io.nodewright.api.job.OurConfigMaps;
import io.nodewright.api.job.Owner;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.snapshot.MetadataView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes on node-metadata ConfigMaps: whoever writes last has seen the node last.
final class MetadataWrites {

  private final Requests requests;
  private final Caches caches;
  private final Refusals refusals;
  private final OurConfigMaps builder;

  MetadataWrites(Requests requests, Caches caches, Refusals refusals, JobSettings settings) {
    this.requests = requests;
    this.caches = caches;
    this.refusals = refusals;
    this.builder = new OurConfigMaps(settings);
  }

  void write(Action.WriteNodeMetadata action, ListMemory memory, Consumer<Outcome> then) {
    memory
        .node()
        .ifPresentOrElse(
            node -> write(action, node, memory, then),
            () ->
                requests.read(
                    Kind.NODE,
                    action.node(),
                    client -> client.get(Kind.NODE, action.node()),
                    reply -> read(action, reply, memory, then)));
  }

  void delete(MetadataView seen, Consumer<Outcome> then) {
    requests.<Optional<ConfigMap>>write(
        seen.nodeWright(),
        "delete",
        Kind.CONFIG_MAP,
        seen.name(),
        client -> Gone.orDeleted(client, Kind.CONFIG_MAP, seen.name(), Deletion.of(seen.uid())),
        Replies.takenIn(_ -> caches.metadata().answeredGone(seen.name(), seen.uid()), then));
  }

  void reread(Action.WriteNodeMetadata action, Consumer<Reply<Void>> then) {
    String name = Names.metadataConfigMap(action.owner().name(), action.node());
    reread(name, caches.metadata().view(name).map(MetadataView::uid).orElse(""), then);
  }

  void reread(MetadataView seen, Consumer<Reply<Void>> then) {
    reread(seen.name(), seen.uid(), then);
  }

  private void reread(String name, String uid, Consumer<Reply<Void>> then) {
    requests.read(
        Kind.CONFIG_MAP,
        name,
        client -> client.get(Kind.CONFIG_MAP, name),
        Replies.reread(caches.metadata(), name, uid, then));
  }

  private void read(
      Action.WriteNodeMetadata action,
      Reply<Optional<Node>> reply,
      ListMemory memory,
      Consumer<Outcome> then) {
    switch (reply) {
      case Reply.Answered<Optional<Node>>(Optional<Node> now) -> {
        now.ifPresentOrElse(
            caches.nodes()::answered,
            () -> caches.nodes().answeredGone(action.node(), action.nodeUid()));
        now.ifPresentOrElse(
            node -> write(action, node, memory, then),
            () -> then.accept(new Outcome.Ended("the node is gone")));
      }
      case Reply.Failed<Optional<Node>>(Failure failure) ->
          then.accept(new Outcome.Failed(failure));
    }
  }

  private void write(
      Action.WriteNodeMetadata action, Node node, ListMemory memory, Consumer<Outcome> then) {
    if (!node.getMetadata().getUid().equals(action.nodeUid())) {
      then.accept(new Outcome.Ended("the node is gone"));
      return;
    }
    ConfigMap wanted = builder.ofNode(action.owner(), node, action.packages());
    String name = wanted.getMetadata().getName();
    Optional<MetadataView> known = caches.metadata().view(name);
    if (known.isEmpty()) {
      create(action.owner(), wanted, memory, then);
      return;
    }
    rewrite(
        action.owner().name(),
        name,
        known.get().uid(),
        wanted,
        outcome -> {
          if (outcome instanceof Outcome.Failed(Failure failure) && isGone(failure)) {
            caches.metadata().answeredGone(name, known.get().uid());
            create(action.owner(), wanted, memory, then);
          } else {
            then.accept(outcome);
          }
        });
  }

  private static boolean isGone(Failure failure) {
    return switch (failure.code()) {
      case 404, 409, 422 -> true;
      default -> false;
    };
  }

  private void create(
      NodeWrightView owner, ConfigMap wanted, ListMemory memory, Consumer<Outcome> then) {
    String name = wanted.getMetadata().getName();
    requests.<ConfigMap>write(
        owner.name(),
        "create",
        Kind.CONFIG_MAP,
        name,
        client -> client.create(Kind.CONFIG_MAP, wanted),
        reply -> {
          switch (reply) {
            case Reply.Answered<ConfigMap>(ConfigMap map) -> {
              caches.metadata().answered(map);
              then.accept(Outcome.DONE);
            }
            case Reply.Failed<ConfigMap>(Failure failure) -> {
              if (failure.exists()) {
                existing(owner, wanted, memory, then);
              } else if (failure.createRefused()) {
                then.accept(refused(memory, Refusal.Kind.REJECTED, name, failure.message()));
              } else {
                then.accept(new Outcome.Failed(failure));
              }
            }
          }
        });
  }

  private void existing(
      NodeWrightView owner, ConfigMap wanted, ListMemory memory, Consumer<Outcome> then) {
    String name = wanted.getMetadata().getName();
    requests.read(
        Kind.CONFIG_MAP,
        name,
        client -> client.get(Kind.CONFIG_MAP, name),
        reply -> {
          switch (reply) {
            case Reply.Answered<Optional<ConfigMap>>(Optional<ConfigMap> found) ->
                found.ifPresentOrElse(
                    map -> existing(owner, wanted, map, memory, then),
                    () -> then.accept(new Outcome.Failed(Failure.WENT)));
            case Reply.Failed<Optional<ConfigMap>>(Failure failure) ->
                then.accept(new Outcome.Failed(failure));
          }
        });
  }

  private void existing(
      NodeWrightView owner,
      ConfigMap wanted,
      ConfigMap found,
      ListMemory memory,
      Consumer<Outcome> then) {
    String name = wanted.getMetadata().getName();
    String label = Absent.map(found.getMetadata().getLabels()).get(Keys.NODE_METADATA);
    Owner.Claim claim = new Owner(owner.name(), owner.uid()).claimOn(found);
    boolean adopted = claim == Owner.Claim.NOBODYS && owner.name().equals(label);
    if (claim == Owner.Claim.OURS || adopted) {
      rewrite(
          owner.name(),
          name,
          found.getMetadata().getUid(),
          wanted,
          outcome ->
              then.accept(
                  outcome instanceof Outcome.Failed(Failure failure) && isGone(failure)
                      ? new Outcome.Failed(Failure.WENT)
                      : outcome));
    } else {
      then.accept(
          refused(memory, Refusal.Kind.NAME_TAKEN, name, "the name belongs to another owner"));
    }
  }

  private Outcome refused(ListMemory memory, Refusal.Kind kind, String name, String message) {
    memory.claim().ifPresent(job -> refusals.refused(job, kind, "ConfigMap " + name, message));
    return new Outcome.Ended(message);
  }

  private void rewrite(
      String nodeWright, String name, String uid, ConfigMap wanted, Consumer<Outcome> then) {
    String body = ConfigMapPatches.rewrite(uid, wanted);
    requests.<ConfigMap>write(
        nodeWright,
        "patch",
        Kind.CONFIG_MAP,
        name,
        client -> client.patch(Kind.CONFIG_MAP, name, PatchKind.MERGE, body, Part.OBJECT),
        Replies.takenIn(caches.metadata()::answered, then));
  }
}
