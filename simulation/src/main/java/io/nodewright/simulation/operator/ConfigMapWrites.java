package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.api.job.ConfigMapPatches;
import io.nodewright.api.job.JobSettings;
import io.nodewright.api.job.OurConfigMaps;
import io.nodewright.api.job.Owner;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes on package ConfigMaps.
final class ConfigMapWrites {

  private final Requests requests;
  private final Caches caches;
  private final Refusals refusals;
  private final OurConfigMaps builder;

  ConfigMapWrites(Requests requests, Caches caches, Refusals refusals, JobSettings settings) {
    this.requests = requests;
    this.caches = caches;
    this.refusals = refusals;
    this.builder = new OurConfigMaps(settings);
  }

  void create(Action.CreateConfigMap action, Consumer<Outcome> then) {
    ConfigMap wanted = builder.ofPackage(action.owner(), action.spec());
    Attempt attempt =
        new Attempt(
            new Owner(action.owner().name(), action.owner().uid()),
            wanted.getMetadata().getName(),
            new JobKey(action.owner().name(), action.spec().ref(), Stage.APPLY, ""));
    requests.<ConfigMap>write(
        action.owner().name(),
        "create",
        Kind.CONFIG_MAP,
        attempt.name,
        client -> client.create(Kind.CONFIG_MAP, wanted),
        reply -> {
          switch (reply) {
            case Reply.Answered<ConfigMap>(ConfigMap map) -> {
              caches.configMaps().answered(map);
              refusals.granted(attempt.claim);
              then.accept(Outcome.DONE);
            }
            case Reply.Failed<ConfigMap>(Failure failure) -> notCreated(attempt, failure, then);
          }
        });
  }

  void openGate(Action.OpenConfigGate action, Consumer<Outcome> then) {
    gate(action.seen(), PatchKind.MERGE, ConfigMapPatches.openGate(action), then);
  }

  void replace(Action.ReplaceConfigMap action, Consumer<Outcome> then) {
    gate(action.seen(), PatchKind.JSON, ConfigMapPatches.replace(action), then);
  }

  /// What is refused for good is remembered like a refused create.
  private void gate(ConfigMapView seen, PatchKind form, String body, Consumer<Outcome> then) {
    Attempt attempt =
        new Attempt(
            new Owner(seen.nodeWright(), seen.ownerUid()),
            seen.name(),
            new JobKey(seen.nodeWright(), seen.ref(), Stage.APPLY, ""));
    patch(
        seen.nodeWright(),
        seen.name(),
        form,
        body,
        outcome -> {
          if (outcome instanceof Outcome.Done) {
            refusals.granted(attempt.claim);
          }
          if (outcome instanceof Outcome.Failed(Failure failure)
              && failure.kind() == Failure.Kind.REFUSED) {
            refusals.refused(
                attempt.claim, Refusal.Kind.REJECTED, attempt.object(), failure.message());
            then.accept(new Outcome.Ended(failure.message()));
          } else {
            then.accept(outcome);
          }
        });
  }

  void delete(ConfigMapView seen, Consumer<Outcome> then) {
    requests.<Optional<ConfigMap>>write(
        seen.nodeWright(),
        "delete",
        Kind.CONFIG_MAP,
        seen.name(),
        client -> Gone.orDeleted(client, Kind.CONFIG_MAP, seen.name(), Deletion.of(seen.uid())),
        Replies.takenIn(_ -> caches.configMaps().answeredGone(seen.name(), seen.uid()), then));
  }

  void reread(Action.CreateConfigMap action, Consumer<Reply<Void>> then) {
    reread(Names.packageConfigMap(action.owner().name(), action.spec().ref()), "", then);
  }

  void reread(ConfigMapView seen, Consumer<Reply<Void>> then) {
    reread(seen.name(), seen.uid(), then);
  }

  private void reread(String name, String uid, Consumer<Reply<Void>> then) {
    requests.read(
        Kind.CONFIG_MAP,
        name,
        client -> client.get(Kind.CONFIG_MAP, name),
        Replies.reread(caches.configMaps(), name, uid, then));
  }

  private void notCreated(Attempt attempt, Failure failure, Consumer<Outcome> then) {
    if (failure.exists()) {
      requests.read(
          Kind.CONFIG_MAP,
          attempt.name,
          client -> client.get(Kind.CONFIG_MAP, attempt.name),
          reply -> {
            switch (reply) {
              case Reply.Answered<Optional<ConfigMap>>(Optional<ConfigMap> found) ->
                  found.ifPresentOrElse(
                      map -> existing(attempt, map, then),
                      () -> then.accept(new Outcome.Failed(Failure.WENT)));
              case Reply.Failed<Optional<ConfigMap>>(Failure again) ->
                  then.accept(new Outcome.Failed(again));
            }
          });
    } else if (failure.createRefused()) {
      refusals.refused(attempt.claim, Refusal.Kind.REJECTED, attempt.object(), failure.message());
      then.accept(new Outcome.Ended(failure.message()));
    } else {
      then.accept(new Outcome.Failed(failure));
    }
  }

  private void existing(Attempt attempt, ConfigMap found, Consumer<Outcome> then) {
    switch (attempt.owner.claimOn(found)) {
      case OURS -> {
        caches.configMaps().answered(found);
        refusals.granted(attempt.claim);
        then.accept(Outcome.DONE);
      }
      case OUR_PREDECESSORS -> {
        caches.configMaps().answered(found);
        refusals.refused(
            attempt.claim,
            Refusal.Kind.REJECTED,
            attempt.object(),
            "an earlier one is still there");
        then.accept(new Outcome.Ended("a ConfigMap of an earlier NodeWright is still there"));
      }
      case NOBODYS -> nobodys(attempt, found, then);
      case FOREIGN -> then.accept(taken(attempt));
    }
  }

  /// One that carries our label is adopted (03 §11.1); any other is not touched.
  private void nobodys(Attempt attempt, ConfigMap found, Consumer<Outcome> then) {
    String label = Absent.map(found.getMetadata().getLabels()).get(Keys.NAME);
    if (!attempt.owner.name().equals(label)) {
      then.accept(taken(attempt));
      return;
    }
    patch(
        attempt.owner.name(),
        attempt.name,
        PatchKind.MERGE,
        ConfigMapPatches.adopt(found, attempt.owner),
        outcome -> {
          if (outcome instanceof Outcome.Done) {
            refusals.granted(attempt.claim);
          }
          then.accept(outcome);
        });
  }

  private Outcome taken(Attempt attempt) {
    String message = "the name belongs to another owner";
    refusals.refused(attempt.claim, Refusal.Kind.NAME_TAKEN, attempt.object(), message);
    return new Outcome.Ended(message);
  }

  private void patch(
      String nodeWright, String name, PatchKind form, String body, Consumer<Outcome> then) {
    requests.<ConfigMap>write(
        nodeWright,
        "patch",
        Kind.CONFIG_MAP,
        name,
        client -> client.patch(Kind.CONFIG_MAP, name, form, body, Part.OBJECT),
        Replies.takenIn(caches.configMaps()::answered, then));
  }

  private record Attempt(Owner owner, String name, JobKey claim) {
    String object() {
      return "ConfigMap " + name;
    }
  }
}
